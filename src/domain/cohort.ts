// A cohort is a group of people as of a cutoff. Membership is a function of (definition, cutoff) and of nothing else:
// the same definition answers for today and for any day past. The conditions choose the events; count, value and recency
// are then taken over the chosen events before the cutoff.

import type { SpanName } from "./calendar.js";
import type { PropertyCondition, TraitCondition } from "./condition.js";
import type { PlaceCondition } from "./place.js";
import type { EpochSeconds } from "./resource.js";

/** Days from the first or last chosen event to the cutoff; both bounds are inclusive. */
export interface Recency {
  occurrence: "first" | "last";
  min_days?: number;
  max_days?: number;
}

export interface CohortConfig {
  /** Machine name of a stream. Absent: the cohort is chosen by traits and places alone. */
  stream_name?: string;
  min_count?: number;
  max_count?: number;
  /** Bounds of the sum of `value` over the chosen events, inclusive. */
  min_value?: number;
  max_value?: number;
  recency?: Recency;
  stream_conditions?: PropertyCondition[];
  traits?: TraitCondition[];
  place_conditions?: PlaceCondition[];
}

/**
 * Without bounds a member has at least one chosen event, and an upper bound alone does not change that: one-time
 * purchasers have purchased. Only a bound of zero, lower or upper, lets in people without any.
 */
export const minCountOf = ({ min_count, max_count }: CohortConfig): number =>
  min_count ?? Math.min(1, max_count ?? 1);

/** How many belonged to it at the end of each period. */
export type Membership = Record<SpanName, { start: EpochSeconds; count: number }[]>;

export interface CohortResult {
  population_count: number;
  /** Absent in results of before it was looked at. */
  membership?: Membership;
}
