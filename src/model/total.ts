// How many will attain: the sum of the probabilities, and how sure it is. It is unsure for two reasons. Each person may or
// may not, which is the variance of a Poisson-binomial count; and the level of all of them may be other than foretold,
// which no number of people makes smaller.

import type { Interval } from "../domain/evidence.js";

/** By how much a foretold level missed, on the log-odds. */
export interface LevelError {
  error: number;
  /** What chance alone would make of its square. */
  chance: number;
  /** How many errors it counts for. */
  weight: number;
}

/** Probabilities of independent people, added up. */
export interface Total {
  people: number;
  /** Σ p */
  expected: number;
  /** Σ p (1 − p) */
  variance: number;
}

/** A short past without an error does not show that there is none: two of a tenth are always added. */
const usualError = 0.1;
const usualCases = 2;
const z95 = 1.959964;

/** By how much, on the log-odds, a level that is foretold may miss in 95 of 100 cases. */
export const levelMargin = (errors: readonly LevelError[]): number => {
  const seen = errors.reduce((sum, { error, chance, weight }) => sum + weight * (error ** 2 - chance), 0);
  const cases = errors.reduce((sum, { weight }) => sum + weight, usualCases);
  return student95(cases) * Math.sqrt((Math.max(0, seen) + usualCases * usualError ** 2) / cases);
};

/** 95 % bounds of how many attain, within 0 and everybody. A small move of the level moves the sum by its variance. */
export const totalInterval = ({ people, expected, variance }: Total, margin: number): Interval => {
  const reach = Math.sqrt(z95 ** 2 * variance + (margin * variance) ** 2);
  return { low: Math.max(0, expected - reach), high: Math.min(people, expected + reach) };
};

/** Two-sided quantile of 95 % of Student's t, by its expansion (Abramowitz and Stegun 26.7.5); for two or more cases. */
const student95 = (cases: number): number =>
  z95 +
  (z95 ** 3 + z95) / (4 * cases) +
  (5 * z95 ** 5 + 16 * z95 ** 3 + 3 * z95) / (96 * cases ** 2) +
  (3 * z95 ** 7 + 19 * z95 ** 5 + 17 * z95 ** 3 - 15 * z95) / (384 * cases ** 3);
