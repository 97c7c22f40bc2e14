import { expect, test } from "vitest";
import { type RecommenderCandidate, recommenderCandidates } from "../../domain/personas/recommender.js";
import { verdictText } from "../../words/verdict.js";
import { seededRandom } from "../numeric/random.js";
import { type CandidateMetrics, evaluateCandidates, rankingMetrics, weightedMeans } from "./evaluation.js";

const nowhere = Number.NaN;

test("metrics follow the ranks of the items that a person took", () => {
  const person = Uint32Array.of(0, 1, 1, 2, 3);
  const rank = Float64Array.of(1, 2, 5, 11, nowhere);
  const { hit_rate_1, hit_rate_3, hit_rate_10, mrr, ndcg } = rankingMetrics(4, person, rank);
  expect([...hit_rate_1]).toEqual([1, 0, 0, 0]);
  expect([...hit_rate_3]).toEqual([1, 1, 0, 0]);
  expect([...hit_rate_10]).toEqual([1, 1, 0, 0]);
  expect([...mrr]).toEqual([1, 0.5, 0, 0]);
  const best = 1 + 1 / Math.log2(3);
  expect(ndcg[0]).toBe(1);
  expect(ndcg[1]).toBeCloseTo((1 / Math.log2(3) + 1 / Math.log2(6)) / best, 12);
  expect([...ndcg.subarray(2)]).toEqual([0, 0]);
});

test("a person who took more than ten items can still have a perfect list", () => {
  const ranks = Float64Array.from({ length: 14 }, (_, i) => (i < 10 ? i + 1 : nowhere));
  expect(rankingMetrics(1, new Uint32Array(14), ranks).ndcg[0]).toBeCloseTo(1, 12);
});

test("a mean counts each person by their weight", () => {
  const figures = rankingMetrics(2, Uint32Array.of(0, 1), Float64Array.of(1, 4));
  expect(weightedMeans(figures, [3, 1])).toMatchObject({ hit_rate_1: 0.75, hit_rate_10: 1, mrr: 0.8125 });
  expect(weightedMeans(figures, [0, 0]).mrr).toBe(0);
});

/** Each candidate ranks the one item that a person took first with this probability, otherwise fifth. */
const tested = (people: number, chances: Partial<Record<RecommenderCandidate, number>>): CandidateMetrics => {
  const luck = Float64Array.from({ length: people }, seededRandom(11));
  const person = Uint32Array.from(luck, (_, i) => i);
  return Object.fromEntries(
    recommenderCandidates.map((candidate) => {
      const ranks = luck.map((u) => (u < (chances[candidate] ?? 0.2) ? 1 : 5));
      return [candidate, rankingMetrics(people, person, ranks)];
    }),
  ) as CandidateMetrics;
};

test("a clearly better candidate is used, with an interval for every metric", () => {
  const { used, candidates, verdict } = evaluateCandidates(tested(500, { next: 0.6 }), 1);
  expect(used).toBe("next");
  expect(verdict.decision).toBe("clearly_better");
  expect(verdictText(verdict)).toContain(
    "Recommending what others chose on their next visit is clearly better",
  );
  const { value, low, high } = candidates.next!.hit_rate_1;
  expect(low).toBeLessThan(value);
  expect(high).toBeGreaterThan(value);
  expect(high - low).toBeCloseTo(4 * Math.sqrt((0.6 * 0.4) / 500), 1);
});

test("the simplest of several indistinguishable candidates is used", () => {
  expect(evaluateCandidates(tested(500, { repeat: 0.5, blend: 0.5 }), 1).used).toBe("repeat");
  expect(evaluateCandidates(tested(500, {}), 1)).toMatchObject({
    used: "popularity",
    verdict: { decision: "no_better" },
  });
});

test("fewer than thirty people are too little data", () => {
  expect(evaluateCandidates(tested(29, { next: 1 }), 1)).toMatchObject({
    used: "popularity",
    verdict: { decision: "too_little_data" },
  });
  expect(evaluateCandidates(tested(0, {}), 1)).toMatchObject({ used: "popularity", candidates: {} });
});

test("the same test and seed give the same result", () => {
  expect(evaluateCandidates(tested(100, { similar: 0.4 }), 7)).toEqual(
    evaluateCandidates(tested(100, { similar: 0.4 }), 7),
  );
});
