import { expect, test } from "vitest";
import {
  expectationSentence,
  notScoredSentences,
  observedSentence,
  observedValueSentence,
  valueSentence,
} from "./expectation.js";

const score = { scored_count: 1336, attained_count: 0, not_eligible_count: 0, expected: 167.2 };
const prediction = { attainment_cohort_name: "Repeat purchasers", horizon_days: 120 };

test("the sentence has the expected number, the audience, the horizon and the interval", () => {
  expect(expectationSentence({ ...score, expected_low: 139.03, expected_high: 195.3 }, prediction)).toBe(
    "Expected: 167 of 1,336 people in “Repeat purchasers” within 120 days (95 % interval 139 to 195).",
  );
});

test("a number of people if they are active is said to be that, and how many will be is not", () => {
  const conditional = { ...prediction, active_cohort_name: "Races" };
  expect(expectationSentence(score, conditional)).toBe(
    "If all of them are active (“Races”): 167 of 1,336 people in “Repeat purchasers” within 120 days. How many will be active is not predicted.",
  );
  const observed = { cutoff: "2025-03-01", horizon_days: 45, people: 40, expected: 4, attained: 5 };
  expect(observedSentence({ ...observed, active_cohort_name: "Races" })).toMatch(
    "actual 5 of 40 people who were active (“Races”), scored on 1 March 2025",
  );
});

test("without an interval the sentence ends earlier", () => {
  expect(expectationSentence(score, prediction)).toMatch(/within 120 days\.$/);
});

test("without names the cohorts go by their role", () => {
  expect(expectationSentence(score)).toBe("Expected: 167 of 1,336 people in the goal cohort.");
});

test("nobody scored is said plainly", () => {
  expect(expectationSentence({ ...score, scored_count: 0, expected: 0 })).toBe("No people are scored.");
});

test("people without a probability are counted by reason", () => {
  expect(notScoredSentences(score)).toEqual([]);
  expect(notScoredSentences({ ...score, attained_count: 1, not_eligible_count: 20 }, prediction)).toEqual([
    "1 person is already in “Repeat purchasers”.",
    "20 people are not eligible: outside the eligible cohort.",
  ]);
});

test("people without an event are said, with what earlier ones did or that nobody knows", () => {
  const without = { count: 120, earlier_count: 800, earlier_attained_count: 56 };
  const sentences = (more: { expected?: number }) =>
    notScoredSentences({ ...score, without_events: { ...without, ...more } }, prediction);
  expect(sentences({ expected: 8.6 })).toEqual([
    "120 people are on file without an event, so the model does not know them. Of 800 people like them at earlier dates, " +
      "56 reached “Repeat purchasers” in as long a time: 9 of these are expected to.",
  ]);
  expect(sentences({})).toEqual([
    "120 people are on file without an event, so the model does not know them. Too few such people are known from earlier " +
      "dates to say what they will do. To predict them, map the day on which they registered as an event.",
  ]);
});

const observed = {
  cutoff: "2025-03-01T00:00:00Z",
  horizon_days: 45,
  people: 2000,
  expected: 167.4,
  expected_low: 139,
  expected_high: 195,
  attained: 170,
};

test("the sentence about earlier scores has the expected and the actual number", () => {
  expect(observedSentence(observed)).toBe(
    "Expected 167, actual 170 of 2,000 people scored on 1 March 2025, within 45 days: inside the 95 % interval 139 to 195.",
  );
});

test("a number outside the interval is above or below it", () => {
  expect(observedSentence({ ...observed, attained: 196 })).toMatch(/above the 95 % interval 139 to 195\.$/);
  expect(observedSentence({ ...observed, attained: 138 })).toMatch(/below the 95 % interval 139 to 195\.$/);
});

test("the bounds belong to the interval", () => {
  expect(observedSentence({ ...observed, attained: 139 })).toMatch(/inside the/);
  expect(observedSentence({ ...observed, attained: 195 })).toMatch(/inside the/);
});

test("without an interval the numbers are not compared", () => {
  const { expected_low: _low, expected_high: _high, ...unbounded } = observed;
  expect(observedSentence(unbounded)).toMatch(/within 45 days\.$/);
});

const amount = { expected: 41_234.5, expected_low: 36_900, expected_high: 45_812 };
const count = { expected: 612.3, expected_low: 580, expected_high: 650 };

test("an expected amount has the people, the horizon and the interval, in three digits", () => {
  expect(valueSentence({ people: 1794, amount }, { horizon_days: 28 })).toBe(
    "These 1,794 people are expected to spend 41,200 within 28 days (95 % interval 36,900 to 45,800).",
  );
  expect(valueSentence({ people: 1794, amount }, { value_currency: "EUR" })).toContain(
    "spend 41,200 EUR (95 %",
  );
});

test("counts stand beside amounts, or alone", () => {
  expect(valueSentence({ people: 1794, amount, count }, { horizon_days: 28 })).toContain(
    "45,800), in 612 events.",
  );
  expect(valueSentence({ people: 1, count })).toBe(
    "This person is expected in 612 events (95 % interval 580 to 650).",
  );
  expect(valueSentence({ people: 0, count })).toBe("No people are scored.");
});

test("observed amounts are compared with the interval in three digits", () => {
  const figures = { expected: 41_237, expected_low: 36_912, expected_high: 45_790 };
  expect(observedValueSentence({ ...figures, measure: "amount", observed: 39_812 })).toBe(
    "Expected to spend 41,200, actual 39,800: inside the 95 % interval 36,900 to 45,800.",
  );
  expect(observedValueSentence({ expected: 612.3, measure: "count", observed: 640 })).toBe(
    "Expected events: 612, actual 640.",
  );
});
