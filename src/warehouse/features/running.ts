// Running totals: one number per event, a total over the events of its person up to and including itself.
// They look back only, so the total at the last event before a cutoff is the same whatever happens after it.
// A total over a window is the difference of two running totals. NaN stands for an event without a number,
// which adds nothing.

import { secondsPerDay } from "../../domain/resource/resource.js";
import type { StreamEvents } from "./events.js";

/** The total before the first event of a person is 0. */
export type Running = Float64Array;

export const sumOf = ({ isFirst, array }: StreamEvents, numbers: Float64Array): Running => {
  const totals = array();
  for (let event = 0, sum = 0; event < totals.length; event++) {
    if (isFirst[event]) sum = 0;
    if (isKnown(numbers[event]!)) sum += numbers[event]!;
    totals[event] = sum;
  }
  return totals;
};

/** Number of events with a number. */
export const countOf = ({ isFirst, array }: StreamEvents, numbers: Float64Array): Running => {
  const totals = array();
  for (let event = 0, count = 0; event < totals.length; event++) {
    if (isFirst[event]) count = 0;
    if (isKnown(numbers[event]!)) count++;
    totals[event] = count;
  }
  return totals;
};

/** Number of events with a number below zero. */
export const negativesOf = ({ isFirst, array }: StreamEvents, numbers: Float64Array): Running => {
  const totals = array();
  for (let event = 0, count = 0; event < totals.length; event++) {
    if (isFirst[event]) count = 0;
    if (numbers[event]! < 0) count++;
    totals[event] = count;
  }
  return totals;
};

/** Number of events in which a bit is set. */
export const withBit = ({ isFirst, array }: StreamEvents, bits: Int32Array, bit: number): Running => {
  const totals = array();
  for (let event = 0, count = 0; event < totals.length; event++) {
    if (isFirst[event]) count = 0;
    count += (bits[event]! >> bit) & 1;
    totals[event] = count;
  }
  return totals;
};

/** The largest number; NaN before the first. */
export const largestOf = ({ isFirst, array }: StreamEvents, numbers: Float64Array): Running => {
  const totals = array();
  for (let event = 0, largest = Number.NaN; event < totals.length; event++) {
    if (isFirst[event] || Number.isNaN(largest)) largest = numbers[event]!;
    else if (numbers[event]! > largest) largest = numbers[event]!;
    totals[event] = largest;
  }
  return totals;
};

/** Weight of the events at the time of the newest: each weighs 1, and half of it with every half-life. */
export const decayedOf = ({ isFirst, time, array }: StreamEvents, halfLifeDays: number): Running => {
  const totals = array();
  const perSecond = Math.LN2 / (halfLifeDays * secondsPerDay);
  for (let event = 0, weight = 0; event < totals.length; event++) {
    weight = isFirst[event] ? 1 : weight * Math.exp((time[event - 1]! - time[event]!) * perSecond) + 1;
    totals[event] = weight;
  }
  return totals;
};

export const isKnown = (number: number): boolean => !Number.isNaN(number);
