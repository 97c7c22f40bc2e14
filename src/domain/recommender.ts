// A recommender says what each person takes next: which values of a property of a stream's events, the likeliest first.

import { type Static, Type } from "@sinclair/typebox";
import type { Interval, Verdict } from "./evaluation.js";
import type { EpochSeconds } from "./resource.js";
import { closed } from "./schema.js";

export const recommenderConfig = closed({
  stream_name: Type.String({
    minLength: 1,
    description: "Name of a stream, in any case. All of its events must have dates.",
    examples: ["transaction"],
  }),
  stream_property_name: Type.String({
    minLength: 1,
    description: "Event property whose values are recommended.",
    examples: ["product"],
  }),
});
/** `stream_name` is kept as the stream's machine name. */
export type RecommenderConfig = Static<typeof recommenderConfig>;

/** So many are recommended to each person, where there are as many. */
export const maxRanks = 10;

/**
 * From simple to rich:
 *
 * `popularity`  what most people take lately, the same for everybody
 * `repeat`      what the person took before, the more often and lately the better
 * `next`        what others took on the visit after one like the person's last
 * `similar`     what others have who have what the person has
 * `blend`       all of them, each by as much as it has been right of late
 *
 * All of them go on with what is popular where they have nothing more to say.
 */
export const recommenderCandidates = ["popularity", "repeat", "next", "similar", "blend"] as const;
export type RecommenderCandidate = (typeof recommenderCandidates)[number];

/** What the blend is made of. */
export const blendParts = ["popularity", "repeat", "next", "similar"] as const;
export type BlendPart = (typeof blendParts)[number];

/** The blend weighs its parts anew from these numbers of visits on: little is known of who came once. */
export const visitGroups = [1, 2, 5] as const;

/**
 * `hit_rate_<k>`  share of the people who took any of the first k
 * `mrr`           mean of one over the first rank that was right, 0 beyond ten
 * `ndcg`          discounted gain of all ranks that were right over the best possible, the first ten
 */
export const recommenderMetrics = ["hit_rate_1", "hit_rate_3", "hit_rate_10", "mrr", "ndcg"] as const;
export type RecommenderMetric = (typeof recommenderMetrics)[number];

export type RecommenderScores = Record<RecommenderMetric, Interval & { value: number }>;

/** People known at the cutoff who came again within the horizon, and what they took then. */
export interface RecommenderTest {
  cutoff: EpochSeconds;
  horizon_days: number;
  people: number;
}

export interface RecommenderResult {
  /** Who took anything, and has recommendations of their own; all others are recommended what is popular. */
  people_count: number;
  /** Values that anybody took. */
  item_count: number;
  /** Values among anybody's recommendations. */
  recommended_item_count: number;
  /** What most people take lately, the most popular first, at most ten. */
  popular: string[];
  test: RecommenderTest;
  used: RecommenderCandidate;
  /** Empty where nobody could be tested. */
  candidates: Partial<Record<RecommenderCandidate, RecommenderScores>>;
  /** By the least number of visits: shares of the parts, which add up to 1. */
  blend: { visits: number; weights: Record<BlendPart, number> }[];
  verdict: Verdict;
}
