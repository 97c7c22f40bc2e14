import { expect, test } from "vitest";
import { type RecommenderCandidate, recommenderCandidates } from "../../domain/recommender.js";
import { seededRandom } from "../numeric/random.js";
import { hitFigures } from "./hits.js";
import { judge, type Tested } from "./judge.js";

/** Each candidate has the one thing that each person took at the first place with this chance, else at the fifth. */
const tested = (people: number, chances: Partial<Record<RecommenderCandidate, number>>): Tested => {
  const luck = Float64Array.from({ length: people }, seededRandom(11));
  const person = Uint32Array.from(luck, (_, i) => i);
  return Object.fromEntries(
    recommenderCandidates.map((candidate) => {
      const ranks = luck.map((u) => (u < (chances[candidate] ?? 0.2) ? 1 : 5));
      return [candidate, hitFigures(people, person, ranks)];
    }),
  ) as Tested;
};

test("what is clearly better is used, with an interval around every figure", () => {
  const { used, candidates, verdict } = judge(tested(500, { next: 0.6 }), 1);
  expect(used).toBe("next");
  expect(verdict.decision).toBe("clearly_better");
  expect(verdict.text).toContain("going by what followed such a visit");
  const { value, low, high } = candidates.next!.hit_rate_1;
  expect(low).toBeLessThan(value);
  expect(high).toBeGreaterThan(value);
  expect(high - low).toBeCloseTo(4 * Math.sqrt((0.6 * 0.4) / 500), 1);
});

test("of those that the test cannot tell apart the simplest is used", () => {
  expect(judge(tested(500, { repeat: 0.5, blend: 0.5 }), 1).used).toBe("repeat");
  expect(judge(tested(500, {}), 1)).toMatchObject({ used: "popularity", verdict: { decision: "no_better" } });
});

test("fewer than thirty people decide nothing", () => {
  expect(judge(tested(29, { next: 1 }), 1)).toMatchObject({
    used: "popularity",
    verdict: { decision: "too_little_data" },
  });
  expect(judge(tested(0, {}), 1)).toMatchObject({ used: "popularity", candidates: {} });
});

test("the same test and seed give the same figures", () => {
  expect(judge(tested(100, { similar: 0.4 }), 7)).toEqual(judge(tested(100, { similar: 0.4 }), 7));
});
