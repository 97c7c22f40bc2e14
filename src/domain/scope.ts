// A scope (a pipeline, in prose) says whom to score and what to say of them. A preview is a pipeline not yet enabled.

import type { Interval, PopulationShift, Warning } from "./evaluation.js";
import type { PerformanceHistory } from "./observed-performance.js";
import type { EpochSeconds } from "./resource.js";

export interface ScopeConfig {
  population: { cohort_ids: string[]; exclusion_cohort_ids?: string[] };
  payload: {
    outcome_ids: string[];
    cohort_ids?: string[];
    persona_set_ids?: string[];
    recommender_ids?: string[];
    attributes?: string[];
    /** True: say why each person is as likely as they are. */
    explainability?: boolean;
  };
  preview: boolean;
}

/** How many people have which status, and what is said of those scored. */
export interface ScoredOutcome {
  scored: number;
  attained: number;
  not_eligible: number;
  /** Sum of the probabilities. */
  expected: number;
  /** Bounds of how many will attain; absent where the outcome has no horizon, and in results of version 0.1. */
  expected_interval?: Interval;
  /** People by probability, in `histogramBins` bins of equal width; absent in results of version 0.1. */
  histogram?: number[];
  /** Whom the outcome could be asked of as well and the scope does not tell of, likewise; absent in results of version 0.1. */
  elsewhere?: { people: number; histogram: number[] };
  /** Absent where too few are scored to tell, and in results of version 0.1. */
  shift?: PopulationShift;
}

export interface ScopeResult {
  population_count: number;
  /** The cutoff of the scores, exclusive; absent in results of version 0.1. */
  data_through?: EpochSeconds;
  /** By outcome id. */
  outcomes: Record<string, ScoredOutcome>;
  /** Absent in results of version 0.1, as is the next. */
  warnings?: (Warning & { outcome_id: string })[];
  /** By outcome id, what became of the people of earlier scores; of outcomes with a horizon. */
  followed?: Record<string, PerformanceHistory>;
}

/** Cohorts of those who are scored, and of those who are left out. */
export const populationIds = ({ population }: ScopeConfig): string[] => [
  ...population.cohort_ids,
  ...(population.exclusion_cohort_ids ?? []),
];

/** Outcomes, cohorts, persona sets and recommenders that a scope tells of. */
export const payloadIds = ({ payload }: ScopeConfig): string[] => [
  ...payload.outcome_ids,
  ...(payload.cohort_ids ?? []),
  ...(payload.persona_set_ids ?? []),
  ...(payload.recommender_ids ?? []),
];

export const histogramBins = 100;

/** Targets of a pipeline that is not yet enabled hold this many rows at most. */
export const previewRows = 1000;

/** Of each outcome's people this many, the most likely, are explained: 25 to 75 seconds on one core. */
export const mostExplained = 100_000;
