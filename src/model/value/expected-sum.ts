// Expected sum of what many people spend, with its 95 % interval: each person's value is random, and the
// level of all of them may be off.

import type { Interval } from "../../domain/outcome/evaluation.js";
import { z95 } from "../numeric/confidence-intervals.js";

/** Sums over people. */
export interface ExpectedSum {
  expected: number;
  /** Variance of the observed sum, by chance of what each person does. */
  variance: number;
}

/** `margin` is the half-width of the level's interval, as a logarithm. */
export const sumInterval = ({ expected, variance }: ExpectedSum, margin: number): Interval => {
  if (expected <= 0) return { low: expected, high: expected };
  const halfWidth = Math.sqrt(margin ** 2 + (z95 ** 2 * variance) / expected ** 2);
  return { low: expected * Math.exp(-halfWidth), high: expected * Math.exp(halfWidth) };
};
