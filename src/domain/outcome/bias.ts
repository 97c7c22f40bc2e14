// Bias: differences in how a model treats people of different age, gender or another trait. Such a trait is a
// dimension, and a subpopulation is the people who share its value, or their age and gender at once. Metrics
// of subpopulations and their thresholds are those of the published interface; findings beyond chance are
// added as texts.

import type { Static } from "@sinclair/typebox";
import { closed, described, oneOf, optional } from "../resource/schema.js";
import { type Dimension, type SensitiveName, sensitiveNames } from "./dimensions.js";
import type { Scores } from "./evaluation.js";

export const mitigationStrategies = ["none", "equality", "equity"] as const;
export type MitigationStrategy = (typeof mitigationStrategies)[number];

const strategy = oneOf(
  mitigationStrategies,
  "none (default): probabilities stay as they are. equality: neutralizes bias; people are ranked within their subpopulation, and any " +
    "selection from the top contains each subpopulation in proportion to its share of the scored people. equity: reverses bias; a " +
    "subpopulation with twice the mean probability of everyone is selected half as often as its share, one with half the mean twice as " +
    "often. Both re-rank the same probabilities: their sum and the order within each subpopulation stay the same, and people in no " +
    "subpopulation keep theirs. Age and gender must use the same strategy.",
);

export const biasMitigation = described(
  "Whether and how to treat people of different age or gender alike.",
  closed({ age: optional(strategy), gender: optional(strategy) } satisfies Record<SensitiveName, unknown>),
);
export type BiasMitigation = Static<typeof biasMitigation>;

export const strategyOf = (requested: BiasMitigation | undefined, name: SensitiveName): MitigationStrategy =>
  requested?.[name] ?? "none";

/** The strategy and the dimensions that it mitigates; null if there are none. */
export const mitigatedStrategy = (
  requested: BiasMitigation | undefined,
): { strategy: Mitigation["strategy"]; dimensions: SensitiveName[] } | null => {
  const dimensions = sensitiveNames.filter((name) => strategyOf(requested, name) !== "none");
  const strategy = dimensions.map((name) => strategyOf(requested, name))[0];
  return strategy === undefined || strategy === "none" ? null : { strategy, dimensions };
};

/** Mitigation at scoring, as plain data that is stored with the model. */
export interface Mitigation {
  strategy: Exclude<MitigationStrategy, "none">;
  /** People are ranked within their cell, which is one value of each dimension. */
  dimensions: Dimension[];
  /** Delay of each cell relative to an equal turn. */
  delays: number[];
}

export const biasLevels = ["low_bias", "moderate_bias", "strong_bias"] as const;
export type BiasLevel = (typeof biasLevels)[number];

/** `too_few_to_tell`: too few people to separate a difference from chance. */
export const powerLevels = ["relatively_unaffected", "enhanced", "impaired", "too_few_to_tell"] as const;
export const predictionLevels = [...biasLevels, "too_few_to_tell"] as const;
export const fairnessLevels = [
  "equitably_treated",
  "privileged",
  "disadvantaged",
  "too_few_to_tell",
] as const;

export interface Metric<Level extends string = string> {
  name: string;
  level: Level;
  value: number;
}

export interface ValueShare {
  value: string;
  rows: number;
  /** Share among the rows with the label. */
  share: number;
}

/** Distribution of a dimension's values over all training rows, those that attained, and those that did not. */
export interface Spread {
  dimension: string;
  candidates: ValueShare[];
  positives: ValueShare[];
  negatives: ValueShare[];
  /** Distance between the distribution of a label and that of all rows, 0 to 1. */
  distance: number;
  level: BiasLevel;
}

/** A value with its 95 % interval. */
export interface Bounded {
  value: number;
  low: number;
  high: number;
}

export interface Subpopulation {
  name: string;
  /** Dimension → value. */
  dimensions: Record<string, string>;
  people: number;
  /** Share among the tested people. */
  share: number;
  attained: number;
  /** Sum of the probabilities. */
  expected: number;
  mean_probability: number;
  actual_rate: Bounded;
  /** Share of the subpopulation among the selected over its share among all; 1 is parity. */
  selection_ratio: Bounded;
  /** Share of the people who attained that are selected. */
  true_positive_rate: Bounded;
  /** False: too few people, or too few of either label, to compare. */
  is_enough: boolean;
  power: Metric<(typeof powerLevels)[number]>[];
  predictions: Metric<(typeof predictionLevels)[number]>[];
  fairness: Metric<(typeof fairnessLevels)[number]>[];
}

/** `src/words/fairness.ts` renders the sentence. */
export type BiasFinding =
  | { code: "no_difference" }
  | { code: "selected"; figures: Bounded & { group: string; top_share: number } }
  | { code: "found"; figures: Bounded & { group: string; top_share: number; overall: number } }
  | { code: "miscalibrated"; figures: { group: string; expected: number; attained: number } }
  | { code: "too_few"; figures: { groups: string } };

export interface BiasReport {
  /** The trait that contains each dimension. */
  traits: { dimension: string; trait: string }[];
  /** Share of the people, by score, who count as selected. */
  top_share: number;
  data: Spread[];
  subpopulations: Subpopulation[];
  summary: {
    data_unbiased: boolean;
    power_unbiased: boolean;
    predictions_unbiased: boolean;
    fairness_fair: boolean;
  };
  /** Differences beyond chance, and groups too small to judge. Texts in results that were stored with them. */
  findings: (BiasFinding | string)[];
  mitigation: MitigationCost | null;
}

/** The same test of the same people without mitigation and as delivered. */
export interface MitigationCost {
  strategy: Mitigation["strategy"];
  dimensions: string[];
  without: Scores;
  with: Scores;
  /** Selection ratios of the mitigated cells. */
  selection_ratios: { name: string; people: number; without: number; with: number }[];
}
