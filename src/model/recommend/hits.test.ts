import { expect, test } from "vitest";
import { hitFigures, weightedMeans } from "./hits.js";

const nowhere = Number.NaN;

test("each person is measured by the ranks of what they took", () => {
  const person = Uint32Array.of(0, 1, 1, 2, 3);
  const rank = Float64Array.of(1, 2, 5, 11, nowhere);
  const { hit_rate_1, hit_rate_3, hit_rate_10, mrr, ndcg } = hitFigures(4, person, rank);
  expect([...hit_rate_1]).toEqual([1, 0, 0, 0]);
  expect([...hit_rate_3]).toEqual([1, 1, 0, 0]);
  expect([...hit_rate_10]).toEqual([1, 1, 0, 0]);
  expect([...mrr]).toEqual([1, 0.5, 0, 0]);
  const best = 1 + 1 / Math.log2(3);
  expect(ndcg[0]).toBe(1);
  expect(ndcg[1]).toBeCloseTo((1 / Math.log2(3) + 1 / Math.log2(6)) / best, 12);
  expect([...ndcg.subarray(2)]).toEqual([0, 0]);
});

test("who took more than ten things can still have a perfect list", () => {
  const ranks = Float64Array.from({ length: 14 }, (_, i) => (i < 10 ? i + 1 : nowhere));
  expect(hitFigures(1, new Uint32Array(14), ranks).ndcg[0]).toBeCloseTo(1, 12);
});

test("a mean counts each person by their weight", () => {
  const figures = hitFigures(2, Uint32Array.of(0, 1), Float64Array.of(1, 4));
  expect(weightedMeans(figures, [3, 1])).toMatchObject({ hit_rate_1: 0.75, hit_rate_10: 1, mrr: 0.8125 });
  expect(weightedMeans(figures, [0, 0]).mrr).toBe(0);
});
