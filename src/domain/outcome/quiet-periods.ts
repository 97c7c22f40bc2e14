// Quiet periods of a history: days with hardly any events, such as months that were never uploaded, or the
// time between two seasons. A customer who does nothing on such days says nothing about customers, so no
// training row may look forward into them. The days between the dates of a log that has events on dates alone
// are no quiet periods: a date that is left out is one. Nor is a decline that lasts until the end of the log:
// it is what there is to predict.

import { type EpochSeconds, secondsPerDay } from "../resource/resource.js";
import { eventDates } from "./event-dates.js";

export interface Period {
  from: EpochSeconds;
  /** Exclusive. */
  until: EpochSeconds;
}

/** Below this share of the usual rate, a period is quiet. A shop that grew tenfold was small before, and not quiet. */
const quietShare = 0.05;
/** A period is long enough to be judged if it usually has this many events. */
const minUsualEvents = 10;
const daysPerWeek = 7;

/**
 * Quiet periods, ascending, within the given days. `events[d]` is the number of events in the day that begins
 * at `from` + d days; pauses of fewer than `toleratedDays` days are no quiet periods, nor are the usual ones
 * between event dates.
 */
export const quietPeriods = (
  events: readonly number[],
  from: EpochSeconds,
  toleratedDays: number,
): Period[] => {
  const pause = Math.max(daysPerWeek, eventDates(events, from, toleratedDays)?.pauseDays ?? 0);
  const usual = usualPerDay(events, pause);
  if (usual === 0) return [];
  const width = Math.max(pause, toleratedDays, Math.ceil(minUsualEvents / usual));
  const isQuiet = withoutDecline(quietDays(events, width, quietShare * usual * width), events, width);
  const periods: Period[] = [];
  for (let day = 0; day < isQuiet.length; day++) {
    if (!isQuiet[day]) continue;
    const first = day;
    while (isQuiet[day + 1]) day++;
    periods.push({ from: from + first * secondsPerDay, until: from + (day + 1) * secondsPerDay });
  }
  return periods;
};

/**
 * Median of the parts of so many days that have events, per day: a file may have all events of a week, or of
 * a month, on one day.
 */
const usualPerDay = (events: readonly number[], days: number): number => {
  const parts: number[] = [];
  for (let day = 0; day + days <= events.length; day += days)
    parts.push(sumOf(events.slice(day, day + days)));
  const active = parts.filter((count) => count > 0).sort((a, b) => a - b);
  return (active[Math.floor(active.length / 2)] ?? 0) / days;
};

/** Days in any window of `width` days with at most `most` events. */
const quietDays = (events: readonly number[], width: number, most: number): boolean[] => {
  const isQuiet = events.map(() => false);
  let inWindow = sumOf(events.slice(0, width));
  for (let first = 0; first + width <= events.length; first++) {
    if (inWindow <= most) isQuiet.fill(true, first, first + width);
    inWindow += (events[first + width] ?? 0) - events[first]!;
  }
  return isQuiet;
};

/**
 * At the end of the log, only days in a window without any event stay quiet: a stream that has stopped, and
 * not one that has become less.
 */
const withoutDecline = (isQuiet: readonly boolean[], events: readonly number[], width: number): boolean[] => {
  const from = isQuiet.lastIndexOf(false) + 1;
  return [...isQuiet.slice(0, from), ...quietDays(events.slice(from), width, 0)];
};

const sumOf = (counts: readonly number[]): number => counts.reduce((a, b) => a + b, 0);

/** Whether any of the periods shares time with the span. */
export const meets = (periods: readonly Period[], from: EpochSeconds, until: EpochSeconds): boolean =>
  periods.some((period) => period.from < until && from < period.until);
