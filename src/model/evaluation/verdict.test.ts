import { expect, test } from "vitest";
import { type Comparison, metricNames, type Scores } from "../../domain/outcome/evaluation.js";
import { verdictText } from "../../words/verdict.js";
import { decide, verdictOf } from "./verdict.js";

test.each([
  [0.04, 0.08, "clearly_better"],
  [0.02, 0.03, "clearly_better"],
  [0.019, 0.08, "slightly_better"],
  [0.001, 0.01, "slightly_better"],
  [0, 0.01, "no_better"],
  [-0.01, 0.019, "no_better"],
  [-0.08, -0.03, "no_better"],
  [0, 0, "no_better"],
  [-0.01, 0.02, "too_little_data"],
  [-0.2, 0.3, "too_little_data"],
])("a gain between %d and %d of the baseline's log loss is %s", (low, high, decision) => {
  expect(decide({ low, high })).toBe(decision);
});

const scores: Scores = {
  people: 1000,
  attained: 100,
  base_rate: 0.1,
  auc: 0.8,
  average_precision: 0.4,
  log_loss: 0.27,
  brier: 0.08,
  ece: 0.01,
  top_decile_lift: 4,
};
const comparison = (rule: string, value: number, low: number, high: number): Comparison => ({
  rule,
  differences: Object.fromEntries(
    metricNames.map((name) => [name, { value, low, high }]),
  ) as Comparison["differences"],
});

test("the verdict says which rule and by how much, in shares of the rule's log loss", () => {
  const verdict = verdictOf(comparison("recency", -0.03, -0.06, -0.015), scores);
  expect(verdict).toMatchObject({ decision: "clearly_better", code: "model_against_rule" });
  expect(verdictText(verdict)).toContain("ranking by recency only");
  expect(verdictText(verdict)).toContain("10 % lower (95 % interval 5 % to 20 % lower)");
});

test("the verdict on a model that is worse than the rule says so", () => {
  const verdict = verdictOf(comparison("constant", 0.01, 0.005, 0.02), scores);
  expect(verdict.decision).toBe("no_better");
  expect(verdictText(verdict)).toMatch(
    /A simple rule works as well.*3\.8 % higher \(95 % interval 1\.9 % to 7\.7 % higher\)/,
  );
});

test("too little data is a matter of the interval's width, not of a count", () => {
  const decision = (value: number, low: number, high: number) =>
    verdictOf(comparison("constant", value, low, high), scores).decision;
  expect(decision(-0.012, -0.027, 0.0005)).toBe("slightly_better");
  expect(decision(0.001, -0.007, 0.01)).toBe("no_better");
  expect(decision(-0.012, -0.05, 0.02)).toBe("too_little_data");
});

test("with fewer than 10 positives there is no interval", () => {
  const few = { ...scores, attained: 9 };
  const verdict = verdictOf(comparison("constant", -0.1, -0.12, -0.08), few);
  expect(verdict).toMatchObject({ decision: "too_little_data", code: "model_too_few_tested" });
  expect(verdictText(verdict)).toContain("only 9 people in the test reached the goal, and 10 are needed");
});

const day = 86_400;
const gainsOf = (rule: string, values: number[], loss: number) =>
  values.map((value, i) => ({ landmark: 30 * day * i, rule, loss, value, variance: 0.0001 }));

test("several past dates outweigh one that flatters the model", () => {
  const flattering = comparison("constant", -0.03, -0.06, -0.015);
  const gains = [
    ...gainsOf("recency", [-0.05, -0.03, -0.04, 0.1], 0.25),
    ...gainsOf("constant", [0, 0, 0, 0], 0.3),
  ];
  const verdict = verdictOf(flattering, scores, { gains, horizonSeconds: 30 * day });
  expect(verdict.decision).not.toBe("clearly_better");
  expect(verdict.figures).toMatchObject({ rule: "recency", dates: 4 });
});

test("dates that agree are clear, and a single date is judged by the people at it", () => {
  const close = comparison("constant", -0.003, -0.02, 0.01);
  const dated = (values: number[]) => ({ gains: gainsOf("constant", values, 0.3), horizonSeconds: 30 * day });
  expect(verdictOf(close, scores, dated([0.1, 0.12, 0.1, 0.11])).decision).toBe("clearly_better");
  expect(verdictOf(close, scores, dated([0.1])).figures).not.toHaveProperty("dates");
});
