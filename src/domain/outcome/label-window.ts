// Label window [cutoff, end) of a prediction. Its end lies so many days after the cutoff or is a date of the
// calendar: whole months later, or the end of a month, quarter or year. Only `windowEnd` says where it is. The
// calendar is that of UTC, as the days of events are. A cutoff lies just after the newest event, so its day is
// that of the moment before it.

import { firstOfMonth } from "../resource/months.js";
import { type EpochSeconds, secondsPerDay } from "../resource/resource.js";

export const calendarPeriods = [
  "this_month",
  "next_month",
  "this_quarter",
  "next_quarter",
  "this_year",
  "next_year",
] as const;
export type CalendarPeriod = (typeof calendarPeriods)[number];

export type CalendarHorizon = { months: number } | { through: CalendarPeriod };

/** A number is in seconds; 0 for a prediction without dates. */
export type Horizon = number | CalendarHorizon;

/** An outcome has at most one of them, and then no `horizon_days` of its own. */
export interface CalendarFields {
  horizon_months?: number | undefined;
  horizon_through?: CalendarPeriod | undefined;
}

/** Horizon as records have it: `horizon_days` is the length as of their cutoff. */
export interface HorizonFields extends CalendarFields {
  horizon_days: number;
}

/** Undefined for a horizon of days. */
export const calendarOf = ({
  horizon_months: months,
  horizon_through: through,
}: CalendarFields): CalendarHorizon | undefined => {
  if (months !== undefined) return { months };
  return through === undefined ? undefined : { through };
};

/** The fields of the calendar that are there, and nothing else. */
export const calendarFieldsOf = ({ horizon_months, horizon_through }: CalendarFields): CalendarFields => ({
  ...(horizon_months !== undefined && { horizon_months }),
  ...(horizon_through !== undefined && { horizon_through }),
});

/** The fields of a horizon, and nothing else. */
export const horizonFieldsOf = (fields: HorizonFields): HorizonFields => ({
  horizon_days: fields.horizon_days,
  ...calendarFieldsOf(fields),
});

export const horizonOf = (fields: HorizonFields): Horizon =>
  calendarOf(fields) ?? fields.horizon_days * secondsPerDay;

/** End of the label window of a cutoff, exclusive. */
export const windowEnd = (cutoff: EpochSeconds, horizon: Horizon): EpochSeconds => {
  if (typeof horizon === "number") return cutoff + horizon;
  return "months" in horizon ? monthsAfter(cutoff, horizon.months) : periodEnd(cutoff, horizon.through);
};

/** Length of the label window of a cutoff in days, rounded up. */
export const windowDays = (cutoff: EpochSeconds, horizon: Horizon): number =>
  Math.ceil((windowEnd(cutoff, horizon) - cutoff) / secondsPerDay);

/** A horizon as the records of a cutoff have it. */
export const horizonAsOf = (cutoff: EpochSeconds, fields: HorizonFields): HorizonFields => {
  const calendar = calendarOf(fields);
  const own = horizonFieldsOf(fields);
  return calendar === undefined ? own : { ...own, horizon_days: windowDays(cutoff, calendar) };
};

const monthDays = 365.25 / 12;

/** Usual length of a horizon, the same on all days. */
export const usualSeconds = (horizon: Horizon): number => {
  if (typeof horizon === "number") return horizon;
  const months = "months" in horizon ? horizon.months : periodMonths(horizon.through);
  return Math.round(months * monthDays) * secondsPerDay;
};

/** Time between two refits depends on it: a horizon that gets shorter from day to day is learned each day. */
export const refittedSeconds = (horizon: Horizon): number =>
  typeof horizon !== "number" && "through" in horizon ? secondsPerDay : usualSeconds(horizon);

/**
 * Earlier cutoffs from which as many days are left until the end of a period as from `cutoff`, in descending
 * order, from `from` on. On the day before a period and on its first day, as much of it is over instead: a
 * bill on the 1st has been seen at all of them, or at none.
 */
export const alikeCutoffs = (
  cutoff: EpochSeconds,
  { through }: { through: CalendarPeriod },
  from: EpochSeconds,
): EpochSeconds[] => {
  const months = periodMonths(through);
  const length = months * (through.startsWith("this") ? 1 : 2);
  const end = periodEnd(cutoff, through);
  const over = cutoff - firstOfMonth(end, -length);
  const found: EpochSeconds[] = [];
  for (let periods = 1; ; periods++) {
    const earlier = firstOfMonth(end, -periods * months);
    const start = firstOfMonth(earlier, -length);
    let at = over < secondsPerDay ? start + over : earlier - (end - cutoff);
    while (at < start + Math.min(over, secondsPerDay)) at += secondsPerDay;
    while (periodEnd(at, through) > earlier) at -= secondsPerDay;
    if (at < from) return found;
    found.push(at);
  }
};

const periodMonths = (period: CalendarPeriod): number =>
  period.endsWith("month") ? 1 : period.endsWith("quarter") ? 3 : 12;

const periodEnd = (cutoff: EpochSeconds, period: CalendarPeriod): EpochSeconds => {
  const months = periodMonths(period);
  const next = new Date((cutoff - 1 + secondsPerDay) * 1000);
  const into = next.getUTCMonth() % months;
  return firstOfMonth(next.getTime() / 1000, months * (period.startsWith("this") ? 1 : 2) - into);
};

/** The same day and time of a later month, or the last day of a shorter one; the last day gives the last day. */
export const monthsAfter = (cutoff: EpochSeconds, months: number): EpochSeconds => {
  const last = cutoff - 1;
  const day = new Date(last * 1000).getUTCDate();
  const [own, later] = [daysInMonth(last, 0), daysInMonth(last, months)];
  const to = day === own ? later : Math.min(day, later);
  return cutoff + firstOfMonth(last, months) - firstOfMonth(last, 0) + (to - day) * secondsPerDay;
};

const daysInMonth = (at: EpochSeconds, months: number): number =>
  (firstOfMonth(at, months + 1) - firstOfMonth(at, months)) / secondsPerDay;
