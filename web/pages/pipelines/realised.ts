// What became of earlier scores, in words.

import { formatCount, formatCounted, formatDay } from "../../ui/format.js";

interface Realised {
  cutoff: string;
  horizon_days: number;
  people: number;
  expected: number;
  expected_low?: number;
  expected_high?: number;
  attained: number;
}

/** Whether what happened is within what was expected; undefined where no bounds were given. */
export const isWithin = ({
  attained,
  expected_low: low,
  expected_high: high,
}: Realised): boolean | undefined =>
  low === undefined || high === undefined ? undefined : attained >= low && attained <= high;

export const newestInWords = (realised: Realised): string => {
  const { cutoff, horizon_days: days, people, expected, attained } = realised;
  const happened = `Of ${formatCounted(people, "person", "people")} scored as of ${formatDay(cutoff)}, ${formatCount(attained)} attained within ${formatCounted(days, "day")}; ${formatCount(Math.round(expected))} were expected`;
  return `${happened}${verdict(realised)}.`;
};

const verdict = (realised: Realised): string => {
  const { attained, expected_low: low, expected_high: high } = realised;
  if (low === undefined || high === undefined) return "";
  const bounds = `${formatCount(Math.round(low))} to ${formatCount(Math.round(high))}`;
  if (isWithin(realised)) return `, from ${bounds}: it came true`;
  return `, from ${bounds}: ${attained > high ? "more" : "fewer"} than it said`;
};
