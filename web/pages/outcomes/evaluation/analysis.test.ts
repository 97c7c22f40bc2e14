import { expect, test } from "vitest";
import {
  type Analysis,
  differenceText,
  headline,
  scoredBy,
  tenureImportances,
  tenuresOf,
  testSentence,
} from "./analysis.js";

const decile = (attained: number) => ({
  people: 100,
  lowest: 0,
  highest: 1,
  expected: 10,
  attained,
  rate_low: 0,
  rate_high: 1,
});
const testedWith = (method: object, deciles = [decile(40), decile(2)]) =>
  ({ performance: { model: { people: 200, base_rate: 0.21 } }, deciles, method }) as unknown as Analysis;
const names = { attainment: "Repeat purchasers", eligible: "Customers" };

test("the headline has the rates of all, of the top and of the bottom", () => {
  const text = headline(
    testedWith({ mode: "point_in_time", horizon_days: 90, test_landmark: "2025-03-02T00:00:00.000Z" }),
    names,
  );
  expect(text).toMatch(
    /^21 % of 200 people in “Customers” entered “Repeat purchasers” within 90 days of .*2025\. /,
  );
  expect(text).toMatch(/Among the top 10 % by probability: 40 %\. Among the bottom 10 %: 2 %\./);
});

test("a prediction that was learned without dates has no date, and its test is no forecast", () => {
  const analysis = testedWith({ mode: "static" }, [decile(5)]);
  expect(headline(analysis, { ...names, eligible: undefined })).toBe(
    "21 % of 200 people are in “Repeat purchasers”. The model gives everyone the same probability.",
  );
  expect(testSentence(analysis)).toMatch(/the test is no forecast/);
});

const figures = (auc: number) => ({ auc, log_loss: 1 - auc });
const around = (auc: number) => ({ auc: { low: auc - 0.02, high: auc + 0.02 } });
const compared = {
  performance: {
    model: figures(0.8),
    candidates: { constant: figures(0.5), trees: figures(0.79), recency: figures(0.76) },
  },
  intervals: { model: around(0.8), trees: around(0.79) },
  comparison: {
    rule: "recency",
    differences: {
      auc: { value: 0.04, low: -0.01, high: 0.09 },
      log_loss: { value: -0.04, low: -0.06, high: -0.02 },
    },
  },
} as unknown as Analysis;

test("the model comes first, then all others, the best first by the metric's own direction", () => {
  const order = ["model", "trees", "recency", "constant"];
  expect(scoredBy(compared, "auc").map(({ name }) => name)).toEqual(order);
  expect(scoredBy(compared, "log_loss").map(({ name }) => name)).toEqual(order);
});

test("simple rules are separated from candidates, and a figure without an interval has none", () => {
  const [, trees, recency] = scoredBy(compared, "auc");
  expect(trees).toMatchObject({ role: "candidate", low: 0.77 });
  expect(recency).toMatchObject({ role: "rule", low: 0.76, high: 0.76 });
});

test("a difference whose interval includes 0 is not called better", () => {
  expect(differenceText(compared, "auc")).toMatch(/may be chance/);
  expect(differenceText(compared, "log_loss")).toBe(
    "Log loss compared with the best simple rule (ranking by recency only): −0.0400 (95 % interval −0.0600 to −0.0200). The model is better on this metric.",
  );
});

const feature = (literate: string, importance: number) => ({ name: literate, literate, importance });
const byTenure = {
  tenure_performances: {
    recognized_individuals: [
      {
        roc_auc: 0.6,
        tenure_start: 0,
        tenure_end: 30,
        metrics_table: {
          headers: ["Model", "People", "Base rate", "Top-decile lift"],
          rows: [["model", "106", "0.3774", "1.25"]],
        },
      },
    ],
  },
  tenure_features: {
    recognized_individuals: [
      { tenure_start: 0, tenure_end: 30, features: [feature("a", 0.2), feature("b", 0.1)] },
      { tenure_start: 30, features: [feature("b", 0.5)] },
    ],
  },
} as unknown as Analysis;

test("a span of tenure ends before its end", () => {
  expect(tenuresOf(byTenure)).toEqual([
    { span: "0 to 29 days", shortSpan: "0–29", people: 106, rate: 0.3774, auc: 0.6, lift: 1.25 },
  ]);
});

test("the most important features of any tenure come first, with their importance in every tenure", () => {
  expect(
    tenureImportances(byTenure).map(({ feature: name, shortSpan, importance }) => [
      name,
      shortSpan,
      importance,
    ]),
  ).toEqual([
    ["b", "0–29", 0.1],
    ["b", "30+", 0.5],
    ["a", "0–29", 0.2],
    ["a", "30+", 0],
  ]);
});
