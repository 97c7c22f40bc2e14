// A base rate moves all log-odds alike: when only the level of the world has changed, one number puts it right.

import { logit, sigmoid } from "../numeric/logit.js";

const maxSteps = 60;

/** What to add to every log-odds so that the mean probability is `rate` (0 < rate < 1); found by bisection. */
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

/** Everybody below the rate at one end, everybody above it at the other. */
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
