// Events of a member: their minimum number, and the streams that have them. Apart from the schemas, which the
// console should not load.

import type { CohortConfig } from "./cohort.js";

/**
 * Without bounds a member has at least one chosen event, and an upper bound alone does not change that: one-time
 * purchasers have purchased. Only a bound of zero, lower or upper, lets in people without any.
 */
export const minCountOf = ({ min_count, max_count }: CohortConfig): number =>
  min_count ?? Math.min(1, max_count ?? 1);

/** The streams that a definition reads, each once: the one with its events, then those that end membership. */
export const streamsOf = ({ stream_name, not_followed_by = [] }: CohortConfig): string[] => [
  ...new Set([...(stream_name === undefined ? [] : [stream_name]), ...not_followed_by]),
];
