// Waits: after how many days the person of each row reached the goal, as far as it is known. What has not
// ended by a date is censored: seen from an earlier date, less is known, and never more.

import type { LabelledFrame } from "../propensity/rows.js";

/** One entry per row of the frame. */
export interface Waits {
  /** Days from the landmark to the goal; infinite where it was not reached while the row was followed. */
  wait: Float64Array;
  /** Days from the landmark until which it is known whether the goal was reached. */
  followed: Float64Array;
}

export interface WaitingFrame extends Waits {
  frame: LabelledFrame;
}

/** Waits as they were known at a date: `ageDays` has the days from each row's landmark to it. */
export const knownAfter = ({ wait, followed }: Waits, ageDays: Float64Array): Waits => {
  const known = followed.map((days, row) => Math.min(days, ageDays[row]!));
  return { wait: wait.map((days, row) => (days < known[row]! ? days : Infinity)), followed: known };
};

/** The rows at risk in an interval: known to have waited until its start, and followed until its end. */
export interface Period {
  row: Int32Array;
  /** 1 for rows that reached the goal in the interval. */
  label: Uint8Array;
}

/** Days at which intervals end, ascending; each begins where the one before ends, the first at 0. */
export type Bounds = readonly number[];

export const startOf = (bounds: Bounds, interval: number): number => bounds[interval - 1] ?? 0;

export const periodOf = ({ wait, followed }: Waits, bounds: Bounds, interval: number): Period => {
  const [from, until] = [startOf(bounds, interval), bounds[interval]!];
  const row = Int32Array.from(wait.keys()).filter((at) => followed[at]! >= until && wait[at]! >= from);
  return { row, label: Uint8Array.from(row, (at) => (wait[at]! < until ? 1 : 0)) };
};

/** Whether the goal was reached within so many days, for rows that were followed as long. */
export const reachedWithin = ({ wait, followed }: Waits, days: number): Period => {
  const row = Int32Array.from(wait.keys()).filter((at) => followed[at]! >= days);
  return { row, label: Uint8Array.from(row, (at) => (wait[at]! < days ? 1 : 0)) };
};
