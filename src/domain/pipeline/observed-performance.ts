// Observed performance of past scores. A pipeline keeps its scores from time to time, and counts conversions
// once their horizon has ended.
//
//   waiting    a snapshot of the scores as of a cutoff, whose horizon has not ended
//   settling   its horizon has ended, less than one more ago: late events may still change the counts
//   observed   its horizon has ended: expected and observed counts, without any person's score

import type { CohortConfig } from "../cohort/cohort.js";
import type { Decile, Interval } from "../outcome/evaluation.js";
import {
  type CalendarFields,
  type Horizon,
  type HorizonFields,
  horizonOf,
  usualSeconds,
  windowEnd,
} from "../outcome/label-window.js";
import type { Undecided } from "../outcome/outcome.js";
import type { ValueDecile, ValueError, ValueMeasure } from "../outcome/value.js";
import type { EpochSeconds } from "../resource/resource.js";
import type { KeptChallenger, ObservedChallenger } from "./challenger.js";

interface PastScores extends HorizonFields {
  cutoff: EpochSeconds;
  /** Fingerprint of the outcome whose model made the scores. */
  model: string;
}

export interface ScoreSnapshot extends PastScores {
  people: number;
  /** Uncertainty of the level of the probabilities: see `model/propensity/expected-total.ts`. */
  level_margin: number;
  /** AUC of the test of its model; absent in snapshots of earlier versions. */
  auc?: Interval & { expected: number };
  /** Models beside the delivered one, whose probabilities the snapshot has too; absent in earlier versions. */
  challengers?: KeptChallenger[];
  /** Values of an outcome that asks for amounts or counts, whose snapshot has them too. */
  values?: SnapshotValues;
}

export interface SnapshotValues {
  measures: Partial<Record<ValueMeasure, ValueError>>;
  /** See `ValueConfig`. */
  discount_rate: number;
}

export interface ObservedPerformance extends PastScores {
  people: number;
  /** People of the snapshot who no longer exist, whose result is undecided, or who were not active where that is asked for. */
  left_out: number;
  /** Expected number of the others who attain: the sum of their probabilities, with its interval. */
  expected: number;
  expected_interval: Interval;
  attained: number;
  /** AUC of these scores with its 95 % interval; absent where all attained or nobody did, and in earlier versions. */
  ranking?: { auc: number; interval: Interval };
  challengers?: ObservedChallenger[];
  /** Deciles by the percentile of each person at the time, the highest first. */
  deciles: Decile[];
  /** Observed values of scores with amounts or counts. */
  values?: Partial<Record<ValueMeasure, ObservedValue>>;
}

/** Sums over people of what they were expected to have within the horizon, and of what they had. */
export interface ObservedValue {
  expected: number;
  expected_interval: Interval;
  observed: number;
  /** Deciles by the expected value, the highest first. */
  deciles: ValueDecile[];
}

/** The definition that the scores were made for. They say nothing about another definition. */
export interface PredictionDefinition extends CalendarFields {
  attainment: CohortConfig;
  eligible: CohortConfig | null;
  attrition: CohortConfig | null;
  /** Absent: the probability is that of all people. */
  active?: CohortConfig;
  undecided: Undecided;
  recurring: boolean;
  /** Null: chosen from the data, or of the calendar. */
  horizon_days: number | null;
}

/** Oldest first. */
export interface PerformanceHistory {
  question: PredictionDefinition;
  waiting: ScoreSnapshot[];
  /** Absent in results of earlier versions. */
  settling?: ScoreSnapshot[];
  observed: ObservedPerformance[];
}

/** Maximum number of waiting snapshots of an outcome within one horizon. */
const perHorizon = 4;
/** About ten horizons. */
const maxObserved = 40;

export const horizonEnd = ({ cutoff, ...horizon }: Omit<PastScores, "model">): EpochSeconds =>
  windowEnd(cutoff, horizonOf(horizon));

/**
 * Snapshots whose horizon has ended, those among them that later builds count again, those that still wait,
 * and whether a new one is due.
 */
export const partitionSnapshots = (
  snapshots: readonly ScoreSnapshot[],
  now: EpochSeconds,
  horizon: Horizon,
): { ended: ScoreSnapshot[]; settling: ScoreSnapshot[]; waiting: ScoreSnapshot[]; isDue: boolean } => {
  const hasEnded = (snapshot: ScoreSnapshot) => horizonEnd(snapshot) <= now;
  const waiting = snapshots.filter((snapshot) => !hasEnded(snapshot));
  const minGap = usualSeconds(horizon) / perHorizon;
  const ended = snapshots.filter(hasEnded);
  return {
    ended,
    settling: ended.filter((snapshot) => now < horizonEnd(snapshot) + usualSeconds(horizonOf(snapshot))),
    waiting,
    isDue: waiting.every(({ cutoff }) => Math.abs(now - cutoff) >= minGap),
  };
};

/** The newest results, where those that were counted again take the place of the earlier ones. */
export const newestObserved = (
  before: readonly ObservedPerformance[],
  counted: readonly ObservedPerformance[],
): ObservedPerformance[] => {
  const isCounted = new Set(counted.map(({ cutoff }) => cutoff));
  return [...before.filter(({ cutoff }) => !isCounted.has(cutoff)), ...counted]
    .sort((a, b) => a.cutoff - b.cutoff)
    .slice(-maxObserved);
};
