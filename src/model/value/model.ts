// Value model: what a person is expected to spend, or how often to buy, within the horizon. It is a hurdle
// model: the probability that they reach the goal, times what those who reach it have. The 80 % range follows
// from how observed values spread around expected ones at past dates, which no test of a normal or gamma tail
// has to be trusted for.

import { quantile } from "../numeric/confidence-intervals.js";
import { meanGiven } from "./blend.js";
import { type FittedValue, predictGiven } from "./candidates.js";

/**
 * Observed values over expected ones, of people who reached the goal at past dates; people who were expected
 * to have more are apart.
 */
export interface ValueSpread {
  /** Upper bounds of what people of each band, but the last, are expected to have. */
  below: number[];
  /** Per band: quantiles of observed over expected, evenly spaced from 0 to 1. */
  quantiles: number[][];
  /** Mean square of observed over expected. */
  square: number;
}

export interface ValueModel {
  /** With equal weights. */
  members: FittedValue[];
  spread: ValueSpread;
  /** Half-width of the 95 % interval of the level of all values, as a logarithm. */
  levelMargin: number;
}

/** Value of people if they reach the goal, one per row. */
export const givenGoal = (
  { members }: Pick<ValueModel, "members">,
  columns: Float32Array[],
  rows: number,
): Float64Array => meanGiven(members.map((fitted) => predictGiven(fitted, columns, rows)));

const maxBands = 5;
const minPerBand = 200;
const steps = 40;

/** `expected` and `observed` are of people who reached the goal. */
export const spreadOf = (expected: Float64Array, observed: Float64Array): ValueSpread => {
  const order = Int32Array.from(expected.keys()).sort((a, b) => expected[a]! - expected[b]! || a - b);
  const bands = Math.max(1, Math.min(maxBands, Math.floor(order.length / minPerBand)));
  const rowsOf = (band: number) =>
    order.subarray(
      Math.floor((band * order.length) / bands),
      Math.floor(((band + 1) * order.length) / bands),
    );
  const ratios = Array.from({ length: bands }, (_, band) =>
    Float64Array.from(rowsOf(band), (row) => observed[row]! / expected[row]!).sort(),
  );
  const all = ratios.flatMap((band) => Array.from(band));
  return {
    below: Array.from({ length: bands - 1 }, (_, band) => expected[rowsOf(band).at(-1)!]!),
    quantiles: ratios.map((band) =>
      Array.from({ length: steps + 1 }, (_, i) => (band.length === 0 ? 1 : quantile(band, i / steps))),
    ),
    square: all.length === 0 ? 1 : all.reduce((sum, ratio) => sum + ratio ** 2, 0) / all.length,
  };
};

export interface ValueRange {
  low: number;
  high: number;
}

/** Share of people whose value lies in the range. */
const share = 0.8;
const tail = (1 - share) / 2;

/**
 * The 80 % range of a person. Where one person in ten or more has nothing, the range begins at 0 and leaves
 * out the highest fifth; where four in five have nothing, it is 0 alone, and more than 80 % of such people
 * lie in it.
 */
export const rangeOf = (probability: number, given: number, spread: ValueSpread): ValueRange => {
  const nothing = 1 - probability;
  const at = (level: number): number =>
    level <= nothing ? 0 : given * ratioAt(spread, given, (level - nothing) / probability);
  if (nothing >= tail) return { low: 0, high: Math.max(0, at(share)) };
  return { low: at(tail), high: at(1 - tail) };
};

const ratioAt = ({ below, quantiles }: ValueSpread, given: number, level: number): number => {
  const band = below.filter((limit) => given > limit).length;
  return quantile(Float64Array.from(quantiles[band]!), level);
};

/** Variance of what a person has. */
export const valueVariance = (probability: number, given: number, { square }: ValueSpread): number =>
  Math.max(0, probability * given ** 2 * (square - probability));
