// Refits: the dates at which a model is fitted again. They lie on a grid of UTC days that the horizon alone
// determines, one second after midnight, so that the events of a log with dates alone are in on their day.
// Landmarks lie whole steps and years before a refit, so that they would be of another season if much
// happened between it and today, or at the same time of earlier years. There the model is fitted again
// earlier: once what happened since the last refit departs from the usual. A model learns from what happened
// before the last refit. So which model there is follows from the files, and not from how often they were
// built, and between two refits new events leave it as it is. Nothing is lost by waiting: labels of the days
// since the last refit are not complete for a horizon to come.

import { type EpochSeconds, secondsPerDay } from "../resource/resource.js";
import type { EventDates } from "./event-dates.js";

/** Short horizons are refitted daily, and long ones monthly. */
const refitsPerHorizon = 12;
const maxDays = 30;
const afterMidnight = 1;

const refitSeconds = (horizonSeconds: number): number =>
  Math.min(maxDays, Math.max(1, Math.floor(horizonSeconds / refitsPerHorizon / secondsPerDay))) *
  secondsPerDay;

export interface Refit {
  /** The model learns from events before it. */
  learnedThrough: EpochSeconds;
  /** Once the data reach it, the model is fitted again at the latest. */
  refitAt: EpochSeconds;
}

/** Numbers of events in successive days that end with days of refits. */
export interface DailyEvents {
  /** When the first day begins. */
  from: EpochSeconds;
  events: readonly number[];
}

/**
 * The last refit at or before `dataThrough`, and the next. In a log of regular dates, a model knows the last
 * date, and is fitted as often between two dates as others are within a horizon: what people will do depends
 * on how long ago the last date was. `dates` are those before `endOfDay(dataThrough)`, as `daily` is.
 */
export const refitOf = (
  dataThrough: EpochSeconds,
  horizonSeconds: number,
  dates: EventDates | null,
  daily: DailyEvents,
): Refit => {
  const isRegular = dates !== null && dates.rule !== null;
  const every = isRegular ? Math.min(horizonSeconds, dates.everyDays * secondsPerDay) : horizonSeconds;
  const onGrid = lastRefit(dataThrough, every);
  const last = isRegular ? dates.dates.at(-1)!.end : lastTurn(onGrid, dataThrough, horizonSeconds, daily);
  return {
    learnedThrough: Math.min(dataThrough, Math.max(last, onGrid)),
    refitAt: nextRefit(dataThrough, every),
  };
};

/** Share of a horizon's events by which their number must differ from the usual for the season to move on. */
const turnedShare = 0.02;
/** In standard deviations, what chance does not do. */
const significant = 3;
const daysPerWeek = 7;
/** Fewer show no usual day. */
const minWeeks = 4;
const yearDays = 365;

/**
 * The last whole day from `refit` to `until` at whose end what had happened since the refit before it
 * departed from the usual: from that of the same weekdays within the horizon before `refit`, or, within the
 * label window of the year before, from one end of the window to the other.
 */
const lastTurn = (
  refit: EpochSeconds,
  until: EpochSeconds,
  horizonSeconds: number,
  { from, events }: DailyEvents,
): EpochSeconds => {
  const [horizon, first, last] = [
    Math.round(horizonSeconds / secondsPerDay),
    Math.round((refit - from) / secondsPerDay),
    Math.floor((until - from) / secondsPerDay),
  ];
  const weeks = Math.floor(Math.min(horizon, first) / daysPerWeek);
  if (weeks < minWeeks) return refit;
  const sums = [0];
  for (const count of events) sums.push(sums.at(-1)! + count);
  const sum = (start: number, end: number) => (start < 0 ? 0 : sums[end]! - sums[start]!);
  const usual = Array.from({ length: daysPerWeek }, (_, day) => {
    let total = 0;
    for (let week = 1; week <= weeks; week++) total += events[first + day - week * daysPerWeek] ?? 0;
    return total / weeks;
  });
  const inHorizon = sum(Math.max(0, first - horizon), first);
  const departs = (one: number, other: number) =>
    Math.abs(one - other) > turnedShare * inHorizon + significant * Math.sqrt(Math.max(one, other));
  const ago = Math.ceil(horizon / yearDays) * yearDays;
  let [turn, expected] = [first, 0];
  for (let day = first; day < last; day++) {
    expected += usual[(day - first) % daysPerWeek]!;
    const begins = sum(turn - ago, day + 1 - ago);
    const ends = turn < ago ? 0 : sum(turn - ago + horizon, day + 1 - ago + horizon);
    if (!departs(sum(turn, day + 1), expected) && !departs(begins, ends)) continue;
    turn = day + 1;
    expected = 0;
  }
  return from + turn * secondsPerDay;
};

/** The first end of a day of refits at or after `dataThrough`. */
export const endOfDay = (dataThrough: EpochSeconds): EpochSeconds =>
  Math.ceil((dataThrough - afterMidnight) / secondsPerDay) * secondsPerDay + afterMidnight;

/** The last point of the grid at or before `dataThrough`. */
export const lastRefit = (dataThrough: EpochSeconds, horizonSeconds: number): EpochSeconds =>
  Math.floor((dataThrough - afterMidnight) / refitSeconds(horizonSeconds)) * refitSeconds(horizonSeconds) +
  afterMidnight;

/** The next point of the grid. */
export const nextRefit = (dataThrough: EpochSeconds, horizonSeconds: number): EpochSeconds =>
  lastRefit(dataThrough, horizonSeconds) + refitSeconds(horizonSeconds);
