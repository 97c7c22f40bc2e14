// How many of the people scored should attain, in words: the number, its bounds, and who is not counted.

import { formatCount, formatCounted } from "../../ui/format.js";

interface Expected {
  scored_count: number;
  attained_count: number;
  not_eligible_count: number;
  expected: number;
  expected_low?: number;
  expected_high?: number;
}

/** What the outcome calls its cohorts; absent where the outcome is not read yet. */
interface Outcome {
  attainment_cohort_name?: string;
  eligible_cohort_name?: string;
  horizon_days?: number;
}

export const expectationInWords = (score: Expected, outcome: Outcome = {}): string => {
  const { scored_count: scored, expected, expected_low: low, expected_high: high } = score;
  if (scored === 0) return "Nobody is scored: see below who is left out, and why.";
  const likely = `Of ${formatCounted(scored, "person scored", "people scored")}, about ${people(expected)} should come to be in ${attainment(outcome)}${within(outcome)}`;
  return low === undefined || high === undefined
    ? `${likely}.`
    : `${likely}: from ${people(low)} to ${people(high)}, in 95 of 100 cases like this one.`;
};

/** Those who have no probability, and why. */
export const leftOutInWords = (score: Expected, outcome: Outcome = {}): string[] => {
  const { attained_count: there, not_eligible_count: others } = score;
  return [
    there > 0 ? `${formatCounted(there, "person is", "people are")} in ${attainment(outcome)} already.` : "",
    others > 0
      ? `${formatCounted(others, "person is", "people are")} not asked about, being outside of ${eligible(outcome)}.`
      : "",
  ].filter((sentence) => sentence !== "");
};

const attainment = ({ attainment_cohort_name: name }: Outcome) =>
  name ? `“${name}”` : "the attainment cohort";
const eligible = ({ eligible_cohort_name: name }: Outcome) => (name ? `“${name}”` : "the eligible cohort");
const within = ({ horizon_days: days }: Outcome) => (days ? ` within ${formatCounted(days, "day")}` : "");
const people = (count: number) => formatCount(Math.round(count));
