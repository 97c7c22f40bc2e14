// A cohort is a group of people as of a cutoff. Membership is a function of (definition, cutoff) and of nothing else:
// the same definition answers for today and for any day past. The conditions choose the events; count, value and recency
// are then taken over the chosen events before the cutoff.

import type { PropertyCondition, TraitCondition } from "./condition.js";

/** Days from the first or last chosen event to the cutoff; both bounds are inclusive. */
export interface Recency {
  occurrence: "first" | "last";
  min_days?: number;
  max_days?: number;
}

export interface CohortConfig {
  /** Machine name of a stream. Absent: the cohort is chosen by traits alone. */
  stream_name?: string;
  min_count?: number;
  max_count?: number;
  /** Bounds of the sum of `value` over the chosen events, inclusive. */
  min_value?: number;
  max_value?: number;
  recency?: Recency;
  stream_conditions?: PropertyCondition[];
  traits?: TraitCondition[];
}

export interface CohortResult {
  population_count: number;
}
