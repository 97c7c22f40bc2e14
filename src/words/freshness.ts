// Freshness of a delivered file as sentences: when it was made, from which data, until when it is good, and
// why no longer.

import type { StaleCode } from "../domain/data/freshness.js";
import { type CalendarFields, calendarFieldsOf } from "../domain/outcome/label-window.js";
import { valueSentence } from "./expectation.js";
import { english, type Formatter, type Moment } from "./format.js";
import { horizonPhrase } from "./horizons.js";
import { people } from "./plural.js";

export interface StaleFigures {
  code: StaleCode;
  at: Moment;
  since: Moment;
  days: number;
}

export interface FreshnessFigures {
  built_at: Moment;
  /** The cutoff, just after the newest event; absent without dates. */
  data_through?: Moment | undefined;
  stale_after?: Moment | undefined;
  is_stale: boolean;
  /** The earliest first. */
  stale_reasons: readonly StaleFigures[];
}

/** "Files come at least every 7 days, and the last came on 9 December 2026." */
export const staleText = (
  { code, since, days }: StaleFigures,
  { day, days: inDays }: Formatter = english,
): string => {
  switch (code) {
    case "data_due":
      return `Files come at least ${every(days, inDays)}, and the last came on ${day(since)}.`;
    case "events_due":
      return `Events usually come at least ${every(days, inDays)}, and the last is of ${day(since)}.`;
    case "horizon_over":
      return `The scores are for the ${inDays(days)} after ${lastDay(since, day)}.`;
  }
};

/** "Good until 16 December 2026. Files come at least every day, …" */
export const goodUntil = (
  { stale_after: at, is_stale, stale_reasons: reasons }: FreshnessFigures,
  format: Formatter = english,
): string => {
  const [first] = reasons;
  if (at === undefined || first === undefined) return "";
  const because = staleText(first, format);
  return is_stale
    ? `Out of date since ${format.day(at)}. ${because}`
    : `Good until ${format.day(at)}. ${because}`;
};

/** "Made on 9 December 2026 from data through 8 December 2026. Good until …" */
export const freshnessText = (figures: FreshnessFigures, format: Formatter = english): string =>
  `${madeText(figures, format, format.day)} ${goodUntil(figures, format)}`.trim();

/** "Made on 9 December 2026 from data through 8 December 2026."; `show` writes the moment at which it was made. */
export const madeText = (
  { built_at, data_through: through }: Pick<FreshnessFigures, "built_at" | "data_through">,
  { day }: Formatter,
  show: (built: Moment) => string,
): string =>
  `Made on ${show(built_at)}${through === undefined ? "" : ` from data through ${lastDay(through, day)}`}.`;

/** "Scores of 9 December 2026, 10:40. 2 newer files are not in them yet."; empty without newer files. */
export const newerFilesText = (
  {
    scored_at: at,
    waiting_files: files = 0,
  }: { scored_at?: Moment | undefined; waiting_files?: number | undefined },
  { count }: Formatter,
  show: (scored: Moment) => string,
): string => {
  if (files === 0) return "";
  const age = at === undefined ? "" : `Scores of ${show(at)}. `;
  return files === 1
    ? `${age}A newer file is not in them yet.`
    : `${age}${count(files)} newer files are not in them yet.`;
};

const every = (days: number, inDays: Formatter["days"]): string =>
  days === 1 ? "every day" : `every ${inDays(days)}`;

/** A cutoff lies just after the newest event, which may be in the next day. */
const lastDay = (cutoff: Moment, day: Formatter["day"]): string => day(new Date(cutoff).getTime() - 1000);

export interface OutcomeInFile extends CalendarFields {
  outcome_name: string;
  horizon_days?: number | undefined;
  model_trained_at?: Moment | undefined;
  learned_through?: Moment | undefined;
  scored_count: number;
  expected: number;
  expected_low?: number | undefined;
  expected_high?: number | undefined;
  /** Sums of what these people are expected to spend, and how often. */
  value?: { amount?: ExpectedSum | undefined; count?: ExpectedSum | undefined } | undefined;
}

interface ExpectedSum {
  expected: number;
  expected_low?: number | undefined;
  expected_high?: number | undefined;
}

/**
 * "Buys again: 51 of 442 people expected within 90 days (95 % interval 38 to 67). The model was fitted on 1
 * January 2026."
 */
export const expectedInFile = (outcome: OutcomeInFile, format: Formatter = english): string => {
  const { horizon_days: horizon, expected_low: low, expected_high: high, model_trained_at: fitted } = outcome;
  const { count, day, range } = format;
  const model = fitted === undefined ? "" : ` The model was fitted on ${day(fitted)}.`;
  // Learned without dates, the probabilities are no forecast.
  if (horizon === undefined)
    return `${outcome.outcome_name}: ${people(outcome.scored_count, format)} ranked.${model}`;
  const bounds =
    low === undefined || high === undefined ? "" : ` (95 % interval ${range({ low, high }, count)})`;
  const expected = `${count(outcome.expected)} of ${people(outcome.scored_count, format)} expected`;
  const value = outcome.value
    ? ` ${valueSentence({ people: outcome.scored_count, ...outcome.value }, { ...calendarFieldsOf(outcome), horizon_days: horizon }, format)}`
    : "";
  return `${outcome.outcome_name}: ${expected} ${horizonPhrase(outcome, format)}${bounds}.${value}${model}`;
};
