// A question is worth asking while its answer is open. It is not where nobody could have attained, where everybody has, or
// where nobody knows when they did; then good figures say nothing, and bad ones are no fault of the model's.

import { minCountOf } from "../../domain/cohort.js";
import { contradiction, type OutcomeCohorts } from "../../domain/contradiction.js";
import type { TrainingLandmark, Warning } from "../../domain/evaluation.js";
import { percent } from "../../domain/percent.js";
import { wilson } from "../numeric/wilson.js";

/** What was counted of a question. Dates are texts: YYYY-MM-DD. */
export interface LabelFacts extends OutcomeCohorts {
  horizonDays: number;
  /** At the newest landmark: everybody known, the eligible, and of these who had attained or attrited. */
  newest: { date: string; known: number; eligible: number; attained: number; attrited: number };
  /** The most that anybody has of the attainment's events, within the newest window where it recurs; null: nobody has any. */
  reach: { events: number; worth: number; leastWorth: number } | null;
  /** Whoever has attained at any time, and those of them who were eligible before; null where that cannot be told. */
  ever: { attained: number; eligibleBefore: number } | null;
  /** The day with most of the attainment's events; null where there are none. */
  busiest: { date: string; events: number; allEvents: number } | null;
}

interface Labels {
  attained: number;
  notAttained: number;
}

/** Fewer of either kind teach nothing. */
export const minPerLabel = 10;

/** The likeliest cause of too few labels of either kind, and what to do about it. */
export const causeOfTooFewLabels = (facts: LabelFacts, labels: Labels): string =>
  contradiction(facts, facts.horizonDays) ??
  beyondReach(facts) ??
  nobodyLeft(facts) ??
  nearlyAllTooEarly(facts, 1) ??
  onOneDay(facts) ??
  lopsided(facts, labels);

const beyondReach = ({ attainment, recurring, reach }: LabelFacts): string | null => {
  const { stream_name: stream, min_value, max_value } = attainment;
  const least = minCountOf(attainment);
  const where = `“${stream}”${recurring ? " within the newest horizon" : ""}`;
  if (reach === null)
    return least === 0
      ? null
      : `No event of ${where} meets the conditions of the attainment cohort. Check its stream_conditions.`;
  if (least > reach.events)
    return `The attainment cohort asks for ${least} events of ${where}, and nobody has more than ${reach.events}.`;
  if (min_value !== undefined && min_value > reach.worth)
    return `The attainment cohort asks for a value of ${min_value} in ${where}, and nobody has more than ${reach.worth}.`;
  return max_value !== undefined && max_value < reach.leastWorth
    ? `The attainment cohort allows a value of ${max_value} in ${where}, and nobody has less than ${reach.leastWorth}.`
    : null;
};

const nobodyLeft = ({ recurring, newest }: LabelFacts): string | null => {
  const { date, known, eligible, attained, attrited } = newest;
  if (eligible === 0)
    return (
      `Of ${known} people known on ${date}, the newest day to learn from, nobody was eligible. Check the bounds and the ` +
      "recency of the eligible cohort."
    );
  if (!recurring && attained === eligible)
    return (
      `All ${eligible} people who were eligible on ${date} had attained already. Choose an attainment cohort that is harder ` +
      "to be in, or set recurring to true to ask who does it again."
    );
  return attrited === eligible
    ? `All ${eligible} people who were eligible on ${date} were in the attrition cohort. Make its bounds stricter.`
    : null;
};

const lopsided = ({ horizonDays, newest }: LabelFacts, { attained, notAttained }: Labels): string => {
  if (attained > notAttained)
    return `Nearly everybody attains within ${horizonDays} days. Choose a stricter attainment cohort or a shorter horizon.`;
  if (attained >= minPerLabel)
    return (
      `Nobody of those asked on ${newest.date}, the newest day to learn from, has attained since. Check that the newest files ` +
      "are uploaded, or choose a longer horizon."
    );
  return "Choose a longer horizon, a wider eligible or an easier attainment cohort, or upload a longer history.";
};

const fewestSeen = 20;

const nearlyAllTooEarly = ({ ever }: LabelFacts, share: number): string | null => {
  if (ever === null || ever.attained < fewestSeen) return null;
  const tooEarly = ever.attained - ever.eligibleBefore;
  if (tooEarly < share * ever.attained) return null;
  return (
    `Of ${ever.attained} people who have attained, ${tooEarly} were not eligible at any moment before, so nothing can be ` +
    "learned from them. Choose an eligible cohort that people are in before they attain."
  );
};

const dayShare = 0.5;

const onOneDay = ({ attainment, busiest }: LabelFacts): string | null => {
  if (busiest === null || busiest.allEvents < fewestSeen || busiest.events < dayShare * busiest.allEvents)
    return null;
  const { date, events, allEvents } = busiest;
  return (
    `Of ${allEvents} events of “${attainment.stream_name}” that make people attain, ${events} are dated ${date}: it looks like ` +
    "the day of an export rather than the day on which they happened. Map datetime to the column that has that."
  );
};

const nearlyAll = 0.95;
const earlyShare = 0.9;

/** What is odd about a question that could be learned all the same; `testRate` is the share that attained. */
export const labelWarnings = (facts: LabelFacts, testRate: number): Warning[] => {
  const about = (part: string, note: string | null): Warning[] =>
    note === null ? [] : [{ kind: "question", about: part, note }];
  return [
    ...about("attainment", testRate > nearlyAll ? everybodyAttains(facts, testRate) : null),
    ...about("eligible", nearlyAllAttained(facts)),
    ...about("eligible", nearlyAllTooEarly(facts, earlyShare)),
    ...about("attainment", onOneDay(facts)),
  ];
};

const everybodyAttains = ({ horizonDays }: LabelFacts, rate: number): string =>
  `${percent(rate)} of those asked about attained within ${horizonDays} days: there is hardly anybody to tell apart. Choose a ` +
  "stricter attainment cohort or a shorter horizon.";

const nearlyAllAttained = ({ recurring, newest }: LabelFacts): string | null => {
  const { date, eligible, attained } = newest;
  if (recurring || attained < fewestSeen || attained < nearlyAll * eligible) return null;
  return (
    `${percent(attained / eligible)} of the people who were eligible on ${date} had attained already and were not asked ` +
    "about. What is learned holds for the few others; set recurring to true to ask who does it again."
  );
};

const jump = 1.5;
const fewestRows = 200;

/** Oldest first, the test last. A trend goes on; what is told of is a rate well outside of all that were seen before. */
export const rateWarnings = (landmarks: readonly TrainingLandmark[]): Warning[] => {
  const seen = landmarks.filter(({ rows }) => rows >= fewestRows);
  const test = landmarks.at(-1);
  const earlier = seen.filter((landmark) => landmark !== test);
  if (test === undefined || earlier.length < 2 || test.rows < fewestRows) return [];
  const rates = earlier.map(rateOf);
  const [least, most] = [Math.min(...rates), Math.max(...rates)];
  const { low, high } = wilson(rateOf(test), test.rows);
  if (low <= jump * most && high >= least / jump) return [];
  return [
    {
      kind: "rate",
      about: "attainment",
      note:
        `${percent(rateOf(test))} attained at the test, and between ${percent(least)} and ${percent(most)} at the landmarks ` +
        "before it. Check whether the newest files are whole and mean the same; if they do, expect the probabilities to be " +
        `too ${rateOf(test) > most ? "low" : "high"} for a while.`,
    },
  ];
};

const rateOf = ({ rows, attained }: TrainingLandmark): number => attained / rows;
