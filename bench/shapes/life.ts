// Life of a made-up person: the first purchase is the day of joining; after each purchase they stop with a
// fixed probability, or buy again at their own rate, at most once a day. The best prediction from the
// purchases alone averages over the people who could have them, weighted by their likelihood (importance
// sampling; Robert and Casella 2004, chapter 3).

import { chance, normal, type Random, randomFor } from "../../examples/shop/random.js";
import type { Shape } from "./shape.js";

export interface Nature {
  /** Purchases per day at a multiplier of 1. */
  perDay: number;
  /** Probability of stopping after a purchase. */
  stops: number;
}

export interface Life {
  /** Days before the end of the log, descending; the first is the day of joining. */
  purchases: number[];
  /** Whether they buy within the horizon. */
  buys: boolean;
}

/** Standard deviation of the logarithm of people's rates. */
const deviation = 1;
const mostStops = 0.25;
const sampled = 2000;

const drawNature = (random: Random, { perDay }: Shape): Nature => ({
  perDay: perDay * Math.exp(deviation * normal(random)),
  stops: mostStops * random(),
});

/** People as the shape's are drawn, for `possibleLives`. */
export const sampleNatures = (shape: Shape, seed: number): Nature[] =>
  Array.from({ length: sampled }, (_, i) => drawNature(randomFor(seed, i), shape));

export const drawLife = (random: Random, shape: Shape, joinedDaysAgo: number): Life => {
  const { perDay, stops } = drawNature(random, shape);
  const purchases = [joinedDaysAgo];
  let isActive = !chance(random, stops);
  for (let daysAgo = joinedDaysAgo - 1; daysAgo > 0 && isActive; daysAgo--) {
    if (!chance(random, buysOn(perDay * shape.rateOn(daysAgo)))) continue;
    purchases.push(daysAgo);
    isActive = !chance(random, stops);
  }
  const future = perDay * exposure(shape, 0, -shape.horizonDays);
  return { purchases, buys: isActive && chance(random, buysOn(future)) };
};

const buysOn = (expected: number): number => -Math.expm1(-expected);

/**
 * Probability that a person with these purchases buys within the horizon, for one who knows everything but
 * their nature.
 */
export const bestPrediction = (shape: Shape, natures: readonly Nature[], purchases: readonly number[]) => {
  const last = purchases.at(-1)!;
  const future = exposure(shape, 0, -shape.horizonDays);
  const since = exposure(shape, last - 1, 0);
  const between = exposure(shape, purchases[0]! - 1, 0) - since;
  const rates = purchases.slice(1).map(shape.rateOn);
  const boughtExposure = rates.reduce((sum, rate) => sum + rate, 0);
  let [total, buying] = [0, 0];
  for (const { perDay, stops } of natures) {
    const bought = rates.reduce((product, rate) => product * buysOn(perDay * rate) * scale(shape), 1);
    const quiet = Math.exp(-perDay * (between - boughtExposure));
    const stayed = (1 - stops) ** rates.length * bought * quiet;
    const active = (1 - stops) * Math.exp(-perDay * since);
    total += stayed * (stops + active);
    buying += stayed * active * buysOn(perDay * future);
  }
  return buying / total;
};

/** Keeps products of many small probabilities away from zero; it cancels out. */
const scale = ({ perDay }: Shape): number => 1 / perDay;

/** Sum of the multipliers of the days from `from` down to, but without, `to`. */
const exposure = ({ rateOn }: Shape, from: number, to: number): number => {
  let sum = 0;
  for (let daysAgo = from; daysAgo > to; daysAgo--) sum += rateOn(daysAgo);
  return sum;
};
