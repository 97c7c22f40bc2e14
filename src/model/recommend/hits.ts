// How good a list of ten is for each person, by the mostRanks at which it has what they took next.

import { mostRanks, type RecommenderMetric, recommenderMetrics } from "../../domain/recommender.js";

/** Of each metric, one figure per person, 0 to 1. */
export type HitFigures = Record<RecommenderMetric, Float64Array>;

/** `person[i]`, from 0 and never falling, took an item of rank `rank[i]`: from 1, or NaN where it was not listed at all. */
export const hitFigures = (people: number, person: Uint32Array, rank: Float64Array): HitFigures => {
  const first = new Float64Array(people).fill(Number.POSITIVE_INFINITY);
  const gain = new Float64Array(people);
  const taken = new Uint32Array(people);
  person.forEach((p, i) => {
    taken[p]! += 1;
    if (!(rank[i]! <= mostRanks)) return;
    first[p] = Math.min(first[p]!, rank[i]!);
    gain[p]! += discount(rank[i]!);
  });
  const within = (most: number) => first.map((place) => (place <= most ? 1 : 0));
  return {
    hit_rate_1: within(1),
    hit_rate_3: within(3),
    hit_rate_10: within(mostRanks),
    mrr: first.map((place) => 1 / place),
    ndcg: gain.map((sum, p) => sum / bestGain(taken[p]!)),
  };
};

/** What a hit is worth, the less the later it comes (Järvelin and Kekäläinen 2002). */
const discount = (rank: number): number => 1 / Math.log2(1 + rank);

const bestGains = Array.from({ length: mostRanks }, (_, i) => discount(i + 1)).map((_, i, all) =>
  all.slice(0, i + 1).reduce((sum, gain) => sum + gain, 0),
);
const bestGain = (taken: number): number => bestGains[Math.min(taken, mostRanks) - 1] ?? 1;

/** Means over the people, each as often as their weight. */
export const weightedMeans = (
  figures: HitFigures,
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
