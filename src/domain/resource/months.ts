// Calendar months in UTC.

import type { EpochSeconds } from "./resource.js";

/** Midnight of the first day of the month that lies so many months after that of `at`, or before it. */
export const firstOfMonth = (at: EpochSeconds, months = 0): EpochSeconds => {
  const date = new Date(at * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / 1000;
};

/** How many months the month of `to` lies after that of `from`. */
export const monthsBetween = (from: EpochSeconds, to: EpochSeconds): number => monthOf(to) - monthOf(from);

/** Months since year 0. */
const monthOf = (at: EpochSeconds): number => {
  const date = new Date(at * 1000);
  return 12 * date.getUTCFullYear() + date.getUTCMonth();
};
