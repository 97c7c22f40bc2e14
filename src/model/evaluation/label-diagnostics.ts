// Diagnostics of labels. A prediction is worth training while its result is uncertain. It is not if no person could convert, if nearly
// all have converted, or if the dates of conversion are wrong. Good figures then mean nothing, and bad ones are not the model's fault.

import { minCountOf } from "../../domain/cohort.js";
import { contradiction, type OutcomeCohorts } from "../../domain/contradiction.js";
import type { TrainingLandmark, Warning } from "../../domain/evaluation.js";
import { percent } from "../../domain/percent.js";
import { wilson } from "../numeric/wilson.js";

/** Counts behind the labels. Dates are texts: YYYY-MM-DD. */
export interface LabelFacts extends OutcomeCohorts {
  horizonDays: number;
  /** At the newest landmark: all people known, those eligible, and how many of these had attained or were in the attrition cohort. */
  newest: { date: string; known: number; eligible: number; attained: number; attrited: number };
  /** Bounds over all people of the attainment's events, within the newest window if it recurs; null if there are none. */
  reach: { events: number; worth: number; leastWorth: number } | null;
  /** All people who have ever attained, and those of them who were eligible before; null if that cannot be dated. */
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

/** The most likely cause of too few labels of either kind, and what to do about it. */
export const causeOfTooFewLabels = (facts: LabelFacts, labels: Labels): string =>
  contradiction(facts, facts.horizonDays) ??
  beyondReach(facts) ??
  noPeopleLeft(facts) ??
  notEligibleBefore(facts, 1) ??
  onOneDay(facts) ??
  imbalanced(facts, labels);

const beyondReach = ({ attainment, recurring, reach }: LabelFacts): string | null => {
  const { stream_name: stream, min_value, max_value } = attainment;
  const minCount = minCountOf(attainment);
  const where = `“${stream}”${recurring ? " within the newest horizon" : ""}`;
  if (reach === null)
    return minCount === 0
      ? null
      : `No event of ${where} meets the conditions of the attainment cohort. Check its stream_conditions.`;
  if (minCount > reach.events)
    return `The attainment cohort requires ${minCount} events of ${where}, but no person has more than ${reach.events}.`;
  if (min_value !== undefined && min_value > reach.worth)
    return `The attainment cohort requires a value of ${min_value} in ${where}, but no person has more than ${reach.worth}.`;
  return max_value !== undefined && max_value < reach.leastWorth
    ? `The attainment cohort allows a value of at most ${max_value} in ${where}, but every person has at least ${reach.leastWorth}.`
    : null;
};

const noPeopleLeft = ({ recurring, newest }: LabelFacts): string | null => {
  const { date, known, eligible, attained, attrited } = newest;
  if (eligible === 0)
    return (
      `None of the ${known} people known on ${date}, the newest training date, was eligible. Check the bounds and the ` +
      "recency of the eligible cohort."
    );
  if (!recurring && attained === eligible)
    return (
      `All ${eligible} people who were eligible on ${date} had attained already. Choose an attainment cohort with stricter ` +
      "bounds, or set recurring to true to predict who does it again."
    );
  return attrited === eligible
    ? `All ${eligible} people who were eligible on ${date} were in the attrition cohort. Make its bounds stricter.`
    : null;
};

const imbalanced = ({ horizonDays, newest }: LabelFacts, { attained, notAttained }: Labels): string => {
  if (attained > notAttained)
    return `Nearly all people convert within ${horizonDays} days. Choose a stricter attainment cohort or a shorter horizon.`;
  if (attained >= minPerLabel)
    return (
      `No eligible person has converted since ${newest.date}, the newest training date. Check that the newest files are ` +
      "uploaded, or choose a longer horizon."
    );
  return "Choose a longer horizon, a wider eligible cohort or a less strict attainment cohort, or upload a longer history.";
};

/** Fewer people or events are not enough for a finding. */
const minForFinding = 20;

const notEligibleBefore = ({ ever }: LabelFacts, minShare: number): string | null => {
  if (ever === null || ever.attained < minForFinding) return null;
  const tooEarly = ever.attained - ever.eligibleBefore;
  if (tooEarly < minShare * ever.attained) return null;
  return (
    `${tooEarly} of the ${ever.attained} people who have converted were never eligible before, so the model cannot learn from ` +
    "them. Choose an eligible cohort that people are in before they convert."
  );
};

const dayShare = 0.5;

const onOneDay = ({ attainment, busiest }: LabelFacts): string | null => {
  if (busiest === null || busiest.allEvents < minForFinding || busiest.events < dayShare * busiest.allEvents)
    return null;
  const { date, events, allEvents } = busiest;
  return (
    `${events} of the ${allEvents} events of “${attainment.stream_name}” that count for the attainment cohort are dated ${date}. This ` +
    "looks like the date of an export, not of the events. Map datetime to the column with the date of the event."
  );
};

const nearlyAll = 0.95;
const tooEarlyShare = 0.9;

/** Warnings about labels that are enough to train on; `testRate` is the share of tested people who attained. */
export const labelWarnings = (facts: LabelFacts, testRate: number): Warning[] => {
  const warning = (part: string, note: string | null): Warning[] =>
    note === null ? [] : [{ kind: "question", about: part, note }];
  return [
    ...warning("attainment", testRate > nearlyAll ? nearlyAllConvert(facts, testRate) : null),
    ...warning("eligible", nearlyAllAttained(facts)),
    ...warning("eligible", notEligibleBefore(facts, tooEarlyShare)),
    ...warning("attainment", onOneDay(facts)),
  ];
};

const nearlyAllConvert = ({ horizonDays }: LabelFacts, rate: number): string =>
  `${percent(rate)} of the eligible people converted within ${horizonDays} days, so there are few differences to predict. Choose a ` +
  "stricter attainment cohort or a shorter horizon.";

const nearlyAllAttained = ({ recurring, newest }: LabelFacts): string | null => {
  const { date, eligible, attained } = newest;
  if (recurring || attained < minForFinding || attained < nearlyAll * eligible) return null;
  return (
    `${percent(attained / eligible)} of the people who were eligible on ${date} had attained already and were left out. The ` +
    "model holds for the few others. Set recurring to true to predict who does it again."
  );
};

const rateFactor = 1.5;
const minRows = 200;

/** Oldest first, the test last. A trend may continue; only a rate well outside all earlier ones causes a warning. */
export const rateWarnings = (landmarks: readonly TrainingLandmark[]): Warning[] => {
  const test = landmarks.at(-1);
  const earlier = landmarks.filter((landmark) => landmark.rows >= minRows && landmark !== test);
  if (test === undefined || earlier.length < 2 || test.rows < minRows) return [];
  const rates = earlier.map(rateOf);
  const [min, max] = [Math.min(...rates), Math.max(...rates)];
  const { low, high } = wilson(rateOf(test), test.rows);
  if (low <= rateFactor * max && high >= min / rateFactor) return [];
  return [
    {
      kind: "rate",
      about: "attainment",
      note:
        `The rate was ${percent(rateOf(test))} at the test, and between ${percent(min)} and ${percent(max)} at the landmarks before. ` +
        "Check that the newest files are complete and mean the same. If they are and do, expect the probabilities to be " +
        `too ${rateOf(test) > max ? "low" : "high"} for a while.`,
    },
  ];
};

const rateOf = ({ rows, attained }: TrainingLandmark): number => attained / rows;
