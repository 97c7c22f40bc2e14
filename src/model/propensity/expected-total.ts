// Expected number of people who convert, with its 95 % interval. Two things make the number uncertain: each
// person's outcome is random, which is the variance of a Poisson-binomial count, and the level of all
// probabilities may be off, which no number of people averages out. How far levels are off is seen at past
// dates, at which models made in the same way were delivered.

import type { Interval } from "../../domain/outcome/evaluation.js";
import { levelError, levelVariance } from "../calibration/level-shift.js";
import { student95, z95 } from "../numeric/confidence-intervals.js";
import { nextDate } from "../numeric/date-intervals.js";
import { countMinority } from "../numeric/labels.js";
import { logit, sigmoid } from "../numeric/special-functions.js";
import type { DeliveredOrigin } from "./origins.js";

/** Sums over the probabilities of independent people. */
export interface ExpectedTotal {
  people: number;
  /** Σ p */
  expected: number;
  /** Σ p (1 − p) */
  variance: number;
}

/**
 * 95 % interval of the number who convert. `margin` is the half-width of the level's interval, in log-odds. A
 * shift of the level moves the log-odds of the mean probability by somewhat less, since people with high or
 * low probabilities hardly move.
 */
export const totalInterval = ({ people, expected, variance }: ExpectedTotal, margin: number): Interval => {
  if (variance <= 0) return { low: expected, high: expected };
  const mean = expected / people;
  const share = variance / (people * mean * (1 - mean));
  const halfWidth = share * Math.sqrt(margin ** 2 + z95 ** 2 / variance);
  return {
    low: people * sigmoid(logit(mean) - halfWidth),
    high: people * sigmoid(logit(mean) + halfWidth),
  };
};

/**
 * In log-odds, how far levels are usually off at a later date, and where no past date shows it: such a log is
 * young, and its level moves.
 */
const usualDeviation = 0.125;
const unseenDeviation = 0.25;
const dateModel = { usualCases: 3, memoryHorizons: 1, centre: 0 };

/** Half-width of the level's 95 % interval, in log-odds, from what was delivered at past dates, in order of time. */
export const levelMargin = (origins: readonly DeliveredOrigin[], horizonSeconds: number): number => {
  const errors = origins
    .filter(({ scored }) => countMinority(scored.label) > 0)
    .map(({ landmark, probability, scored: { label } }) => {
      const logOdds = probability.map(logit);
      const value = levelError(logOdds, label);
      return { landmark, value, variance: levelVariance(logOdds, value) };
    });
  if (errors.length === 0) return student95(dateModel.usualCases) * unseenDeviation;
  return nextDate(errors, { ...dateModel, horizonSeconds, usualDeviation }, false).halfWidth;
};
