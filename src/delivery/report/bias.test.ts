import { expect, test } from "vitest";
import type { BiasReport, Subpopulation } from "../../domain/outcome/bias.js";
import type { Scores } from "../../domain/outcome/evaluation.js";
import type { OutcomeResult } from "../../domain/outcome/outcome.js";
import { biasSection } from "./groups.js";

const bounds = { value: 0.5, low: 0.25, high: 0.75 };
const group = (name: string, over: Partial<Subpopulation> = {}): Subpopulation => ({
  name,
  dimensions: { gender: name },
  people: 1200,
  share: 0.6,
  attained: 120,
  expected: 130,
  mean_probability: 0.108,
  actual_rate: { value: 0.1, low: 0.08, high: 0.12 },
  selection_ratio: { value: 1.25, low: 1.1, high: 1.4 },
  true_positive_rate: bounds,
  is_enough: true,
  power: [],
  predictions: [],
  fairness: [],
  ...over,
});
const bias: BiasReport = {
  traits: [{ dimension: "gender", trait: "sex" }],
  top_share: 0.05,
  data: [],
  subpopulations: [
    group("gender Female"),
    group("gender <b>Rare</b>", { is_enough: false }),
    group("age Teen, gender Female", { dimensions: { age: "Teen", gender: "Female" } }),
  ],
  summary: { data_unbiased: true, power_unbiased: true, predictions_unbiased: false, fairness_fair: false },
  findings: ["gender Female: among the first 5 % too often."],
  mitigation: null,
};
const scores = { auc: 0.7, log_loss: 0.3, ece: 0.01, top_decile_lift: 2 } as Scores;

const shown = (over: Partial<BiasReport> = {}): string =>
  biasSection({ bias: { ...bias, ...over } } as OutcomeResult)!.text;

test("without a dimension there is no section", () => {
  expect(biasSection({} as OutcomeResult)).toBeNull();
});

test("subpopulations of one dimension have their intervals, and groups that are too small say so", () => {
  const text = shown();
  expect(text).toContain("compared by gender (trait sex) as known today");
  expect(text).toMatch(/gender Female.*1.25<small>1.10 to 1.40<\/small>/s);
  expect(text).toContain("gender &lt;b&gt;Rare&lt;/b&gt;<small>too few people</small>");
  expect(text).not.toContain("age Teen");
  expect(text).toContain("<li>gender Female: among the first 5 % too often.</li>");
});

test("mitigation comes with its cost", () => {
  const text = shown({
    mitigation: {
      strategy: "equality",
      dimensions: ["gender"],
      without: scores,
      with: { ...scores, auc: 0.68 },
      selection_ratios: [{ name: "gender Female", people: 1200, without: 1.25, with: 1 }],
    },
  });
  expect(text).toContain("Bias by gender is reduced with the strategy <b>equality</b>");
  expect(text).toMatch(/AUC<\/th><td>0.700<\/td><td>0.680/);
  expect(text).toMatch(/gender Female<\/th><td>1,200<\/td><td>1.25<\/td><td>1.00/);
});
