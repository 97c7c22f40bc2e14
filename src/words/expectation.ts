// Expected and actual numbers of people who reach a goal, as sentences: of the current scores, and of earlier
// ones whose horizon is over.

import type { CalendarFields } from "../domain/outcome/label-window.js";
import type { WithoutEvents } from "../domain/pipeline/scope.js";
import { english, type Formatter, type Moment, type Show } from "./format.js";
import { type Horizon, horizonPhrase, horizonWords } from "./horizons.js";
import { counted, people } from "./plural.js";

interface ExpectedFigures {
  expected: number;
  /** Absent: the interval is not known. */
  expected_low?: number | undefined;
  expected_high?: number | undefined;
}

export interface ScoreFigures extends ExpectedFigures {
  scored_count: number;
  attained_count: number;
  not_eligible_count: number;
  /** Absent: everyone has an event. */
  without_events?: WithoutEventsFigures | undefined;
}

/** Eligible people on file without an event, and what earlier such people did. */
export interface WithoutEventsFigures {
  count: number;
  /** Absent: too few earlier people are known. */
  expected?: number | undefined;
  earlier_count: number;
  earlier_attained_count: number;
}

/** Names of the prediction's cohorts and its horizon, as far as they are known. */
export interface PredictionNames extends Horizon {
  attainment_cohort_name?: string | undefined;
  eligible_cohort_name?: string | undefined;
  /** The probabilities are those of people who are active: in this cohort by their events within the horizon. */
  active_cohort_name?: string | undefined;
  /** Learned without dates: the probabilities add up to no forecast. */
  is_static?: boolean | undefined;
  /** Of expected amounts. */
  value_currency?: string | undefined;
}

/**
 * "If all of them are active (“Races”): 167 of 1,336 people in “Retired” within 30 days. …" where that is
 * asked for, and else "Expected: 167 of 1,336 people in “Repeat purchasers” within 120 days (95 %
 * interval 139 to 195)."
 */
export const expectationSentence = (
  figures: ScoreFigures,
  prediction: PredictionNames = {},
  format: Formatter = english,
): string => {
  if (figures.scored_count === 0) return "No people are scored.";
  const { count, range } = format;
  if (prediction.is_static)
    return `${people(figures.scored_count, format)} ranked by likeness to those in ${goal(prediction)}. Learned without dates, so this is no forecast.`;
  const bounds = boundsOf(figures);
  const interval = bounds ? ` (95 % interval ${range(bounds, count)})` : "";
  const horizon = horizonWords(prediction, format);
  const reached = `${goal(prediction)}${horizon && ` ${horizon}`}`;
  const { active_cohort_name: active } = prediction;
  if (active !== undefined)
    return `If all of them are active (“${active}”): ${count(figures.expected)} of ${people(figures.scored_count, format)} in ${reached}. How many will be active is not predicted.`;
  return `Expected: ${count(figures.expected)} of ${people(figures.scored_count, format)} in ${reached}${interval}.`;
};

export interface ValueFigures {
  people: number;
  /** Absent where not asked for. */
  amount?: (ExpectedFigures & { spent?: number }) | undefined;
  count?: ExpectedFigures | undefined;
}

/**
 * "These 1,794 people are expected to spend 41,200 EUR by 22 December 2026 (28 days) (95 % interval 36,900 to
 * 45,800), in 612 events."
 */
export const valueSentence = (
  { people: scored, amount, count: events }: ValueFigures,
  { value_currency: currency, ...prediction }: PredictionNames = {},
  format: Formatter = english,
): string => {
  if (scored === 0) return "No people are scored.";
  const { count } = format;
  const who = scored === 1 ? "This person is" : `These ${people(scored, format)} are`;
  const horizon = horizonWords(prediction, format);
  const within = horizon && ` ${horizon}`;
  const times = (expected: number) => counted(Math.round(expected), "event", "events", format);
  if (!amount)
    return events
      ? `${who} expected in ${times(events.expected)}${within}${intervalOf(events, format)}.`
      : "";
  const often = events ? `, in ${times(events.expected)}` : "";
  return `${who} expected to spend ${count(roundAmount(amount.expected))}${currency ? ` ${currency}` : ""}${within}${intervalOf(amount, format)}${often}.`;
};

export interface RecurringFigures {
  subscriptions: number;
  unknown: number;
  monthly: number;
  at_risk: number;
  currency?: string | undefined;
}

/** "310 EUR a month is at risk, of 4,120 EUR a month that 96 active subscriptions bring. The price of 2 is not known." */
export const recurringSentence = (
  { subscriptions, unknown, monthly, at_risk: atRisk, currency }: RecurringFigures,
  format: Formatter = english,
): string => {
  if (subscriptions === 0) return "No subscription is active.";
  const amount = (sum: number) =>
    `${format.count(roundAmount(sum))}${currency ? ` ${currency}` : ""} a month`;
  const active = counted(subscriptions, "active subscription brings", "active subscriptions bring", format);
  const others = unknown > 0 ? ` The price a month of ${format.count(unknown)} is not known.` : "";
  return `${amount(atRisk)} is at risk, of ${amount(monthly)} that ${active}.${others}`;
};

const intervalOf = (figures: ExpectedFigures, { count, range }: Formatter): string => {
  const bounds = boundsOf(figures);
  return bounds
    ? ` (95 % interval ${range({ low: roundAmount(bounds.low), high: roundAmount(bounds.high) }, count)})`
    : "";
};

/** Three digits: nobody knows more of a total to come. */
export const roundAmount = (amount: number): number => {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.abs(amount) || 1)) - 2);
  return Math.round(amount / unit) * unit;
};

/** People whom the model does not score, by reason. */
export const notScoredSentences = (
  { attained_count: attained, not_eligible_count: others, without_events: without }: ScoreFigures,
  prediction: PredictionNames = {},
  format: Formatter = english,
): string[] => {
  const peopleAre = (count: number) => counted(count, "person is", "people are", format);
  return [
    attained > 0 ? `${peopleAre(attained)} already in ${goal(prediction)}.` : "",
    others > 0 ? `${peopleAre(others)} not eligible: outside ${eligible(prediction)}.` : "",
    without ? withoutEventsSentence(without, prediction, format) : "",
  ].filter((sentence) => sentence !== "");
};

export const withoutEventsFigures = ({
  people: count,
  expected,
  earlier_people,
  earlier_attained,
}: WithoutEvents): WithoutEventsFigures => ({
  count,
  ...(expected !== null && { expected }),
  earlier_count: earlier_people,
  earlier_attained_count: earlier_attained,
});

/**
 * "120 people are on file without an event, so the model does not know them. Of 800 people like them at earlier dates, 56
 * reached “Customers” in as long a time: 9 of these are expected to."
 */
export const withoutEventsSentence = (
  {
    count: without,
    expected,
    earlier_count: earlier,
    earlier_attained_count: attained,
  }: WithoutEventsFigures,
  prediction: PredictionNames = {},
  format: Formatter = english,
): string => {
  const { count } = format;
  const who = `${counted(without, "person is", "people are", format)} on file without an event, so the model does not know them.`;
  const active = prediction.active_cohort_name === undefined ? "" : " if they are active";
  if (expected === undefined)
    return `${who} Too few such people are known from earlier dates to say what they will do. To predict them, map the day on which they registered as an event.`;
  return `${who} Of ${people(earlier, format)} like them at earlier dates, ${count(attained)} reached ${goal(prediction)} in as long a time: ${count(expected)} of these are expected to${active}.`;
};

const goal = ({ attainment_cohort_name: name }: PredictionNames) => (name ? `“${name}”` : "the goal cohort");
const eligible = ({ eligible_cohort_name: name }: PredictionNames) =>
  name ? `“${name}”` : "the eligible cohort";

export interface ObservedFigures extends ExpectedFigures, CalendarFields {
  /** The cohort of which only people who were active are counted. */
  active_cohort_name?: string | undefined;
  cutoff: Moment;
  horizon_days: number;
  people: number;
  attained: number;
}

/**
 * "Expected 167, actual 170 of 2,000 people scored on 1 March 2025, within 45 days: inside the 95 % interval
 * 139 to 195."
 */
export const observedSentence = (observed: ObservedFigures, format: Formatter = english): string => {
  const { cutoff, expected, attained } = observed;
  const { count, day } = format;
  const { active_cohort_name: active } = observed;
  const were = active === undefined ? "" : ` who were active (“${active}”),`;
  const who = `${people(observed.people, format)}${were} scored on ${day(cutoff)}`;
  return `Expected ${count(expected)}, actual ${count(attained)} of ${who}, ${horizonPhrase(observed, format)}${comparison(observed, format)}.`;
};

export interface ObservedValueFigures extends ExpectedFigures {
  /** Unit of what people are expected to have: money or events. */
  measure: "amount" | "count";
  observed: number;
}

/** "Expected to spend 41,200, actual 39,800: inside the 95 % interval 36,900 to 45,800." */
export const observedValueSentence = (
  { measure, observed, ...figures }: ObservedValueFigures,
  format: Formatter = english,
): string => {
  const show = (value: number) => format.count(measure === "amount" ? roundAmount(value) : Math.round(value));
  const what = measure === "amount" ? "Expected to spend" : "Expected events:";
  return `${what} ${show(figures.expected)}, actual ${show(observed)}${comparison({ ...figures, attained: observed }, format, show)}.`;
};

const comparison = (
  observed: ExpectedFigures & { attained: number },
  { count, range }: Formatter,
  show: Show = count,
): string => {
  const bounds = boundsOf(observed);
  if (!bounds) return "";
  const { attained } = observed;
  const side = attained < bounds.low ? "below" : attained > bounds.high ? "above" : "inside";
  return `: ${side} the 95 % interval ${range(bounds, show)}`;
};

const boundsOf = ({ expected_low: low, expected_high: high }: ExpectedFigures) =>
  low === undefined || high === undefined ? undefined : { low, high };
