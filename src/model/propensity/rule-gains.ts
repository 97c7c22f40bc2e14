// Gains over the simple rules at the origins: how much lower the loss of what was delivered there is than
// that of a rule, as a share of the rule's. One date may favour either by chance, or be unlike the others;
// several tell whether the model is worth its while.

import { countMinority } from "../numeric/labels.js";
import { logit } from "../numeric/special-functions.js";
import { baselineNames } from "./candidates/registry.js";
import type { DeliveredOrigin, ScoredOrigin } from "./origins.js";
import { logLosses } from "./validation.js";

export interface RuleGain {
  landmark: number;
  rule: string;
  /** Mean log loss of the rule. */
  loss: number;
  /** Reduction of the loss as a share of the rule's. */
  value: number;
  /** Variance of the gain, by chance of who was there. */
  variance: number;
}

/** In order of time. Origins where only few people have the rarer label are left out. */
export const ruleGains = (
  scored: readonly ScoredOrigin[],
  delivered: readonly DeliveredOrigin[],
): RuleGain[] =>
  delivered.flatMap((origin) => {
    const evidence = scored.find(({ landmark }) => landmark === origin.landmark);
    if (evidence === undefined || countMinority(evidence.label) < minOfEachLabel) return [];
    return baselineNames
      .filter((rule) => evidence.names.includes(rule))
      .map((rule) => gainOver(rule, evidence.scores[evidence.names.indexOf(rule)]![0]!, origin));
  });

/** Fewer show no variance. */
const minOfEachLabel = 10;

const gainOver = (
  rule: string,
  scores: Float64Array,
  { landmark, probability, scored: { label } }: DeliveredOrigin,
): RuleGain => {
  const ofRule = logLosses(scores, label);
  const ofModel = logLosses(probability.map(logit), label);
  const gains = ofRule.map((loss, i) => loss - ofModel[i]!);
  const [loss, gain] = [meanOf(ofRule), meanOf(gains)];
  const squares = gains.reduce((sum, one) => sum + (one - gain) ** 2, 0);
  return { landmark, rule, loss, value: gain / loss, variance: squares / gains.length ** 2 / loss ** 2 };
};

const meanOf = (values: Float64Array): number => values.reduce((a, b) => a + b, 0) / values.length;
