// Timing within an interval: the share of its cumulative hazard that has passed at the end of each of its
// days (the estimator of Nelson and Aalen). With it a curve that is known at a few horizons has a value on
// every day, and a day for every value.

import { type Bounds, startOf, type Waits } from "./waits.js";

/** Per interval, one share per day, rising to 1. */
export type Timing = number[][];

export const timingOf = (waits: Waits, bounds: Bounds): Timing =>
  bounds.map((_, interval) => timingIn(waits, bounds, interval));

const timingIn = ({ wait, followed }: Waits, bounds: Bounds, interval: number): number[] => {
  const [from, until] = [startOf(bounds, interval), bounds[interval]!];
  const reached = new Float64Array(until - from);
  let atRisk = 0;
  wait.forEach((waited, row) => {
    if (followed[row]! < until || waited < from) return;
    atRisk++;
    if (waited < until) reached[Math.floor(waited - from)]!++;
  });
  let passed = 0;
  const cumulated = Array.from(reached, (count) => {
    passed += count === 0 ? 0 : count / atRisk;
    atRisk -= count;
    return passed;
  });
  return cumulated.map((share, day) => (passed > 0 ? share / passed : (day + 1) / cumulated.length));
};

/**
 * Whole days since the cutoff at the start of a day, and the share of this day, by its hazard, until a level
 * is reached.
 */
export interface ReachedAt {
  day: number;
  share: number;
}

/**
 * The day, counted from 0, on which the probability of having reached the goal comes to `level`; null where
 * it does not. `curve` has the probability at the end of each interval.
 */
export const reachedAt = (
  curve: readonly number[],
  bounds: Bounds,
  timing: Timing,
  level: number,
): ReachedAt | null => {
  const interval = curve.findIndex((reached) => reached >= level);
  if (interval < 0) return null;
  const before = hazardOf(curve[interval - 1] ?? 0);
  const passed = (hazardOf(level) - before) / (hazardOf(curve[interval]!) - before);
  const shares = timing[interval]!;
  const found = shares.findIndex((share) => share >= passed);
  const day = found < 0 ? shares.length - 1 : found;
  const start = shares[day - 1] ?? 0;
  return {
    day: startOf(bounds, interval) + day,
    share: Math.min(1, (passed - start) / (shares[day]! - start)),
  };
};

const hazardOf = (probability: number): number => -Math.log1p(-probability);
