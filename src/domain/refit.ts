// Refits: the dates at which a model is fitted again. They lie on a grid of UTC days that the horizon alone determines, one second after
// midnight, so that the events of a log with dates alone are in on their day. A model learns from what happened before the last of
// them. So which model there is follows from the files, and not from how often they were built, and between two refits new events
// leave it as it is. Nothing is lost by waiting: labels of the days since the last refit are not complete for a horizon to come.

import type { EventDates } from "./event-dates.js";
import { type EpochSeconds, secondsPerDay } from "./resource.js";

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
  /** Once the data reach it, the model is fitted again. */
  refitAt: EpochSeconds;
}

/**
 * The last refit at or before `dataThrough`, and the next. In a log of regular dates, a model knows the last date, and is fitted as
 * often between two dates as others are within a horizon: what people will do depends on how long ago the last date was. `dates` are those
 * before `endOfDay(dataThrough)`.
 */
export const refitOf = (
  dataThrough: EpochSeconds,
  horizonSeconds: number,
  dates: EventDates | null,
): Refit => {
  const isRegular = dates !== null && dates.rule !== null;
  const every = isRegular ? Math.min(horizonSeconds, dates.everyDays * secondsPerDay) : horizonSeconds;
  const lastDate = isRegular ? dates.dates.at(-1)!.end : Number.NEGATIVE_INFINITY;
  return {
    learnedThrough: Math.min(dataThrough, Math.max(lastDate, lastRefit(dataThrough, every))),
    refitAt: nextRefit(dataThrough, every),
  };
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
