import { expect, test } from "vitest";
import { expectationInWords, leftOutInWords } from "./expectation.js";

const score = { scored_count: 1336, attained_count: 0, not_eligible_count: 0, expected: 167.2 };
const outcome = { attainment_cohort_name: "Repeat purchasers", horizon_days: 120 };

test("an expectation says of how many, how many, until when, and between which bounds", () => {
  expect(expectationInWords({ ...score, expected_low: 139.03, expected_high: 195.3 }, outcome)).toBe(
    "Of 1,336 people scored, about 167 should come to be in “Repeat purchasers” within 120 days: from 139 to 195, in 95 of 100 cases like this one.",
  );
});

test("without bounds it says none", () => {
  expect(expectationInWords(score, outcome)).toMatch(/within 120 days\.$/);
});

test("who has no probability is counted by the reason", () => {
  expect(leftOutInWords(score)).toEqual([]);
  expect(leftOutInWords({ ...score, attained_count: 1, not_eligible_count: 20 }, outcome)).toEqual([
    "1 person is in “Repeat purchasers” already.",
    "20 people are not asked about, being outside of the eligible cohort.",
  ]);
});
