import { expect, test } from "vitest";
import type { Analysis } from "./analysis.js";
import { headline, testSentence } from "./headline.js";

const decile = (attained: number) => ({
  people: 100,
  lowest: 0,
  highest: 1,
  expected: 10,
  attained,
  rate_low: 0,
  rate_high: 1,
});
const analysisOf = (method: object, deciles = [decile(40), decile(2)]) =>
  ({ performance: { model: { people: 200, base_rate: 0.21 } }, deciles, method }) as unknown as Analysis;
const names = { attainment: "Repeat purchasers", eligible: "Customers" };

test("the headline has the rates of all, of the top and of the bottom", () => {
  const text = headline(
    analysisOf({ mode: "point_in_time", horizon_days: 90, test_landmark: "2025-03-02T00:00:00.000Z" }),
    names,
  );
  expect(text).toMatch(
    /^21 % of 200 people in “Customers” entered “Repeat purchasers” within 90 days of .*2025\. /,
  );
  expect(text).toMatch(/Among the top 10 % by probability: 40 %\. Among the bottom 10 %: 2 %\.$/);
});

test("a prediction that was learned without dates has no date, and its test is no forecast", () => {
  const analysis = analysisOf({ mode: "static" }, [decile(5)]);
  expect(headline(analysis, { ...names, eligible: undefined })).toBe(
    "21 % of 200 people are in “Repeat purchasers”. The model gives everyone the same probability.",
  );
  expect(testSentence(analysis)).toMatch(/the test is no forecast/);
});
