import { expect, test } from "vitest";
import { type Comparison, metricNames, type Scores } from "../../domain/evaluation.js";
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

test("the verdict names the rule and the gain as a share of the rule's log loss", () => {
  const { decision, text } = verdictOf(comparison("recency", -0.03, -0.06, -0.015), scores);
  expect(decision).toBe("clearly_better");
  expect(text).toContain("ranking by recency only");
  expect(text).toContain("10.0 % lower (95 % interval 5.0 % to 20.0 % lower)");
});

test("a model that is worse is no better", () => {
  const { decision, text } = verdictOf(comparison("constant", 0.01, 0.005, 0.02), scores);
  expect(decision).toBe("no_better");
  expect(text).toMatch(/Use the rule.*3\.8 % higher \(95 % interval 7\.7 % to 1\.9 % higher\)/);
});

test("with fewer than 30 positives there is too little data, whatever the interval is", () => {
  const few = { ...scores, attained: 29 };
  const { decision, text } = verdictOf(comparison("constant", -0.1, -0.12, -0.08), few);
  expect(decision).toBe("too_little_data");
  expect(text).toContain("only 29");
});
