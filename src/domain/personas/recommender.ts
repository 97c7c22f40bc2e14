// Recommenders: for each person, the most likely next items. Items are the values of a property of a stream's events.

import type { Static } from "@sinclair/typebox";
import type { Interval, Verdict } from "../outcome/evaluation.js";
import type { EpochSeconds } from "../resource/resource.js";
import { closed, nameOf } from "../resource/schema.js";

export const recommenderConfig = closed({
  stream_name: nameOf("Name of a stream, in any case. All of its events must have dates.", "transaction"),
  stream_property_name: nameOf("Event property whose values are recommended.", "product"),
});
/** `stream_name` is kept as the stream's machine name. */
export type RecommenderConfig = Static<typeof recommenderConfig>;

/** Maximum number of items recommended to each person. */
export const maxRanks = 10;

/**
 * Candidate models, from simple to complex:
 *
 * `popularity`  recently popular items, the same for everyone
 * `repeat`      items that the person took before, by frequency and recency
 * `next`        items that others took on the visit after one like the person's last
 * `similar`     items of people with items in common
 * `blend`       a weighted mean of all of these
 *
 * Each of them fills the remaining ranks with popular items.
 */
export const recommenderCandidates = ["popularity", "repeat", "next", "similar", "blend"] as const;
export type RecommenderCandidate = (typeof recommenderCandidates)[number];

/** Parts of the blend. */
export const blendParts = ["popularity", "repeat", "next", "similar"] as const;
export type BlendPart = (typeof blendParts)[number];

/**
 * The blend has separate weights from these numbers of visits on, since little is known about people with one
 * visit.
 */
export const visitGroups = [1, 2, 5] as const;

/**
 * `hit_rate_<k>`  share of people who took one of the first k items
 * `mrr`           mean reciprocal rank of the first hit, 0 beyond ten
 * `ndcg`          normalised discounted cumulative gain of the first ten
 */
export const recommenderMetrics = ["hit_rate_1", "hit_rate_3", "hit_rate_10", "mrr", "ndcg"] as const;
export type RecommenderMetric = (typeof recommenderMetrics)[number];

export type RecommenderScores = Record<RecommenderMetric, Interval & { value: number }>;

/** Test set: people known at the cutoff who returned within the horizon, with the items that they took. */
export interface RecommenderTest {
  cutoff: EpochSeconds;
  horizon_days: number;
  people: number;
}

export interface RecommenderResult {
  /** People with at least one item, who have recommendations of their own; all others get the popular items. */
  people_count: number;
  /** Number of distinct items. */
  item_count: number;
  /** Number of distinct items among all recommendations. */
  recommended_item_count: number;
  /** The most popular items, at most ten. */
  popular: string[];
  test: RecommenderTest;
  used: RecommenderCandidate;
  /** Empty without test people. */
  candidates: Partial<Record<RecommenderCandidate, RecommenderScores>>;
  /** Weights of the parts, which add up to 1, by minimum number of visits. */
  blend: { visits: number; weights: Record<BlendPart, number> }[];
  verdict: Verdict;
}
