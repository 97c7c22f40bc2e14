import { expect, test } from "vitest";
import { isWithin, newestInWords } from "./realised.js";

const scores = {
  cutoff: "2025-03-01T00:00:00Z",
  horizon_days: 45,
  people: 2000,
  expected: 167.4,
  expected_low: 139,
  expected_high: 195,
  attained: 170,
};

test("what happened stands beside what was expected", () => {
  expect(newestInWords(scores)).toBe(
    "Of 2,000 people scored as of Mar 1, 2025, 170 attained within 45 days; 167 were expected, from 139 to 195: it came true.",
  );
});

test("outside of the bounds it says on which side", () => {
  expect(newestInWords({ ...scores, attained: 196 })).toMatch(/more than it said\.$/);
  expect(newestInWords({ ...scores, attained: 138 })).toMatch(/fewer than it said\.$/);
});

test("the bounds themselves are within", () => {
  expect(isWithin({ ...scores, attained: 139 })).toBe(true);
  expect(isWithin({ ...scores, attained: 195 })).toBe(true);
});

test("without bounds nothing is judged", () => {
  const { expected_low: _low, expected_high: _high, ...unbounded } = scores;
  expect(isWithin(unbounded)).toBeUndefined();
  expect(newestInWords(unbounded)).toMatch(/167 were expected\.$/);
});
