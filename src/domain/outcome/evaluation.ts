// Evaluation of an outcome's test: metrics of its probabilities with their intervals, a comparison with
// simple rules, and warnings.

import type { EpochSeconds } from "../resource/resource.js";
import type { Diagnosis } from "./warnings.js";

/** Metrics of probabilities for people and a date that the model has not seen. */
export interface Scores {
  people: number;
  attained: number;
  base_rate: number;
  auc: number;
  /** Mean precision over the people who attained, each at its own rank. */
  average_precision: number;
  log_loss: number;
  brier: number;
  /** Expected calibration error over ten equal-mass bins. */
  ece: number;
  /** Rate in the top 10 % over the base rate. */
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

/** A 95 % interval, as if other people of the same kind had been tested; of the model's AUC, also on another date. */
export interface Interval {
  low: number;
  high: number;
}

/** A number with its 95 % interval. */
export interface Estimate extends Interval {
  value: number;
}

/** An effect on each of so many people as one on all of them. */
export const timesPeople = ({ value, low, high }: Estimate, people: number): Estimate => ({
  value: value * people,
  low: low * people,
  high: high * people,
});

export type Intervals = Record<MetricName, Interval>;

/** A point of a curve with its 95 % band. */
export interface BandPoint {
  x: number;
  y: number;
  y_min: number;
  y_max: number;
}

/**
 * The model compared with the simple rule of the lowest log loss, on the same people. Differences are model
 * minus rule.
 */
export interface Comparison {
  /** A baseline by name: `constant` or `recency`. */
  rule: string;
  differences: Record<MetricName, Interval & { value: number }>;
}

/**
 * `clearly_better`   the log loss is significantly lower than the rule's, by more than the minimum gain
 * `slightly_better`  it is significantly lower, but the gain may be below the minimum
 * `no_better`        the gain is significantly below the minimum: the rule works as well
 * `too_little_data`  none of these is significant
 */
export const decisions = ["clearly_better", "slightly_better", "no_better", "too_little_data"] as const;
export type Decision = (typeof decisions)[number];

/**
 * Figures on which each kind of verdict rests. Gains are shares of the rule's log loss by which the model's
 * is lower.
 */
export interface VerdictFigures {
  /** In the mean over `dates` past dates; of the test alone, where it is absent. */
  model_against_rule: { rule: string; gain: number; low: number; high: number; dates?: number };
  /** The interval of the AUC includes 0.5, or lies below it. */
  model_does_not_rank: { auc: number; low: number; high: number };
  /** Neither the model nor a simple rule ranks people better than chance. */
  nothing_ranks: { auc: number; low: number; high: number };
  /** The model ranks, and expects far more or far fewer people than reach the goal. */
  model_level_off: { expected: number; attained: number };
  /** The model clearly beats the rule on other people of the same days, and no past date was tested. */
  model_untested_later: { rule: string; gain: number; low: number; high: number };
  /** More of the newest claims of numbers of people are outside their intervals than by chance. */
  claims_broken: { judged: number; broken: number };
  model_too_few_tested: { tested: number; needed: number; attained: boolean };
  /** `low` and `high` are bounds of the ratio of both ranking scores (NDCG). */
  recommender_against_popular: {
    candidate: string;
    hits: number;
    popular_hits: number;
    low: number;
    high: number;
  };
  recommender_too_few_tested: { tested: number; needed: number };
}

/** `src/words/verdict.ts` renders the sentence. */
export type Verdict = {
  [C in keyof VerdictFigures]: { decision: Decision; code: C; figures: VerdictFigures[C] };
}[keyof VerdictFigures];

/** About 10 % of the tested people, by probability: how many were expected to attain, and how many did. */
export interface Decile {
  people: number;
  lowest: number;
  highest: number;
  /** Sum of the probabilities. */
  expected: number;
  attained: number;
  /** Interval of the observed rate. */
  rate_low: number;
  rate_high: number;
}

/** Performance for people of some tenure, in days; null: no end. */
export interface TenurePerformance {
  tenure_start: number;
  tenure_end: number | null;
  scores: Scores;
  lift_value: number;
  roc_curve: { x: number; y: number }[];
  lift_curve: BandPoint[];
}

/**
 * People with similar values of one feature. `density` is their share of the tested people, `impact` the
 * difference between their mean probability and that of all people, `actual_rate` their observed rate.
 */
interface Bin {
  density: number;
  impact: number;
  actual_rate: number;
}
export type DirectionBin =
  | (Bin & { data_type: "number"; min: number; max: number })
  | (Bin & { data_type: "boolean"; value: boolean });

/** Training rows of one landmark. */
export interface TrainingLandmark {
  landmark: EpochSeconds;
  rows: number;
  attained: number;
}

/**
 * `leak`          a feature predicts the goal nearly alone, so it may contain the answer
 * `shift`         a feature's values moved abruptly, or the people scored differ from those learned from
 * `quiet_stream`  a stream has had no events for far longer than usual
 * `question`      the definitions nearly settle who reaches the goal, or the dates of the goal are not known
 * `rate`          the rate at the test is far outside of all earlier rates
 * `level`         the test expected far more or far fewer people than reached the goal
 */
export const warningKinds = ["leak", "shift", "quiet_stream", "question", "rate", "level"] as const;

/** `src/words/warnings.ts` renders the sentence. */
export type Warning = {
  kind: (typeof warningKinds)[number];
  /** Name of the feature or stream, or the part of the definition: `attainment`, `eligible`. */
  about: string;
} & (
  | Diagnosis
  /** Warning of a refusal. */
  | { code?: undefined; figures?: undefined; note: string }
);

/** Difference between the scored people and the training data, by the population stability index. */
export interface PopulationShift {
  /** Mean over the features, weighted by importance. */
  index: number;
  /** Important features, the most important first. */
  features: { name: string; literate: string; importance: number; index: number }[];
}

/** The model as it would have been delivered at a past date, and what happened after it. */
export interface OriginFigures {
  landmark: EpochSeconds;
  people: number;
  /** Sum of the probabilities. */
  expected: number;
  attained: number;
  auc: number;
  /** Interval of the AUC as if other people had been there on that date. */
  auc_low: number;
  auc_high: number;
  log_loss: number;
  ece: number;
}

export interface Evaluation {
  roc_curve: BandPoint[];
  lift_curve: BandPoint[];
  /** Intervals by name: `model` and every candidate. */
  intervals: Record<string, Intervals>;
  comparison: Comparison;
  verdict: Verdict;
  /** Highest probabilities first. */
  deciles: Decile[];
  /** Shortest tenure first; empty if tenure is unknown. */
  tenures: TenurePerformance[];
}
