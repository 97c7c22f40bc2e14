import { expect, test } from "vitest";
import { isWithin, newestSentence } from "./observed.js";

const scores = {
  cutoff: "2025-03-01T00:00:00Z",
  horizon_days: 45,
  people: 2000,
  expected: 167.4,
  expected_low: 139,
  expected_high: 195,
  attained: 170,
};

test("the sentence has the expected and the actual number", () => {
  expect(newestSentence(scores)).toBe(
    "Expected 167, actual 170 of 2,000 people scored on Mar 1, 2025, within 45 days: inside the 95 % interval 139 to 195.",
  );
});

test("a number outside the interval is above or below it", () => {
  expect(newestSentence({ ...scores, attained: 196 })).toMatch(/above the 95 % interval 139 to 195\.$/);
  expect(newestSentence({ ...scores, attained: 138 })).toMatch(/below the 95 % interval 139 to 195\.$/);
});

test("the bounds belong to the interval", () => {
  expect(isWithin({ ...scores, attained: 139 })).toBe(true);
  expect(isWithin({ ...scores, attained: 195 })).toBe(true);
});

test("without an interval there is no verdict", () => {
  const { expected_low: _low, expected_high: _high, ...unbounded } = scores;
  expect(isWithin(unbounded)).toBeUndefined();
  expect(newestSentence(unbounded)).toMatch(/within 45 days\.$/);
});
