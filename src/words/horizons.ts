// Horizons in words: until when one lasts, why one has no test, and how many people are expected within each.

import type { HorizonTestedOn } from "../domain/outcome/horizons.js";
import { english, type Formatter, type Moment } from "./format.js";
import { people } from "./plural.js";

const msPerDay = 86_400_000;

export interface Horizon {
  horizon_days?: number | undefined;
  /** The cutoff, just after the newest event; absent where it is not known. */
  data_through?: Moment | undefined;
}

/** "by 23 January 2027 (60 days)", its last day; "within 60 days" from a day that is not known; empty without a horizon. */
export const horizonWords = (
  { horizon_days: horizon, data_through: through }: Horizon,
  { day, days }: Formatter = english,
): string => {
  if (horizon === undefined) return "";
  if (through === undefined) return `within ${days(horizon)}`;
  // The cutoff may lie in the next day.
  const last = new Date(through).getTime() + horizon * msPerDay - 1000;
  return `by ${day(last)} (${days(horizon)})`;
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
