// Event dates of a log whose events come on a few days alone: bills on the first of each month, races every
// second Sunday, donations once a year. Nobody can do anything between two such dates, so the days between
// them say nothing about customers, and what somebody will do depends on how long ago the last date was.

import { type EpochSeconds, secondsPerDay } from "../resource/resource.js";

/** Days with many events that follow each other: whole days, `end` exclusive. */
export interface EventDate {
  start: EpochSeconds;
  end: EpochSeconds;
}

export interface EventDates {
  /** Ascending, at least three. */
  dates: EventDate[];
  /** From the beginning of one date to that of the next, in the median. */
  everyDays: number;
  /** Longer pauses from the beginning of a date to that of the next are not usual. */
  pauseDays: number;
  /** Rule that the next dates follow; null where the past ones keep to none. */
  rule: DateRule | null;
}

/** Whole months, or days, from one date to the next. */
export type DateRule = { months: number } | { days: number };

/**
 * A day has many events if it has this share of those of a usual day: half of all events are on days with at
 * least as many.
 */
const busyShare = 0.1;
/** Nearly all events are on dates. */
const datedShare = 0.9;
const daysPerWeek = 7;
const minDates = 3;

/**
 * The dates that nearly all events are on, more than a week apart and each at most `longestDays` long; null
 * for a log that goes on all the time. `events[d]` is the number of events in the day that begins at `from` +
 * d days.
 */
export const eventDates = (
  events: readonly number[],
  from: EpochSeconds,
  longestDays: number,
): EventDates | null => {
  const stretches = busyStretches(events).filter(({ first, last }) => last - first < longestDays);
  const dated = stretches.reduce((sum, { first, last }) => sum + sumOf(events.slice(first, last + 1)), 0);
  if (stretches.length < minDates || dated < datedShare * sumOf(events)) return null;
  const gaps = stretches.slice(1).map(({ first }, i) => first - stretches[i]!.first);
  const everyDays = quantile(gaps, 0.5);
  const dates = stretches.map(({ first, last }) => ({
    start: from + first * secondsPerDay,
    end: from + (last + 1) * secondsPerDay,
  }));
  return { dates, everyDays, pauseDays: usualPause(gaps), rule: ruleOf(dates, gaps) };
};

interface Stretch {
  first: number;
  /** Inclusive. */
  last: number;
}

/** Days with many events, of which two that are a week apart or nearer are of one stretch. */
const busyStretches = (events: readonly number[]): Stretch[] => {
  const least = busyShare * usualDay(events);
  const found: Stretch[] = [];
  for (const [day, count] of events.entries()) {
    if (count === 0 || count < least) continue;
    const open = found.at(-1);
    if (open && day - open.last <= daysPerWeek) open.last = day;
    else found.push({ first: day, last: day });
  }
  return found;
};

/** Events of a day such that half of all events are on days with at least as many. */
const usualDay = (events: readonly number[]): number => {
  let left = sumOf(events) / 2;
  for (const count of events.toSorted((a, b) => b - a)) {
    left -= count;
    if (left <= 0) return count;
  }
  return 0;
};

/**
 * Half as long again as usual, since a date that is left out is a hole. Where dates are irregular, the
 * longest but a tenth, up to three times the usual.
 */
const usualPause = (gaps: readonly number[]): number => {
  const usual = quantile(gaps, 0.5);
  return Math.ceil(Math.max(1.5 * usual, Math.min(quantile(gaps, 0.9), 3 * usual)));
};

/** Share of the gaps, or dates, that keep to a rule. */
const ruleShare = 0.8;
/** A weekend or a holiday moves a date of a month by as many days. */
const maxMovedDays = 3;
const monthDays = 365.25 / 12;

const ruleOf = (dates: readonly EventDate[], gaps: readonly number[]): DateRule | null => {
  const usual = quantile(gaps, 0.5);
  const months = Math.round(usual / monthDays);
  if (months > 0 && isMostly(dates, (date) => movedDays(date, dates.at(-1)!, months) <= maxMovedDays))
    return { months };
  return isMostly(gaps, (gap) => Math.abs(gap - usual) <= 1) ? { days: usual } : null;
};

const isMostly = <T>(all: readonly T[], is: (one: T) => boolean): boolean =>
  all.filter(is).length >= ruleShare * all.length;

/** Days between a date and the nearest that lies a multiple of `months` before the last. */
const movedDays = (date: EventDate, last: EventDate, months: number): number => {
  const times = Math.round((last.end - date.end) / secondsPerDay / (months * monthDays));
  return Math.abs(date.end - monthsAfter(last.end, -times * months)) / secondsPerDay;
};

/** The ends of the dates after the last, up to `until`, at most `maxForecast`; null without a rule. */
export const nextDates = (
  { dates, rule }: Pick<EventDates, "dates" | "rule">,
  until: EpochSeconds,
): EpochSeconds[] | null => {
  if (rule === null) return null;
  const { end } = dates.at(-1)!;
  const found: EpochSeconds[] = [];
  while (found.length < maxForecast) {
    const times = found.length + 1;
    const next =
      "months" in rule ? monthsAfter(end, times * rule.months) : end + times * rule.days * secondsPerDay;
    if (next > until) break;
    found.push(next);
  }
  return found;
};

const maxForecast = 500;
const yearMonths = 12;

/**
 * A horizon of so many days has a date wherever it begins: the longest distance of two dates in a year; null
 * without a rule.
 */
export const surelyDatedDays = ({ dates, rule }: Pick<EventDates, "dates" | "rule">): number | null => {
  if (rule === null || "days" in rule) return rule?.days ?? null;
  const ends = Array.from({ length: yearMonths + 1 }, (_, times) =>
    monthsAfter(dates.at(-1)!.end, times * rule.months),
  );
  return Math.max(...ends.slice(1).map((end, i) => end - ends[i]!)) / secondsPerDay;
};

/**
 * The end of a date that lies months after one that ends at `end`: its last moment has the same day and time,
 * or the last day of a shorter month.
 */
const monthsAfter = (end: EpochSeconds, months: number): EpochSeconds => {
  const last = end - 1;
  const at = new Date(last * 1000);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth() + months, at.getUTCDate()];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(year, month, Math.min(day, lastDay)) / 1000;
  return end + midnight - Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), day) / 1000;
};

/** The lower one of two in the middle. */
const quantile = (values: readonly number[], share: number): number => {
  const ascending = values.toSorted((a, b) => a - b);
  return ascending[Math.ceil(share * ascending.length) - 1]!;
};

const sumOf = (counts: readonly number[]): number => counts.reduce((a, b) => a + b, 0);
