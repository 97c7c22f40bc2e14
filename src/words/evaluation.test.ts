import { expect, test } from "vitest";
import {
  blendText,
  calibrationMethod,
  calibrationSummary,
  differenceSentence,
  dimensionList,
  evaluationHeadline,
  featuresByTenure,
  groupSummary,
  liftSummary,
  refitSummary,
  smallDataSummary,
  tenureLabel,
  tenureTick,
  testSummary,
} from "./evaluation.js";
import { metricLabel } from "./labels.js";

const decile = (attained: number, expected = attained) => ({
  people: 100,
  expected,
  attained,
  rate_low: attained / 100 - 0.05,
  rate_high: attained / 100 + 0.05,
});

const figures = {
  attainment: "Repeat purchasers",
  eligible: "Customers",
  people: 2085,
  rate: 0.12,
  deciles: [decile(33), decile(12), decile(2)],
  testDay: "2025-03-05T00:00:00Z",
  horizon: { horizon_days: 112 },
};

test("the headline has the rate, the people and the extremes of the ranking", () => {
  expect(evaluationHeadline(figures)).toBe(
    "12 % of 2,085 people in “Customers” entered “Repeat purchasers” within 112 days of 5 March 2025. " +
      "Among the top 10 % by probability: 33 %. Among the bottom 10 %: 2 %.",
  );
});

test("the headline says that the tested people were active", () => {
  expect(evaluationHeadline({ ...figures, active: "Races" })).toMatch(
    /^12 % of 2,085 people in “Customers” who were active \(“Races”\) entered/,
  );
});

test("without an eligible cohort, dates or a ranking the headline says less", () => {
  expect(evaluationHeadline({ ...figures, eligible: null, testDay: null, deciles: [decile(12)] })).toBe(
    "12 % of 2,085 people are in “Repeat purchasers”. The model gives everyone the same probability.",
  );
});

test("the test is described by what the model had not seen", () => {
  const summary = (mode: "point_in_time" | "static", tested_on: string) =>
    testSummary({ mode, tested_on, testDay: "2025-03-05T00:00:00Z" });
  expect(summary("point_in_time", "later dates and other people")).toMatch(
    /^Tested on people as they were known on 5 March 2025\. The model learned only from earlier days/,
  );
  expect(summary("point_in_time", "later dates")).toMatch(
    /^Tested on people as they were known on 5 March 2025\. The model was made as today's is/,
  );
  expect(summary("point_in_time", "other people")).toMatch(/Expect slightly worse results in future\.$/);
  expect(summary("static", "other people")).toMatch(/so the test is no forecast\.$/);
});

test("a difference is sure only if its interval leaves out zero", () => {
  const loss = (value: number, low: number, high: number) =>
    differenceSentence(metricLabel("log_loss"), "recency", { value, low, high });
  expect(loss(-0.04, -0.06, -0.02)).toBe(
    "Log loss compared with the best simple rule (ranking by recency only): −0.0400 (95 % interval −0.0600 to −0.0200). " +
      "The model is better on this metric.",
  );
  expect(loss(0.04, 0.02, 0.06)).toMatch(/The model is worse on this metric\.$/);
  expect(loss(-0.01, -0.03, 0.01)).toMatch(/The interval includes 0, so the difference may be chance\.$/);
});

test("the blend lists candidates by weight", () => {
  expect(blendText({ trees: 0.3, logistic: 0.7 })).toBe(
    "logistic regression (70 %) and gradient-boosted trees (30 %)",
  );
});

test("calibration counts the groups whose expected rate is in the interval", () => {
  expect(calibrationSummary([decile(33), decile(12, 25), decile(2)])).toBe(
    "In 2 of 3 groups, the expected rate lies within the 95 % interval of the actual rate.",
  );
  expect(calibrationMethod("identity", "later dates")).toMatch(/^The probabilities are not corrected/);
  expect(calibrationMethod("level", "later dates")).toMatch(
    /^The level of the probabilities was moved, because/,
  );
  expect(calibrationMethod("level", "other people")).toMatch(
    /is that of the newest past date, because the history is too short/,
  );
  expect(calibrationMethod("isotonic", "later dates")).toMatch(/\(isotonic calibration\)/);
});

test("the lift is that of one test; the interval over all tests stands beside the verdict", () => {
  expect(liftSummary({ x: 0.1, y: 2.5, y_min: 2, y_max: 2.9 })).toBe(
    "In the newest test, the top 10 % converted 2.5 times as often as average.",
  );
});

test("a span of tenure ends one day before the next, and the last is open", () => {
  expect(tenureLabel({ tenure_start: 0, tenure_end: 30 })).toBe("0 to 29 days");
  expect(tenureLabel({ tenure_start: 180, tenure_end: null })).toBe("180 days or more");
  expect(tenureTick({ tenure_start: 0, tenure_end: 30 })).toBe("0–29");
  expect(tenureTick({ tenure_start: 180 })).toBe("180+");
});

test("a result for few people says that the model is simple", () => {
  expect(smallDataSummary(84)).toBe(
    "There are only 84 people to learn from, so the model is a simple one that stays close to the average. Expect wide intervals. " +
      "More history or more customers narrow them.",
  );
  expect(smallDataSummary(151)).toBe(
    "There are only 151 people to learn from, so the model is a single method or the mean of two, and never of more. Expect wide " +
      "intervals. More history or more customers narrow them.",
  );
  expect([smallDataSummary(401), smallDataSummary(undefined)]).toEqual([null, null]);
});

test("a model's refit is said with its dates, and nothing is said without them", () => {
  expect(refitSummary("2026-03-02T00:00:00Z", "2026-03-09T00:00:00Z")).toContain(
    "learned from events before 2 March 2026",
  );
  expect(refitSummary(null, null)).toBeNull();
});

test("features by tenure are the most important of any span", () => {
  const feature = (name: string, importance: number) => ({ name, literate: name, importance });
  const spans = [
    { tenure_start: 0, tenure_end: 30, features: [feature("a", 0.6), feature("b", 0.4)] },
    { tenure_start: 30, features: [feature("b", 0.9)] },
  ];
  expect(
    featuresByTenure(spans).map(({ feature: { name }, importances }) => [
      name,
      ...importances.map(({ importance }) => importance),
    ]),
  ).toEqual([
    ["b", 0.4, 0.9],
    ["a", 0.6, 0],
  ]);
});

test("a dimension names its trait where they differ", () => {
  expect(
    dimensionList([
      { dimension: "age", trait: "age" },
      { dimension: "gender", trait: "sex" },
    ]),
  ).toBe("age and gender (trait sex)");
});

test("groups that help and groups that do not are said apart", () => {
  const group = (name: string, helps: boolean) => ({ stream: "order", name, helps });
  expect(groupSummary([])).toBeNull();
  expect(groupSummary([group("home_store", true), group("sales_rep", false)])).toBe(
    "What others with the same home store did is an input: at earlier dates it told more of people than their own past alone. " +
      "What others with the same sales rep did was no input: at earlier dates it told no more of people than their own past.",
  );
  expect(groupSummary([{ ...group("team", false), helps_values: true }])).toMatch(/team did is an input/);
});
