import { expect, test } from "vitest";
import { chooseSorted, seededRandom, uniformOf } from "./random.js";

test("numbers are uniform and determined by the seed", () => {
  const [a, b, other] = [seededRandom(1), seededRandom(1), seededRandom(2)];
  const drawn = Array.from({ length: 10_000 }, a);
  expect(Array.from({ length: 10_000 }, b)).toEqual(drawn);
  expect(other()).not.toBe(drawn[0]);
  const deciles = new Int32Array(10);
  for (const x of drawn) deciles[Math.floor(x * 10)]!++;
  expect(Math.min(...deciles)).toBeGreaterThan(900);
  expect(Math.max(...deciles)).toBeLessThan(1100);
});

test("neighbouring ids have unrelated numbers, and other numbers with another salt", () => {
  const halves = (salt: number) =>
    Array.from({ length: 4000 }, (_, id) => (uniformOf(BigInt(id), salt) < 0.5 ? 1 : 0));
  const [one, two] = [halves(1), halves(2)];
  expect(one.filter((h) => h === 1).length / 4000).toBeCloseTo(0.5, 1);
  expect(one.filter((h, i) => h === two[i]).length / 4000).toBeCloseTo(0.5, 1);
  expect(uniformOf(2n ** 40n, 1)).not.toBe(uniformOf(2n ** 41n, 1));
});

test("a sample is increasing, without repeats and of the requested size", () => {
  const chosen = chooseSorted(seededRandom(3), 20, 7);
  expect(chosen).toHaveLength(7);
  expect([...new Set(chosen)].sort((a, b) => a - b)).toEqual([...chosen]);
});
