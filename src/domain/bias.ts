// Bias: whether people alike in age, gender or another trait are treated alike. A trait that people may be treated unequally by
// is a dimension, and a subpopulation is the people who share its value, or its age and gender at once. The figures of a subpopulation
// and their thresholds are those of the published interface; what lies beyond chance is said beside them.

import type { Static } from "@sinclair/typebox";
import { type Dimension, type SensitiveName, sensitiveNames } from "./dimensions.js";
import type { Scores } from "./evaluation.js";
import { closed, described, oneOf, optional } from "./schema.js";

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

export const strategyOf = (asked: BiasMitigation | undefined, name: SensitiveName): MitigationStrategy =>
  asked?.[name] ?? "none";

/** What is mitigated, and how; null where nothing is. */
export const mitigatedStrategy = (
  asked: BiasMitigation | undefined,
): { strategy: Mitigation["strategy"]; dimensions: SensitiveName[] } | null => {
  const dimensions = sensitiveNames.filter((name) => strategyOf(asked, name) !== "none");
  const strategy = dimensions.map((name) => strategyOf(asked, name))[0];
  return strategy === undefined || strategy === "none" ? null : { strategy, dimensions };
};

/** What scoring needs to mitigate; plain data that is kept with the model. */
export interface Mitigation {
  strategy: Exclude<MitigationStrategy, "none">;
  /** People are ranked within their cell: one value of each of these. */
  dimensions: Dimension[];
  /** Of each cell: how much later than an equal turn its people come. */
  delays: number[];
}

export const biasLevels = ["low_bias", "moderate_bias", "strong_bias"] as const;
export type BiasLevel = (typeof biasLevels)[number];

/** `too_few_to_tell`: fewer people than a figure takes to be more than chance. */
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
  /** Of the rows with the label. */
  share: number;
}

/** How a dimension's values are spread over all rows learned from, those that attained, and those that did not. */
export interface Spread {
  dimension: string;
  candidates: ValueShare[];
  positives: ValueShare[];
  negatives: ValueShare[];
  /** How far the spread of a label lies from that of all, 0 to 1. */
  distance: number;
  level: BiasLevel;
}

/** A figure beside its bounds of 95 %. */
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
  /** Of the tested people. */
  share: number;
  attained: number;
  /** Sum of the probabilities. */
  expected: number;
  mean_probability: number;
  realised: Bounded;
  /** Share of the subpopulation among the first over its share among all; 1 is parity. */
  selection_ratio: Bounded;
  /** Of those who attained, how many are among the first. */
  true_positive_rate: Bounded;
  /** False: too few people, or too few of either label, for a judgement. */
  is_enough: boolean;
  power: Metric<(typeof powerLevels)[number]>[];
  predictions: Metric<(typeof predictionLevels)[number]>[];
  fairness: Metric<(typeof fairnessLevels)[number]>[];
}

export interface BiasReport {
  /** By which trait each dimension is told. */
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
  /** What is beyond chance, and what cannot be told; for people. */
  findings: string[];
  mitigation: MitigationCost | null;
}

/** The same test of the same people, had nothing been mitigated, and as it is delivered. */
export interface MitigationCost {
  strategy: Mitigation["strategy"];
  dimensions: string[];
  without: Scores;
  with: Scores;
  /** Of the cells that are mitigated. */
  selection_ratios: { name: string; people: number; without: number; with: number }[];
}
