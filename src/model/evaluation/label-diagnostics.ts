// Diagnosis of labels: why there are too few of either kind to learn from, and which definitions make good
// figures meaningless. A prediction is worth training while its result is uncertain. It is not if no person
// can reach the goal, if everyone has, or if the dates of the goal are wrong.

import { minCountOf } from "../../domain/cohort/cohort-count.js";
import { contradiction, type OutcomeCohorts } from "../../domain/outcome/contradiction.js";
import type { TrainingLandmark, Warning } from "../../domain/outcome/evaluation.js";
import type { Diagnosis } from "../../domain/outcome/warnings.js";
import { wilsonInterval } from "../numeric/confidence-intervals.js";

/** Counts behind a prediction's labels. Days are texts: YYYY-MM-DD. */
export interface LabelFacts extends OutcomeCohorts {
  horizonDays: number;
  /** At the newest landmark: people known, the eligible, and those of them who had attained or attrited. */
  newest: { date: string; known: number; eligible: number; attained: number; attrited: number };
  /** The most of the attainment's events that any person has, within the newest window where it recurs; null: none. */
  reach: { events: number; worth: number; leastWorth: number } | null;
  /** People who attained at any time, and those of them who were eligible before; null where that is not known. */
  ever: { attained: number; eligibleBefore: number } | null;
  /** The day with the most events of the attainment; null if there are none. */
  busiest: { date: string; events: number; allEvents: number } | null;
}

interface Labels {
  attained: number;
  notAttained: number;
}

/** Training needs at least this many of each label. */
export const minPerLabel = 10;

/** The likeliest cause of too few labels of either kind. */
export const causeOfTooFewLabels = (facts: LabelFacts, labels: Labels): Diagnosis =>
  contradiction(facts, facts.horizonDays) ??
  outOfReach(facts) ??
  nobodyLeft(facts) ??
  rarelyEligibleBefore(facts, 1) ??
  eventsOnOneDay(facts) ??
  lopsided(facts, labels);

const outOfReach = ({ attainment, recurring, reach }: LabelFacts): Diagnosis | null => {
  const { stream_name: stream = "", min_value, max_value } = attainment;
  const min = minCountOf(attainment);
  if (reach === null) return min === 0 ? null : { code: "no_matching_event", figures: { stream, recurring } };
  if (min > reach.events)
    return {
      code: "count_out_of_reach",
      figures: { stream, recurring, wanted: min, most: reach.events },
    };
  if (min_value !== undefined && min_value > reach.worth)
    return {
      code: "amount_out_of_reach",
      figures: { stream, recurring, wanted: min_value, most: reach.worth },
    };
  return max_value !== undefined && max_value < reach.leastWorth
    ? {
        code: "amount_always_above",
        figures: { stream, recurring, wanted: max_value, least: reach.leastWorth },
      }
    : null;
};

const nobodyLeft = ({ recurring, newest }: LabelFacts): Diagnosis | null => {
  const { date: day, known, eligible, attained, attrited } = newest;
  if (eligible === 0) return { code: "nobody_eligible", figures: { known, day } };
  if (!recurring && attained === eligible) return { code: "all_reached_before", figures: { eligible, day } };
  return attrited === eligible ? { code: "all_in_attrition", figures: { eligible, day } } : null;
};

const lopsided = ({ horizonDays, newest }: LabelFacts, { attained, notAttained }: Labels): Diagnosis => {
  if (attained > notAttained)
    return { code: "nearly_all_reach_goal_soon", figures: { horizon_days: horizonDays } };
  return attained >= minPerLabel
    ? { code: "none_reached_since", figures: { day: newest.date } }
    : { code: "too_few_reach_goal", figures: {} };
};

const minCounted = 20;

const rarelyEligibleBefore = ({ ever }: LabelFacts, share: number): Diagnosis | null => {
  if (ever === null || ever.attained < minCounted) return null;
  const never_eligible = ever.attained - ever.eligibleBefore;
  return never_eligible < share * ever.attained
    ? null
    : { code: "rarely_eligible_before", figures: { attained: ever.attained, never_eligible } };
};

const dayShare = 0.5;

/** Most events have one date, which is probably that of an export. */
const eventsOnOneDay = ({ attainment, busiest }: LabelFacts): Diagnosis | null => {
  if (busiest === null || busiest.allEvents < minCounted || busiest.events < dayShare * busiest.allEvents)
    return null;
  const { date: day, events, allEvents: all_events } = busiest;
  const stream = attainment.stream_name ?? "";
  return { code: "events_on_one_day", figures: { stream, all_events, events, day } };
};

const nearlyAll = 0.95;
const neverEligibleShare = 0.9;

/** Warnings about labels that are enough to train on; `testRate` is the share of tested people who attained. */
export const labelWarnings = (facts: LabelFacts, testRate: number): Warning[] => {
  const about = (part: string, diagnosis: Diagnosis | null): Warning[] =>
    diagnosis === null ? [] : [{ kind: "question", about: part, ...diagnosis }];
  return [
    ...about("attainment", testRate > nearlyAll ? nearlyAllReachGoal(facts, testRate) : null),
    ...about("eligible", nearlyAllReachedBefore(facts)),
    ...about("eligible", rarelyEligibleBefore(facts, neverEligibleShare)),
    ...about("attainment", eventsOnOneDay(facts)),
  ];
};

const nearlyAllReachGoal = ({ horizonDays }: LabelFacts, rate: number): Diagnosis => ({
  code: "nearly_all_reach_goal",
  figures: { rate, horizon_days: horizonDays },
});

const nearlyAllReachedBefore = ({ recurring, newest }: LabelFacts): Diagnosis | null => {
  const { date: day, eligible, attained } = newest;
  return recurring || attained < minCounted || attained < nearlyAll * eligible
    ? null
    : { code: "nearly_all_reached_before", figures: { rate: attained / eligible, day } };
};

const jump = 1.5;
const minRows = 200;

/** Oldest first, the test last. A trend may continue; only a rate far outside all earlier ones causes a warning. */
export const rateWarnings = (landmarks: readonly TrainingLandmark[]): Warning[] => {
  const large = landmarks.filter(({ rows }) => rows >= minRows);
  const test = landmarks.at(-1);
  const earlier = large.filter((landmark) => landmark !== test);
  if (test === undefined || earlier.length < 2 || test.rows < minRows) return [];
  const rates = earlier.map(rateOf);
  const [min, max] = [Math.min(...rates), Math.max(...rates)];
  const rate = rateOf(test);
  const { low, high } = wilsonInterval(rate, test.rows);
  if (low <= jump * max && high >= min / jump) return [];
  return [{ kind: "rate", about: "attainment", code: "rate_jumped", figures: { rate, low: min, high: max } }];
};

const rateOf = ({ rows, attained }: TrainingLandmark): number => attained / rows;
