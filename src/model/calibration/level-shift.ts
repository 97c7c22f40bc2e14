// Level of log-odds: the number to add to all of them so that they are right on average. A changed base rate moves all log-odds
// alike, so one number corrects it.

import { logit, sigmoid } from "../numeric/special-functions.js";

const maxSteps = 60;

/** The number to add to every log-odds so that the mean probability is `rate` (0 < rate < 1), by bisection. */
export const levelShift = (logOdds: Float64Array, rate: number): number => {
  const target = Math.min(1 - 1e-7, Math.max(1e-7, rate));
  let [low, high] = bracket(logOdds, target);
  for (let step = 0; step < maxSteps && high - low > 1e-9; step++) {
    const middle = (low + high) / 2;
    if (meanProbability(logOdds, middle) < target) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
};

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

const meanProbability = (logOdds: Float64Array, shift: number): number => {
  let sum = 0;
  for (const s of logOdds) sum += sigmoid(s + shift);
  return sum / logOdds.length;
};
