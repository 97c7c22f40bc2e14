// What became of the people who were scored. A pipeline keeps its scores as they were given, now and then, and once the days
// that they speak of are over looks up who attained.
//
//   waiting    a snapshot of the scores as of a cutoff; its horizon is not over
//   realised   its horizon is over: what was expected and what happened, and no person's score any more

import type { CohortConfig } from "./cohort.js";
import type { Decile, Interval } from "./evaluation.js";
import type { Undecided } from "./outcome.js";
import { type EpochSeconds, secondsPerDay } from "./resource.js";

interface Given {
  cutoff: EpochSeconds;
  horizon_days: number;
  /** Fingerprint of the outcome whose model gave the scores. */
  model: string;
}

export interface ScoreSnapshot extends Given {
  people: number;
  /** How surely the level of the probabilities was known: see `model/total.ts`. */
  level_margin: number;
}

export interface ObservedPerformance extends Given {
  people: number;
  /** People of the snapshot who are not known any more, or of whom it was not decided. */
  left_out: number;
  /** Sum of the probabilities of the others, with bounds of how many of them would attain. */
  expected: number;
  expected_interval: Interval;
  attained: number;
  /** By the percentile that each person had, the highest first. */
  deciles: Decile[];
}

/** What the scores were about. Of another question they say nothing. */
export interface PredictionDefinition {
  attainment: CohortConfig;
  eligible: CohortConfig | null;
  attrition: CohortConfig | null;
  undecided: Undecided;
  recurring: boolean;
  /** Null: chosen from the data. */
  horizon_days: number | null;
}

/** Oldest first. */
export interface PerformanceHistory {
  question: PredictionDefinition;
  waiting: ScoreSnapshot[];
  realised: ObservedPerformance[];
}

/** Of each outcome at most so many are waiting within one horizon. */
const perHorizon = 4;
/** About ten horizons. */
const mostRealised = 40;

export const horizonEnd = ({ cutoff, horizon_days }: Given): EpochSeconds =>
  cutoff + horizon_days * secondsPerDay;

/** Which snapshots can be judged now, which wait on, and whether it is time for another. */
export const partitionSnapshots = (
  snapshots: readonly ScoreSnapshot[],
  now: EpochSeconds,
  horizonDays: number,
): { ripe: ScoreSnapshot[]; waiting: ScoreSnapshot[]; isDue: boolean } => {
  const isRipe = (snapshot: ScoreSnapshot) => horizonEnd(snapshot) <= now;
  const waiting = snapshots.filter((snapshot) => !isRipe(snapshot));
  const apart = (horizonDays * secondsPerDay) / perHorizon;
  return {
    ripe: snapshots.filter(isRipe),
    waiting,
    isDue: waiting.every(({ cutoff }) => Math.abs(now - cutoff) >= apart),
  };
};

/** The newest of them. */
export const newestObserved = (realised: readonly ObservedPerformance[]): ObservedPerformance[] =>
  realised.slice(-mostRealised);
