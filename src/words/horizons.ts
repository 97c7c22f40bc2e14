// Horizons in words: until when one lasts, why one has no test, and how many people are expected within each.

import type { HorizonTestedOn } from "../domain/outcome/horizons.js";
import {
  type CalendarFields,
  type CalendarPeriod,
  type HorizonFields,
  horizonOf,
  windowEnd,
} from "../domain/outcome/label-window.js";
import { english, type Formatter, type Moment } from "./format.js";
import { counted, people } from "./plural.js";

export interface Horizon extends CalendarFields {
  horizon_days?: number | undefined;
  /** The cutoff, just after the newest event; absent where it is not known. */
  data_through?: Moment | undefined;
}

/**
 * "by 23 January 2027 (60 days)" or "by 31 January 2027 (this month)", its last day; "within 60 days" from a
 * day that is not known; empty without a horizon.
 */
export const horizonWords = (horizon: Horizon, format: Formatter = english): string => {
  const { horizon_days, data_through: through } = horizon;
  if (horizon_days === undefined) return "";
  if (through === undefined) return horizonPhrase(horizon, format);
  return `by ${format.day(horizonLast({ ...horizon, horizon_days, data_through: through }))} (${horizonLength(horizon, format)})`;
};

/** The last moment of a horizon, in milliseconds. The cutoff may lie in the next day. */
export const horizonLast = ({
  data_through: through,
  ...horizon
}: HorizonFields & { data_through: Moment }): number =>
  1000 * windowEnd(new Date(through).getTime() / 1000, horizonOf(horizon)) - 1000;

export const periodNames: Readonly<Record<CalendarPeriod, string>> = {
  this_month: "this month",
  next_month: "next month",
  this_quarter: "this quarter",
  next_quarter: "next quarter",
  this_year: "this year",
  next_year: "next year",
};

/** "60 days", "3 calendar months" or "this month"; empty without a horizon. */
export const horizonLength = (
  { horizon_days: days, horizon_months: months, horizon_through: through }: Omit<Horizon, "data_through">,
  format: Formatter = english,
): string => {
  if (through !== undefined) return periodNames[through];
  if (months !== undefined) return counted(months, "calendar month", "calendar months", format);
  return days === undefined ? "" : format.days(days);
};

/** "within 60 days", "within 3 calendar months" or "by the end of this month"; empty without a horizon. */
export const horizonPhrase = (
  horizon: Omit<Horizon, "data_through">,
  format: Formatter = english,
): string => {
  const length = horizonLength(horizon, format);
  if (length === "") return "";
  return horizon.horizon_through === undefined ? `within ${length}` : `by the end of ${length}`;
};

export const horizonNotTested = (tested: HorizonTestedOn): string =>
  tested === "not predicted" ? "Not predicted: history too short" : "Not tested: history too short";

export interface ExpectedDates {
  dated: number;
  unlikely: number;
  within_days: number;
}

/** "612 people have an expected date within 365 days; 1,182 are unlikely to reach the goal by then." */
export const datesSentence = (
  { dated, unlikely, within_days }: ExpectedDates,
  format: Formatter = english,
): string =>
  `${people(dated, format)} ${dated === 1 ? "has" : "have"} an expected date within ${format.days(within_days)}; ` +
  `${format.count(unlikely)} ${unlikely === 1 ? "is" : "are"} unlikely to reach the goal by then.`;
