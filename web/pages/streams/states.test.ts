import { expect, test } from "vitest";
import { changeOf, findingOf, meaningOf, monthsOver, partsOf, partText } from "./states.js";

const months = [
  { month: "2026-04", new: 400, active: 2100, cooling: 1500, lost: 6000 },
  { month: "2026-05", new: 412, active: 2210, cooling: 1604, lost: 6120 },
  { month: "2026-06", new: 3, active: 2500, cooling: 1700, lost: 6200 },
];

test("the month that is not over is left out", () => {
  expect(monthsOver({ active_months: 4, months }).map(({ month }) => month)).toEqual(["2026-04", "2026-05"]);
  expect(monthsOver({ active_months: 4, months: [] })).toEqual([]);
});

test("a month has a part for each state, and says what the parts come to", () => {
  expect(partsOf(months.slice(1, 2))).toEqual([
    { month: "2026-05", state: "active", people: 2210 },
    { month: "2026-05", state: "new", people: 412 },
    { month: "2026-05", state: "cooling", people: 1604 },
    { month: "2026-05", state: "lost", people: 6120 },
  ]);
  expect(partText({ month: "2026-05", state: "lost", people: 1 })).toBe("May 2026: 1 person lost");
  expect(findingOf(months[1]!)).toBe(
    "Of 10,346 customers at the end of May 2026, 2,622 were new or active, 1,604 cooling and 6,120 lost",
  );
});

test("some months say who was new, and how many were lost at their ends", () => {
  expect(changeOf(months.slice(0, 2))).toBe(
    "812 people new; 6,000 lost at the end of Apr 2026, 6,120 at the end of May 2026",
  );
  expect(changeOf(months.slice(0, 1))).toBe("400 people new; 6,000 lost at the end of Apr 2026");
});

test("the words are explained by the interval that is usual", () => {
  expect(meaningOf(4)).toContain("within 4 months. Cooling: for up to another 4 months.");
  expect(meaningOf(1)).toContain("in the month. Cooling: for up to another month.");
});
