import { expect, test } from "vitest";
import { cellsOf, shareAfter } from "./retention.js";

const months = [
  {
    month: "2025-11",
    people_count: 40,
    value: 400,
    later: [
      { months_after: 2, people_count: 10, value: 90 },
      { months_after: 3, people_count: 1, value: 5 },
    ],
  },
  {
    month: "2026-01",
    people_count: 20,
    value: 200,
    later: [{ months_after: 1, people_count: 3, value: 30 }],
  },
  { month: "2026-02", people_count: 5, value: 50, later: [] },
];

test("a month without anybody is there, and the newest one, which is not over, is not", () => {
  expect(cellsOf({ months })).toEqual([
    { month: "2025-11", monthsAfter: 1, people: 0, of: 40, value: 0 },
    { month: "2025-11", monthsAfter: 2, people: 10, of: 40, value: 90 },
  ]);
  expect(cellsOf({ months: [] })).toEqual([]);
});

test("events without values bring no money", () => {
  const [first] = months;
  const { value: _, ...unpriced } = first!;
  expect(cellsOf({ months: [unpriced] }).map(({ value }) => value)).toEqual([undefined, undefined]);
});

test("the share of a month later is that of all people together", () => {
  const cells = [
    { month: "2025-11", monthsAfter: 1, people: 10, of: 40, value: undefined },
    { month: "2025-12", monthsAfter: 1, people: 2, of: 20, value: undefined },
  ];
  expect(shareAfter(cells, 1)).toBeCloseTo(0.2, 10);
  expect(shareAfter(cells, 2)).toBeUndefined();
});
