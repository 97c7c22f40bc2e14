// Confidence intervals of 95 %: Wilson's of a rate, and bootstrap intervals of any metric of a test.
//
// The Poisson bootstrap (Chamandy et al. 2012) resamples the test many times, each person counting once on
// average, which shows how much a metric varies between samples of people. All models are measured on the
// same draws, so that the difference of two has a narrower interval than either. Variation between trainings
// is not included.

import type { Interval } from "../../domain/outcome/evaluation.js";
import { type Random, seededRandom } from "./random.js";

export interface BootstrapOptions {
  seed: number;
  draws: number;
  /** From a larger test, a sample of this size is drawn; its intervals are narrowed to those of all people. */
  maxPeople: number;
}

/** Calls `measure` with how often each person counts, once per draw. The array is reused. */
export const eachDraw = (
  people: number,
  { seed, draws }: Pick<BootstrapOptions, "seed" | "draws">,
  measure: (weight: Uint8Array) => void,
): void => {
  const random = seededRandom(seed);
  const weight = new Uint8Array(people);
  for (let draw = 0; draw < draws; draw++) {
    for (let i = 0; i < people; i++) weight[i] = poissonOne(random);
    measure(weight);
  }
};

/** P(weight ≤ k) of a Poisson variable with mean 1. */
const cumulative = Array.from({ length: 12 }, (_, k) => {
  let [sum, term] = [0, Math.exp(-1)];
  for (let j = 0; j <= k; j++) {
    sum += term;
    term /= j + 1;
  }
  return sum;
});

const poissonOne = (random: Random): number => {
  const u = random();
  let k = 0;
  while (k < cumulative.length && u >= cumulative[k]!) k++;
  return k;
};

/**
 * The basic 95 % bootstrap interval: the distances of the draws from the measured value, reversed, because a
 * draw differs from the test as the test differs from the truth. `narrowing` scales the distances. The
 * interval always includes the estimate.
 */
export const basicInterval = (
  estimate: number,
  measured: number,
  draws: Float64Array,
  narrowing = 1,
): Interval => {
  const sorted = draws.slice().sort();
  const low = estimate - narrowing * (quantile(sorted, 0.975) - measured);
  const high = estimate - narrowing * (quantile(sorted, 0.025) - measured);
  return { low: Math.min(low, estimate), high: Math.max(high, estimate) };
};

/** Interpolates between neighbours. `sorted` has at least one number. */
export const quantile = (sorted: Float64Array, share: number): number => {
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below]! + (at - below) * (sorted[above]! - sorted[below]!);
};

/** Standard normal quantile of a two-sided interval of 95 %. */
export const z95 = 1.959964;

/**
 * 95 % bounds of a rate observed among `people`, who may be a fractional number. They are within [0, 1], and
 * hold for few people and for rates near 0 and 1, too (Wilson 1927).
 */
export const wilsonInterval = (rate: number, people: number, z = z95): Interval => {
  const spread = z * Math.sqrt((rate * (1 - rate)) / people + z ** 2 / (4 * people ** 2));
  const scale = 1 + z ** 2 / people;
  const centre = rate + z ** 2 / (2 * people);
  return { low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) };
};

/** The mean of independent values with its 95 % bounds, by the normal approximation. `values` has at least one. */
export const meanInterval = (values: Float64Array): Interval & { value: number } => {
  const sum = (of: (value: number) => number) => values.reduce((total, value) => total + of(value), 0);
  const value = sum((one) => one) / values.length;
  const halfWidth = (z95 * Math.sqrt(sum((one) => (one - value) ** 2))) / values.length;
  return { value, low: value - halfWidth, high: value + halfWidth };
};

/** Two-sided 95 % quantile of Student's t, by its expansion (Abramowitz and Stegun 26.7.5); for two or more cases. */
export const student95 = (cases: number): number =>
  z95 +
  (z95 ** 3 + z95) / (4 * cases) +
  (5 * z95 ** 5 + 16 * z95 ** 3 + 3 * z95) / (96 * cases ** 2) +
  (3 * z95 ** 7 + 19 * z95 ** 5 + 17 * z95 ** 3 - 15 * z95) / (384 * cases ** 3);
