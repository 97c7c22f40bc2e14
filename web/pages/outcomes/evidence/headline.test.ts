import { expect, test } from "vitest";
import type { Analysis } from "./analysis.js";
import { headline, testInWords } from "./headline.js";

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

test("the headline tells the usual rate, and the rates of those ranked highest and lowest", () => {
  const told = headline(
    analysisOf({ mode: "point_in_time", horizon_days: 90, test_landmark: "2025-03-02T00:00:00.000Z" }),
    names,
  );
  expect(told).toMatch(
    /^Of 200 people in “Customers” on .*2025, 21 % were in “Repeat purchasers” within 90 days\./,
  );
  expect(told).toMatch(/ranked highest, 40 % were; of the 100 that it ranked lowest, 2 %\.$/);
});

test("what is learned without dates says nothing of the future", () => {
  const analysis = analysisOf({ mode: "static" }, [decile(5)]);
  expect(headline(analysis, { ...names, eligible: undefined })).toBe(
    "Of 200 people, 21 % are in “Repeat purchasers”. The model gives everybody the same probability.",
  );
  expect(testInWords(analysis)).toMatch(/says nothing of the future/);
});
