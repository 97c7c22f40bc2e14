// Calendar periods: the days, weeks and months of a history in UTC, the last one cut off where the history ends.

import { firstOfMonth } from "../resource/months.js";
import { type EpochSeconds, secondsPerDay } from "../resource/resource.js";

export const spans = ["days", "weeks", "months"] as const;
export type SpanName = (typeof spans)[number];

/** Charts with more periods are unreadable. */
const maxPeriods: Record<SpanName, number> = { days: 90, weeks: 104, months: 60 };

export interface Period {
  /** First instant. Weeks begin on Mondays. */
  start: EpochSeconds;
  /** First instant after it; for the newest period, the end of the history. */
  end: EpochSeconds;
}

/** The newest periods in [from, until), oldest first; the last one is cut off at `until`. */
export const periods = (span: SpanName, from: EpochSeconds, until: EpochSeconds): Period[] => {
  const found: Period[] = [];
  let end = until;
  while (end > from && found.length < maxPeriods[span]) {
    const start = startOf(span, end - 1);
    found.unshift({ start, end });
    end = start;
  }
  return found;
};

const startOf = (span: SpanName, moment: EpochSeconds): EpochSeconds => {
  const day = Math.floor(moment / secondsPerDay);
  switch (span) {
    case "days":
      return day * secondsPerDay;
    case "weeks":
      // 1 January 1970 was a Thursday.
      return (day - ((((day + 3) % 7) + 7) % 7)) * secondsPerDay;
    case "months":
      return firstOfMonth(moment);
  }
};
