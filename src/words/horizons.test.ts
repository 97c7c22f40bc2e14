import { expect, test } from "vitest";
import type { CalendarFields } from "../domain/outcome/label-window.js";
import { datesSentence, horizonWords } from "./horizons.js";

test("a horizon is said by its last day, counted from the end of the data", () => {
  const through = Date.UTC(2026, 10, 24, 18, 30, 1);
  expect(horizonWords({ horizon_days: 60, data_through: through })).toBe("by 23 January 2027 (60 days)");
  expect(horizonWords({ horizon_days: 1, data_through: Date.UTC(2026, 10, 25) })).toBe(
    "by 25 November 2026 (1 day)",
  );
  expect(horizonWords({ horizon_days: 60 })).toBe("within 60 days");
  expect(horizonWords({ data_through: through })).toBe("");
});

test("a horizon of the calendar is said by its last day, and by its name", () => {
  const through = Date.UTC(2027, 0, 23, 18, 30, 1);
  const said = (fields: CalendarFields) =>
    horizonWords({ horizon_days: 9, ...fields, data_through: through });
  expect(said({ horizon_through: "this_month" })).toBe("by 31 January 2027 (this month)");
  expect(said({ horizon_through: "next_quarter" })).toBe("by 30 June 2027 (next quarter)");
  expect(said({ horizon_months: 1 })).toBe("by 23 February 2027 (1 calendar month)");
  expect(horizonWords({ horizon_days: 91, horizon_months: 3 })).toBe("within 3 calendar months");
  expect(horizonWords({ horizon_days: 9, horizon_through: "this_month" })).toBe("by the end of this month");
});

test("it is said how many people have a date, and how many are unlikely", () => {
  expect(datesSentence({ dated: 812, unlikely: 1982, within_days: 90 })).toBe(
    "812 people have an expected date within 90 days; 1,982 are unlikely to reach the goal by then.",
  );
  expect(datesSentence({ dated: 1, unlikely: 1, within_days: 1 })).toBe(
    "1 person has an expected date within 1 day; 1 is unlikely to reach the goal by then.",
  );
});
