// Level of log-odds: the number to add to all of them so that they are right on average. A changed base rate
// moves all log-odds alike, so one number corrects it.

import { positiveRate } from "../numeric/labels.js";
import { logit, sigmoid } from "../numeric/special-functions.js";

const maxSteps = 60;
const precision = 1e-9;

/**
 * The number to add to every log-odds so that the mean probability is `rate` (0 < rate < 1), by Newton's
 * method; a step that leaves the bracket halves it instead.
 */
export const levelShift = (logOdds: Float64Array, rate: number): number => {
  const target = Math.min(1 - 1e-7, Math.max(1e-7, rate));
  let [low, high] = bracket(logOdds, target);
  let shift = Math.min(high, Math.max(low, 0));
  for (let step = 0; step < maxSteps && high - low > precision; step++) {
    const { mean, slope } = meanProbability(logOdds, shift);
    if (mean < target) low = shift;
    else high = shift;
    const newton = shift + (target - mean) / slope;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - shift) < precision) return next;
    shift = next;
  }
  return shift;
};

/** Error of the level of some rows, in log-odds: too low where it is positive. Both labels occur. */
export const levelError = (logOdds: Float64Array, label: Uint8Array): number =>
  levelShift(logOdds, positiveRate(label));

/** Variance of a level that was estimated from the labels of these rows: the inverse of its Fisher information. */
export const levelVariance = (logOdds: Float64Array, level: number): number =>
  1 /
  logOdds.reduce((sum, s) => {
    const p = sigmoid(s + level);
    return sum + p * (1 - p);
  }, 0);

/** All people are below the rate at one end, and above it at the other. */
const bracket = (logOdds: Float64Array, rate: number): [number, number] => {
  const lowest = logOdds.reduce((a, b) => Math.min(a, b), Infinity);
  const highest = logOdds.reduce((a, b) => Math.max(a, b), -Infinity);
  return [logit(rate) - highest, logit(rate) - lowest];
};

/** The mean probability at a shift, and how fast it rises with the shift. */
const meanProbability = (logOdds: Float64Array, shift: number): { mean: number; slope: number } => {
  let [sum, slope] = [0, 0];
  for (let i = 0; i < logOdds.length; i++) {
    const p = sigmoid(logOdds[i]! + shift);
    sum += p;
    slope += p * (1 - p);
  }
  return { mean: sum / logOdds.length, slope: slope / logOdds.length };
};
