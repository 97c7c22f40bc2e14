import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { sumInterval } from "./expected-sum.js";
import { logNormal } from "./fixtures.js";
import { rangeOf, spreadOf, valueVariance } from "./model.js";

/** People with known probabilities and expectations; larger expectations spread less. */
const people = (count: number, seed: number) => {
  const random = seededRandom(seed);
  const probability = Float64Array.from({ length: count }, () => 0.05 + 0.95 * random());
  const given = Float64Array.from({ length: count }, () => 5 * Math.exp(3 * random()));
  const drawn = given.map((m) => m * logNormal(random, m > 30 ? 0.4 : 1));
  const observed = drawn.map((y, i) => (random() < probability[i]! ? y : 0));
  return { probability, given, drawn, observed };
};

const learned = people(8000, 1);
const spread = spreadOf(learned.given, learned.drawn);

test("ranges hold 80 % of the people who have one", () => {
  const { probability, given, observed } = people(20_000, 2);
  const held = [0, 0];
  const having = [0, 0];
  probability.forEach((p, i) => {
    const { low, high } = rangeOf(p, given[i]!, spread);
    if (high <= 0) return;
    const side = given[i]! > 30 ? 1 : 0;
    having[side]!++;
    if (low <= observed[i]! && observed[i]! <= high) held[side]!++;
  });
  for (const side of [0, 1]) {
    expect(held[side]! / having[side]!).toBeGreaterThan(0.77);
    expect(held[side]! / having[side]!).toBeLessThan(0.83);
  }
});

test("whoever most likely buys nothing has a range of 0 alone", () => {
  expect(rangeOf(0.1, 50, spread)).toEqual({ low: 0, high: 0 });
  expect(rangeOf(0.3, 50, spread).low).toBe(0);
  expect(rangeOf(0.3, 50, spread).high).toBeGreaterThan(0);
  expect(rangeOf(0.98, 50, spread).low).toBeGreaterThan(0);
});

test("refunds may bring a range below 0", () => {
  const { low, high } = rangeOf(
    1,
    10,
    spreadOf(
      new Float64Array(300).fill(10),
      Float64Array.from({ length: 300 }, (_, i) => i - 100),
    ),
  );
  expect(low).toBeLessThan(0);
  expect(high).toBeGreaterThan(0);
});

test("the sum's interval holds in 95 of 100 worlds whose level is known", () => {
  let held = 0;
  for (let world = 0; world < 200; world++) {
    const { probability, given, observed } = people(400, 10 + world);
    const expected = probability.reduce((sum, p, i) => sum + p * given[i]!, 0);
    const variance = probability.reduce((sum, p, i) => sum + valueVariance(p, given[i]!, spread), 0);
    const { low, high } = sumInterval({ expected, variance }, 0);
    const total = observed.reduce((a, b) => a + b, 0);
    if (low <= total && total <= high) held++;
  }
  expect(held).toBeGreaterThanOrEqual(184);
});

test("a level that is not known widens the interval", () => {
  const { low, high } = sumInterval({ expected: 1e6, variance: 0 }, 0.2);
  expect(low).toBeCloseTo(1e6 * Math.exp(-0.2), 0);
  expect(high).toBeCloseTo(1e6 * Math.exp(0.2), 0);
  expect(sumInterval({ expected: 0, variance: 0 }, 0.2)).toEqual({ low: 0, high: 0 });
});
