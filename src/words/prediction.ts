// A prediction as one sentence, made from the definitions of its cohorts: "Of the people who have bought
// once, who will buy a second time in the next 90 days?" A definition that does not fit into a clause goes by
// its cohort's name.

import type { CohortConfig } from "../domain/cohort/cohort.js";
import { minCountOf } from "../domain/cohort/cohort-count.js";
import type { CalendarFields } from "../domain/outcome/label-window.js";
import { entryOf } from "../domain/resource/entry.js";
import {
  amountClause,
  type CohortNames,
  eventsClause,
  isBriefCohort,
  memberClause,
  spaced,
  streamVerb,
  traitsClause,
} from "./cohort.js";
import { english, type Formatter } from "./format.js";
import { type Horizon, horizonLength, horizonPhrase } from "./horizons.js";
import { ordinal, timesOver, withArticle } from "./plural.js";
import type { Verb } from "./verbs.js";

export interface PredictionWords extends CalendarFields {
  attainment: CohortConfig;
  /** Null: everyone known. */
  eligible: CohortConfig | null;
  recurring: boolean;
  /** `active`: of the cohort that people are in if they are active; absent: the probability is that of all people. */
  names: { attainment: string; eligible: string | null; active?: string | undefined };
  /** Shown names of streams, by machine name. */
  streamNames: Readonly<Record<string, string>>;
  /** Null: not chosen yet, or a static prediction. */
  horizonDays: number | null;
  isStatic: boolean;
}

export const predictionSentence = (prediction: PredictionWords, format: Formatter = english): string => {
  const names: CohortNames = { stream: (name) => entryOf(prediction.streamNames, name) };
  const who = eligibleClause(prediction, names, format);
  return prediction.isStatic
    ? `${who}, who is similar to ${similarTo(prediction, names, format)}?`
    : `${who}, who ${whatTheyDo(prediction, names, format)}${ifActive(prediction.names)}?`;
};

/** ", if they are active (“Races”)" */
const ifActive = ({ active }: PredictionWords["names"]): string =>
  active === undefined ? "" : `, if they are active (“${active}”)`;

/**
 * After "chance to": "buy again", "cancel", "stop buying"; a goal that does not fit goes by its cohort's name.
 * "cancel if active" where the chance is that of active people.
 */
export const goalWords = (prediction: PredictionWords): string =>
  `${goalOfAll(prediction)}${prediction.names.active === undefined ? "" : " if active"}`;

const goalOfAll = ({
  attainment,
  eligible,
  names,
  recurring,
  streamNames,
  isStatic,
}: PredictionWords): string => {
  if (isStatic) return `be like ${names.attainment}`;
  const { stream_name: stream, recency, stream_conditions: conditions = [], traits = [] } = attainment;
  const isPlain = conditions.length === 0 && traits.length === 0 && attainment.min_value === undefined;
  if (stream === undefined || !isPlain || !isBriefCohort(attainment) || canEnd(attainment))
    return `enter ${names.attainment}`;
  const verb = streamVerb(stream, { stream: (name) => entryOf(streamNames, name) });
  if (recency) return isAbsence(attainment) ? `stop ${verb.doing}` : `enter ${names.attainment}`;
  const min = minCountOf(attainment);
  const isAgain = eligible?.stream_name === stream && minCountOf(eligible) > 0;
  if (isAgain && (recurring || min === 2)) return `${verb.base} again`;
  return min > 1 ? `${verb.base} a ${ordinal(min)} time` : verb.base;
};

/** Whether people attain by doing nothing for a while. Then nobody pays for it. */
export const isAbsence = ({ recency }: Pick<CohortConfig, "recency">): boolean =>
  recency?.occurrence === "last" && recency.min_days !== undefined && recency.max_days === undefined;

const eligibleClause = (
  { eligible, names }: PredictionWords,
  shown: CohortNames,
  format: Formatter,
): string => {
  if (eligible === null) return "Of all people";
  const members = isBriefCohort(eligible) ? memberClause(eligible, shown, format) : `in “${names.eligible}”`;
  return `Of the people ${members}`;
};

const similarTo = ({ attainment, names }: PredictionWords, shown: CohortNames, format: Formatter): string =>
  isBriefCohort(attainment)
    ? `the people ${memberClause(attainment, shown, format)}`
    : `the people in “${names.attainment}”`;

/** "will buy a second time in the next 90 days" */
const whatTheyDo = (prediction: PredictionWords, shown: CohortNames, format: Formatter): string => {
  const { attainment, recurring, names, horizonDays } = prediction;
  const window =
    horizonDays === null
      ? "within a horizon chosen from the data"
      : windowWords({ ...prediction, horizon_days: horizonDays }, format);
  const { stream_name: stream, recency, traits = [] } = attainment;
  if (stream === undefined || !isBriefCohort(attainment) || canEnd(attainment))
    return `will enter “${names.attainment}” ${window}`;
  const verb = streamVerb(stream, shown);
  const where = [eventsClause(attainment, format), traitsClause(traits, shown, format)];
  const conditions = spaced(where[0]!, where[1]! && `and ${where[1]}`);
  if (recency) {
    const away = daysAway(attainment, recurring);
    if (away === null) return `will enter “${names.attainment}” ${window}`;
    return away === horizonDays
      ? spaced("won't", verb.base, conditions, window)
      : spaced(`will go ${format.days(away)} without`, verb.doing, conditions, "at some point", window);
  }
  const action = actionOf(prediction, verb, format);
  return action === null ? `will enter “${names.attainment}” ${window}` : spaced(action, conditions, window);
};

/** "in the next 90 days", "in the next 3 calendar months" or "by the end of this month" */
const windowWords = (horizon: Horizon, format: Formatter): string =>
  horizon.horizon_through === undefined
    ? `in the next ${horizonLength(horizon, format).replace(/^1 calendar/, "calendar")}`
    : horizonPhrase(horizon, format);

/** Whether a later event can end membership. */
const canEnd = ({ max_count, max_value, not_followed_by }: CohortConfig): boolean =>
  max_count !== undefined || max_value !== undefined || not_followed_by !== undefined;

/** Days since the last event after which a person counts as gone; null for other kinds of recency. */
const daysAway = ({ recency, min_count = 1, min_value }: CohortConfig, recurring: boolean): number | null =>
  recency?.occurrence === "last" &&
  recency.min_days !== undefined &&
  recency.max_days === undefined &&
  min_count <= 1 &&
  min_value === undefined &&
  !recurring
    ? recency.min_days
    : null;

const actionOf = (
  { attainment, eligible, recurring }: PredictionWords,
  { base }: Verb,
  format: Formatter,
): string | null => {
  const min = minCountOf(attainment);
  if (min === 0) return null;
  if (attainment.min_value !== undefined) {
    const earlier = recurring ? "" : ", earlier amounts included,";
    return min === 1 ? `will ${base} ${amountClause(attainment, format)}${earlier}` : null;
  }
  const isAgain =
    eligible?.stream_name === attainment.stream_name && eligible !== null && minCountOf(eligible) > 0;
  if (recurring)
    return spaced(`will ${base}`, min > 1 ? `at least ${timesOver(min)}` : isAgain ? "again" : "");
  return `will ${base} ${min === 1 ? "for the first time" : `${withArticle(ordinal(min))} time`}`;
};
