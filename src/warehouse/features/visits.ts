// Visits: all events of one day. Gaps are measured between days, since the lines of an order would otherwise
// be gaps of zero. Days are UTC days and not 24-hour periods before the cutoff, so a visit is the same at
// every landmark.

import { secondsPerDay } from "../../domain/resource/resource.js";
import type { StreamEvents } from "./events.js";
import { isKnown, type Running } from "./running.js";

export interface Visits {
  /** Number of visits. */
  count: Running;
  /** At the first event of a visit but the first: days since the visit before. Elsewhere NaN. */
  gap: Float64Array;
  /** The gap before the newest visit; NaN during the first. */
  lastGap: Running;
}

export const visitsOf = ({ isFirst, time, array }: StreamEvents): Visits => {
  const [count, gap, lastGap] = [array(), array(), array()];
  for (let event = 0, visits = 0, day = 0, days = 0; event < time.length; event++) {
    const before = day;
    day = Math.floor(time[event]! / secondsPerDay);
    const isReturn = !isFirst[event] && day !== before;
    visits = isFirst[event] ? 1 : isReturn ? visits + 1 : visits;
    days = isFirst[event] ? Number.NaN : isReturn ? day - before : days;
    count[event] = visits;
    gap[event] = isReturn ? days : Number.NaN;
    lastGap[event] = days;
  }
  return { count, gap, lastGap };
};

/** Squares of the gaps. */
export const squaresOf = ({ array }: StreamEvents, gap: Float64Array): Float64Array => {
  const squares = array();
  for (let event = 0; event < squares.length; event++) squares[event] = gap[event]! * gap[event]!;
  return squares;
};

/** NaN before the first gap. */
export const medianGap = ({ isFirst, array }: StreamEvents, { gap }: Visits): Running => {
  const medians = array();
  const gaps = new SortedNumbers();
  for (let event = 0; event < medians.length; event++) {
    if (isFirst[event]) gaps.clear();
    if (isKnown(gap[event]!)) gaps.insert(gap[event]!);
    medians[event] = isFirst[event] || isKnown(gap[event]!) ? gaps.median() : medians[event - 1]!;
  }
  return medians;
};

/**
 * Sum of the known numbers of a day, up to the event: the lines of one order may be separate events. NaN
 * while none is known.
 */
export const daySum = ({ isFirst, array }: StreamEvents, { gap }: Visits, numbers: Float64Array): Running => {
  const totals = array();
  for (let event = 0, sum = 0; event < totals.length; event++) {
    const isNewDay = isFirst[event] || isKnown(gap[event]!);
    if (isNewDay || Number.isNaN(sum)) sum = numbers[event]!;
    else if (isKnown(numbers[event]!)) sum += numbers[event]!;
    totals[event] = sum;
  }
  return totals;
};

/** The number of known numbers of a day, up to the event. */
export const dayCount = (
  { isFirst, array }: StreamEvents,
  { gap }: Visits,
  numbers: Float64Array,
): Running => {
  const totals = array();
  for (let event = 0, count = 0; event < totals.length; event++) {
    if (isFirst[event] || isKnown(gap[event]!)) count = 0;
    if (isKnown(numbers[event]!)) count++;
    totals[event] = count;
  }
  return totals;
};

/** Total of a day as it was at the end of the person's first day. */
export const onFirstDay = ({ array }: StreamEvents, { count }: Visits, ofDay: Running): Running => {
  const totals = array();
  for (let event = 0; event < totals.length; event++)
    totals[event] = count[event] === 1 ? ofDay[event]! : totals[event - 1]!;
  return totals;
};

/** Numbers in ascending order. Most people have few, so that inserting one is a short copy. */
class SortedNumbers {
  private numbers = new Float64Array(64);
  private size = 0;

  clear(): void {
    this.size = 0;
  }

  insert(number: number): void {
    if (this.size === this.numbers.length) this.grow();
    let at = this.size;
    while (at > 0 && this.numbers[at - 1]! > number) {
      this.numbers[at] = this.numbers[at - 1]!;
      at--;
    }
    this.numbers[at] = number;
    this.size++;
  }

  /** NaN without numbers. */
  median(): number {
    if (this.size === 0) return Number.NaN;
    return (this.numbers[(this.size - 1) >> 1]! + this.numbers[this.size >> 1]!) / 2;
  }

  private grow(): void {
    const longer = new Float64Array(2 * this.numbers.length);
    longer.set(this.numbers);
    this.numbers = longer;
  }
}
