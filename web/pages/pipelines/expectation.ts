// Sentences about the expected conversions of a pipeline: number, interval, and people without a score.

import { formatCount, formatCounted } from "../../ui/format.js";

interface Expected {
  scored_count: number;
  attained_count: number;
  not_eligible_count: number;
  expected: number;
  expected_low?: number;
  expected_high?: number;
}

/** Names of the prediction's cohorts; absent while it is loading. */
interface Outcome {
  attainment_cohort_name?: string;
  eligible_cohort_name?: string;
  horizon_days?: number;
}

export const expectationSentence = (score: Expected, outcome: Outcome = {}): string => {
  const { scored_count: scored, expected, expected_low: low, expected_high: high } = score;
  if (scored === 0) return "No people are scored. The reasons are below.";
  const likely = `Expected: ${people(expected)} of ${formatCounted(scored, "person", "people")} in ${attainment(outcome)}${within(outcome)}`;
  return low === undefined || high === undefined
    ? `${likely}.`
    : `${likely} (95 % interval ${people(low)} to ${people(high)}).`;
};

/** People without a probability, by reason. */
export const notScoredSentences = (score: Expected, outcome: Outcome = {}): string[] => {
  const { attained_count: there, not_eligible_count: others } = score;
  return [
    there > 0 ? `${formatCounted(there, "person is", "people are")} already in ${attainment(outcome)}.` : "",
    others > 0
      ? `${formatCounted(others, "person is", "people are")} not eligible: outside ${eligible(outcome)}.`
      : "",
  ].filter((sentence) => sentence !== "");
};

const attainment = ({ attainment_cohort_name: name }: Outcome) => (name ? `“${name}”` : "the goal cohort");
const eligible = ({ eligible_cohort_name: name }: Outcome) => (name ? `“${name}”` : "the eligible cohort");
const within = ({ horizon_days: days }: Outcome) => (days ? ` within ${formatCounted(days, "day")}` : "");
const people = (count: number) => formatCount(Math.round(count));
