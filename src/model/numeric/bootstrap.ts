// How much figures would move had other people of the same kind been tested: the test is drawn again many times, each person
// counting once on average (the Poisson bootstrap, Chamandy et al. 2012). All models are measured on the same draws, so
// that the difference of two is surer than either. What it does not tell is how much another training would change.

import type { Interval } from "../../domain/evaluation.js";
import { type Random, seededRandom } from "./random.js";

export interface BootstrapOptions {
  seed: number;
  draws: number;
  /** Of more people, so many are drawn from, and the intervals are made as narrow as those of all. */
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
 * The basic interval of 95 %: the drawn figures' distance from the measured one, turned around, because a draw errs from the
 * test as the test errs from the truth. `narrowing` scales the distance. The estimate itself is always inside.
 */
export const basicInterval = (
  estimate: number,
  measured: number,
  drawn: Float64Array,
  narrowing = 1,
): Interval => {
  const sorted = drawn.slice().sort();
  const low = estimate - narrowing * (quantile(sorted, 0.975) - measured);
  const high = estimate - narrowing * (quantile(sorted, 0.025) - measured);
  return { low: Math.min(low, estimate), high: Math.max(high, estimate) };
};

/** Linear between neighbours. `sorted` has at least one number. */
export const quantile = (sorted: Float64Array, share: number): number => {
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below]! + (at - below) * (sorted[above]! - sorted[below]!);
};
