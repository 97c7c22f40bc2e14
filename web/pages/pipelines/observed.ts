// Sentences about the actual results of earlier scores.

import { formatCount, formatCounted, formatDay } from "../../ui/format.js";

interface Observed {
  cutoff: string;
  horizon_days: number;
  people: number;
  expected: number;
  expected_low?: number;
  expected_high?: number;
  attained: number;
}

/** Whether the actual number is within the interval; undefined if there is none. */
export const isWithin = ({
  attained,
  expected_low: low,
  expected_high: high,
}: Observed): boolean | undefined =>
  low === undefined || high === undefined ? undefined : attained >= low && attained <= high;

export const newestSentence = (observed: Observed): string => {
  const { cutoff, horizon_days: days, people, expected, attained } = observed;
  const result = `Expected ${formatCount(Math.round(expected))}, actual ${formatCount(attained)} of ${formatCounted(people, "person", "people")} scored on ${formatDay(cutoff)}, within ${formatCounted(days, "day")}`;
  return `${result}${verdict(observed)}.`;
};

const verdict = (observed: Observed): string => {
  const { attained, expected_low: low, expected_high: high } = observed;
  if (low === undefined || high === undefined) return "";
  const interval = `the 95 % interval ${formatCount(Math.round(low))} to ${formatCount(Math.round(high))}`;
  if (isWithin(observed)) return `: inside ${interval}`;
  return `: ${attained > high ? "above" : "below"} ${interval}`;
};
