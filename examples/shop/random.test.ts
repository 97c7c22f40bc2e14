import { expect, test } from "vitest";
import { exponential, gamma, normal, type Random, randomFor } from "./random.js";

const moments = (draw: (random: Random) => number, count = 40_000) => {
  const random = randomFor(7, 1);
  const draws = Array.from({ length: count }, () => draw(random));
  const mean = draws.reduce((sum, x) => sum + x, 0) / count;
  const variance = draws.reduce((sum, x) => sum + (x - mean) ** 2, 0) / count;
  return { mean, variance };
};

test("the same seed and path give the same numbers, and another path others", () => {
  const first = (...path: number[]) => randomFor(1, ...path)();
  expect(first(2, 3)).toBe(first(2, 3));
  expect(new Set([first(2, 3), first(3, 2), first(2), first(2, 3, 0), first(0)]).size).toBe(5);
});

test("the first numbers of neighbouring streams are uniform", () => {
  const bins = new Array<number>(10).fill(0);
  for (let stream = 0; stream < 20_000; stream++) bins[Math.floor(randomFor(1, 1, stream, 0)() * 10)]!++;
  for (const bin of bins) expect(Math.abs(bin - 2000)).toBeLessThan(200);
});

test("the distributions have the means and variances of their names", () => {
  expect(moments(exponential).mean).toBeCloseTo(1, 1);
  expect(moments(normal).mean).toBeCloseTo(0, 1);
  expect(moments(normal).variance).toBeCloseTo(1, 1);
  const shaped = moments((random) => gamma(random, 1.3));
  expect(Math.abs(shaped.mean - 1.3)).toBeLessThan(0.03);
  expect(Math.abs(shaped.variance - 1.3)).toBeLessThan(0.06);
});
