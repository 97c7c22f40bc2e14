// What the test of an outcome says: how good its probabilities are, how sure one may be of that, beside what a simple rule
// would have achieved, and what its owner should be wary of.

import type { EpochSeconds } from "./resource.js";

/** How true probabilities are on people and a date that the model has not seen. */
export interface Scores {
  people: number;
  attained: number;
  base_rate: number;
  auc: number;
  /** Mean precision over those who attained, each at its own place in the ranking. */
  average_precision: number;
  log_loss: number;
  brier: number;
  /** Expected calibration error over ten bins of equal mass. */
  ece: number;
  /** Rate among the top tenth over the base rate. */
  top_decile_lift: number;
}

export const metricNames = [
  "auc",
  "average_precision",
  "log_loss",
  "brier",
  "ece",
  "top_decile_lift",
] as const;
export type MetricName = (typeof metricNames)[number];

/** Bounds of 95 %, had other people of the same kind been tested. */
export interface Interval {
  low: number;
  high: number;
}

export type Intervals = Record<MetricName, Interval>;

/** A point of a curve with its band of 95 %. */
export interface BandPoint {
  x: number;
  y: number;
  y_min: number;
  y_max: number;
}

/** The model against the simple rule with the least log loss, on the same people. Differences are model less rule. */
export interface Comparison {
  /** A baseline by name: `constant` or `recency`. */
  rule: string;
  differences: Record<MetricName, Interval & { value: number }>;
}

/**
 * `clearly_better`   the log loss is lower than the rule's by more than what would matter, surely
 * `slightly_better`  it is lower, surely, but perhaps by less than what would matter
 * `no_better`        what would matter is surely not there: the rule serves as well
 * `too_little_data`  neither can be said
 */
export const decisions = ["clearly_better", "slightly_better", "no_better", "too_little_data"] as const;
export type Decision = (typeof decisions)[number];

export interface Verdict {
  decision: Decision;
  /** The decision and its reason, for people. */
  text: string;
}

/** About a tenth of the tested people, by probability: those foretold to attain, and those who did. */
export interface Decile {
  people: number;
  lowest: number;
  highest: number;
  /** Sum of the probabilities. */
  expected: number;
  attained: number;
  /** Bounds of the realised rate. */
  rate_low: number;
  rate_high: number;
}

/** How good the probabilities are for people known so long, in days; without an end for as long as anybody. */
export interface TenurePerformance {
  tenure_start: number;
  tenure_end: number | null;
  scores: Scores;
  lift_value: number;
  roc_curve: { x: number; y: number }[];
  lift_curve: BandPoint[];
}

/**
 * People alike in one feature. `density` is their share of the tested people, `impact` how far the mean of their
 * probabilities lies above everybody's, `realised` the rate at which they attained.
 */
interface Bin {
  density: number;
  impact: number;
  realised: number;
}
export type DirectionBin =
  | (Bin & { data_type: "number"; min: number; max: number })
  | (Bin & { data_type: "boolean"; value: boolean });

/** What one landmark gave to learn from. */
export interface TrainingLandmark {
  landmark: EpochSeconds;
  rows: number;
  attained: number;
}

/**
 * `leak`          a feature says by itself who attains, or decides nearly alone: it may know the answer
 * `shift`         a feature's values moved abruptly just before the test
 * `quiet_stream`  a stream has had no events for much longer than is usual for it
 * `question`      what is asked is hardly a question: who attains is as good as settled by how the cohorts are defined, or
 *                 when they attained is not known
 * `rate`          far more or far fewer attained at the test than at any landmark before
 */
export const warningKinds = ["leak", "shift", "quiet_stream", "question", "rate"] as const;

export interface Warning {
  kind: (typeof warningKinds)[number];
  /** Name of the feature or stream, or the part of the question: `attainment`, `eligible`. */
  about: string;
  /** What is the matter and what to do, for people. */
  note: string;
}

/** How far the people scored are from those learned from, by the population stability index. */
export interface PopulationShift {
  /** Mean over the features, by importance. */
  index: number;
  /** Those that matter, the most important first. */
  features: { name: string; literate: string; importance: number; index: number }[];
}

export interface Evaluation {
  roc_curve: BandPoint[];
  lift_curve: BandPoint[];
  /** By name: `model`, and every candidate. */
  intervals: Record<string, Intervals>;
  comparison: Comparison;
  verdict: Verdict;
  /** Highest probabilities first. */
  deciles: Decile[];
  /** Shortest tenure first; none where tenure is not known. */
  tenures: TenurePerformance[];
}
