import { expect, test } from "vitest";
import { expectationSentence, notScoredSentences } from "./expectation.js";

const score = { scored_count: 1336, attained_count: 0, not_eligible_count: 0, expected: 167.2 };
const outcome = { attainment_cohort_name: "Repeat purchasers", horizon_days: 120 };

test("the sentence has the expected number, the audience, the horizon and the interval", () => {
  expect(expectationSentence({ ...score, expected_low: 139.03, expected_high: 195.3 }, outcome)).toBe(
    "Expected: 167 of 1,336 people in “Repeat purchasers” within 120 days (95 % interval 139 to 195).",
  );
});

test("without an interval the sentence ends earlier", () => {
  expect(expectationSentence(score, outcome)).toMatch(/within 120 days\.$/);
});

test("people without a probability are counted by reason", () => {
  expect(notScoredSentences(score)).toEqual([]);
  expect(notScoredSentences({ ...score, attained_count: 1, not_eligible_count: 20 }, outcome)).toEqual([
    "1 person is already in “Repeat purchasers”.",
    "20 people are not eligible: outside the eligible cohort.",
  ]);
});
