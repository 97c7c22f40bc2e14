// The minimum number of events of a member. It is apart from the schemas, which the console should not load.

import type { CohortConfig } from "./cohort.js";

/**
 * Without bounds a member has at least one chosen event, and an upper bound alone does not change that: one-time
 * purchasers have purchased. Only a bound of zero, lower or upper, lets in people without any.
 */
export const minCountOf = ({ min_count, max_count }: CohortConfig): number =>
  min_count ?? Math.min(1, max_count ?? 1);
