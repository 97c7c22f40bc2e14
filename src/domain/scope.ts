// A scope (a pipeline, in prose) says whom to score and what to say of them. A preview is a pipeline not yet enabled.

export interface ScopeConfig {
  population: { cohort_ids: string[]; exclusion_cohort_ids?: string[] };
  payload: { outcome_ids: string[]; cohort_ids?: string[]; attributes?: string[] };
  preview: boolean;
}

export interface ScopeResult {
  population_count: number;
  /** Per outcome id, how many people have which status. */
  outcomes: Record<string, { scored: number; attained: number; not_eligible: number; expected: number }>;
}

/** Targets of a pipeline that is not yet enabled hold this many rows at most. */
export const previewRows = 1000;
