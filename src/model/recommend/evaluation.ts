// Evaluation of the candidate recommenders: ranking metrics per person, the choice of the candidate, and the
// verdict. The choice is the simplest candidate that the test cannot distinguish from the best. The verdict
// compares it with popularity by the interval of its relative gain in NDCG, as verdicts of outcomes do.

import type { Decision, Interval, Verdict } from "../../domain/outcome/evaluation.js";
import {
  maxRanks,
  type RecommenderCandidate,
  type RecommenderMetric,
  type RecommenderScores,
  recommenderCandidates,
  recommenderMetrics,
} from "../../domain/personas/recommender.js";
import { decide, minRarerTested } from "../evaluation/verdict.js";
import { basicInterval, eachDraw } from "../numeric/confidence-intervals.js";
import { simplestWithinError } from "../numeric/one-standard-error.js";

/** For each metric, one value per person, 0 to 1. */
export type RankingMetrics = Record<RecommenderMetric, Float64Array>;

/** `person[i]`, from 0 and non-decreasing, took an item of rank `rank[i]`: from 1, or NaN if it was not recommended. */
export const rankingMetrics = (people: number, person: Uint32Array, rank: Float64Array): RankingMetrics => {
  const first = new Float64Array(people).fill(Number.POSITIVE_INFINITY);
  const gain = new Float64Array(people);
  const taken = new Uint32Array(people);
  person.forEach((p, i) => {
    taken[p]! += 1;
    if (!(rank[i]! <= maxRanks)) return;
    first[p] = Math.min(first[p]!, rank[i]!);
    gain[p]! += discount(rank[i]!);
  });
  const within = (most: number) => first.map((place) => (place <= most ? 1 : 0));
  return {
    hit_rate_1: within(1),
    hit_rate_3: within(3),
    hit_rate_10: within(maxRanks),
    mrr: first.map((place) => 1 / place),
    ndcg: gain.map((sum, p) => sum / bestGain(taken[p]!)),
  };
};

/** The gain of a hit, discounted by its rank (Järvelin and Kekäläinen 2002). */
const discount = (rank: number): number => 1 / Math.log2(1 + rank);

const bestGains = Array.from({ length: maxRanks }, (_, i) => discount(i + 1)).map((_, i, all) =>
  all.slice(0, i + 1).reduce((sum, gain) => sum + gain, 0),
);
const bestGain = (taken: number): number => bestGains[Math.min(taken, maxRanks) - 1] ?? 1;

/** Weighted means over the people. */
export const weightedMeans = (
  figures: RankingMetrics,
  weight: ArrayLike<number>,
): Record<RecommenderMetric, number> => {
  let total = 0;
  for (let i = 0; i < weight.length; i++) total += weight[i]!;
  const mean = (metric: RecommenderMetric): number => {
    let sum = 0;
    for (let i = 0; i < weight.length; i++) sum += weight[i]! * figures[metric][i]!;
    return sum / Math.max(total, 1);
  };
  return Object.fromEntries(recommenderMetrics.map((metric) => [metric, mean(metric)])) as Record<
    RecommenderMetric,
    number
  >;
};

/** Metrics of every candidate, for the same people. */
export type CandidateMetrics = Record<RecommenderCandidate, RankingMetrics>;

export interface RecommenderEvaluation {
  used: RecommenderCandidate;
  candidates: Partial<Record<RecommenderCandidate, RecommenderScores>>;
  verdict: Verdict;
}

const draws = 200;

export const evaluateCandidates = (metrics: CandidateMetrics, seed: number): RecommenderEvaluation => {
  const people = metrics.popularity.ndcg.length;
  if (people === 0) return { used: "popularity", candidates: {}, verdict: tooFew(0) };
  const equalWeights = new Uint8Array(people).fill(1);
  const measured = means(metrics, equalWeights);
  const drawn: Means[] = [];
  eachDraw(people, { seed, draws }, (weight) => drawn.push(means(metrics, weight)));
  const candidates = perCandidate((candidate) => scoresOf(candidate, measured, drawn));
  if (people < minRarerTested) return { used: "popularity", candidates, verdict: tooFew(people) };
  const used = simplest(metrics);
  return { used, candidates, verdict: verdictOf(used, measured, drawn, people) };
};

type Means = Record<RecommenderCandidate, Record<RecommenderMetric, number>>;

const perCandidate = <T>(of: (candidate: RecommenderCandidate) => T): Record<RecommenderCandidate, T> =>
  Object.fromEntries(recommenderCandidates.map((candidate) => [candidate, of(candidate)])) as Record<
    RecommenderCandidate,
    T
  >;

const means = (metrics: CandidateMetrics, weight: Uint8Array): Means =>
  perCandidate((candidate) => weightedMeans(metrics[candidate], weight));

const scoresOf = (
  candidate: RecommenderCandidate,
  measured: Means,
  drawn: readonly Means[],
): RecommenderScores =>
  Object.fromEntries(
    recommenderMetrics.map((metric) => {
      const value = measured[candidate][metric];
      const { low, high } = intervalOf(value, drawn, (draw) => draw[candidate][metric]);
      return [metric, { value, low: Math.max(0, low), high: Math.min(1, high) }];
    }),
  ) as RecommenderScores;

const intervalOf = (value: number, drawn: readonly Means[], of: (draw: Means) => number): Interval =>
  basicInterval(value, value, Float64Array.from(drawn, of));

const simplest = (metrics: CandidateMetrics): RecommenderCandidate => {
  const losses = recommenderCandidates.map((candidate) => metrics[candidate].ndcg.map((gain) => 1 - gain));
  return recommenderCandidates[simplestWithinError(losses)]!;
};

/** Where popularity itself is used, it is compared with the best of the others. */
const verdictOf = (
  used: RecommenderCandidate,
  measured: Means,
  drawn: readonly Means[],
  people: number,
): Verdict => {
  const compared = used === "popularity" ? bestOf(measured) : used;
  const floor = Math.max(measured.popularity.ndcg, 1 / people);
  const gainOf = (of: Means) => (of[compared].ndcg - of.popularity.ndcg) / floor;
  const gain = intervalOf(gainOf(measured), drawn, gainOf);
  const decision = used === "popularity" ? notBetter(decide(gain)) : decide(gain);
  return {
    decision,
    code: "recommender_against_popular",
    figures: {
      candidate: compared,
      hits: measured[compared].hit_rate_3,
      popular_hits: measured.popularity.hit_rate_3,
      low: 1 + gain.low,
      high: 1 + gain.high,
    },
  };
};

/** A candidate that is not used is never called better. */
const notBetter = (decision: Decision): Decision => (decision === "no_better" ? decision : "too_little_data");

const bestOf = (measured: Means): RecommenderCandidate =>
  recommenderCandidates
    .filter((candidate) => candidate !== "popularity")
    .reduce((best, candidate) => (measured[candidate].ndcg > measured[best].ndcg ? candidate : best));

const tooFew = (tested: number): Verdict => ({
  decision: "too_little_data",
  code: "recommender_too_few_tested",
  figures: { tested, needed: minRarerTested },
});
