// What an outcome asks as one sentence, made from the definitions of its cohorts: “Of the people who have bought once, who buys a
// second time within 90 days?” A definition that one sentence cannot hold goes by its cohort's name.

import { type CohortConfig, minCountOf } from "./cohort.js";
import { conditionsInWords, traitsInWords } from "./condition-in-words.js";
import { count, inOrder, type Verb, verbOf } from "./verbs.js";

export interface AskedWords {
  attainment: CohortConfig;
  /** Null: everyone known. */
  eligible: CohortConfig | null;
  recurring: boolean;
  names: { attainment: string; eligible: string | null };
  /** How streams are shown, by machine name. */
  streamNames: Readonly<Record<string, string>>;
  /** Null: not chosen yet; or never, of a static question. */
  horizonDays: number | null;
  isStatic: boolean;
}

export const askedInWords = (asked: AskedWords): string =>
  asked.isStatic
    ? `${whom(asked)}, who is like ${likeWhom(asked)}?`
    : `${whom(asked)}, who ${whatTheyDo(asked)}${sometime(asked)} within ${window(asked.horizonDays)}?`;

const window = (days: number | null): string =>
  days === null ? "a time that is chosen from the data" : count(days, "day");

/** To have stayed away for 90 days is a state: that it begins within 90 days has to be said. */
const sometime = ({ attainment: { recency } }: AskedWords): string => (recency ? ", at some moment" : "");

const whom = ({ eligible, names, streamNames }: AskedWords): string =>
  eligible === null
    ? "Of all people"
    : `Of the people ${membersInWords(eligible, streamNames) ?? `in “${names.eligible}”`}`;

const likeWhom = ({ attainment, names, streamNames }: AskedWords): string => {
  const words = membersInWords(attainment, streamNames);
  return words === null ? `the people in “${names.attainment}”` : `those ${words}`;
};

/** Who is in a cohort now, after “people”; null for what is too much to say. */
const membersInWords = (cohort: CohortConfig, streamNames: AskedWords["streamNames"]): string | null => {
  if (cohort.place_conditions?.length) return null;
  const events =
    cohort.stream_name === undefined ? "" : haveDone(cohort, verbOf(cohort.stream_name, streamNames));
  const traits = traitsInWords(cohort.traits ?? []);
  if (events === null || traits === null) return null;
  return [events && `who ${events}`, traits].filter((part) => part !== "").join(" and ");
};

/** “have bought at least twice where “category” is “shoes””. */
const haveDone = (cohort: CohortConfig, verb: Verb): string | null => {
  const [where, worth, when] = [
    conditionsInWords(cohort.stream_conditions ?? []),
    worthOf(cohort),
    agoOf(cohort),
  ];
  if (where === null || when === null) return null;
  const times = timesOf(cohort);
  if (times === null) return null;
  const done = times === "never" ? `have never ${verb.done}` : `have ${verb.done}`;
  return spaced(done, times === "never" ? "" : times, where, worth, when && `, ${when}`);
};

const timesOf = (cohort: CohortConfig): string | null => {
  const [least, most] = [minCountOf(cohort), cohort.max_count];
  if (most === undefined) return least === 0 ? null : least === 1 ? "" : `at least ${times(least)}`;
  if (most === 0) return "never";
  if (least === most) return most === 1 ? "once" : `exactly ${times(most)}`;
  return least === 0 ? `at most ${times(most)}` : `${least} to ${most} times`;
};

const times = (n: number): string => (n === 1 ? "once" : n === 2 ? "twice" : `${n} times`);

const worthOf = ({ min_value, max_value }: CohortConfig): string => {
  if (min_value !== undefined && max_value !== undefined) return `for ${min_value} to ${max_value} in all`;
  if (min_value !== undefined) return `for at least ${min_value} in all`;
  return max_value === undefined ? "" : `for at most ${max_value} in all`;
};

const agoOf = ({ recency }: CohortConfig): string | null => {
  if (recency === undefined) return "";
  const { occurrence, min_days, max_days } = recency;
  const time = `the ${occurrence} time`;
  if (min_days !== undefined && max_days !== undefined) return `${time} ${min_days} to ${max_days} days ago`;
  if (min_days !== undefined) return `${time} at least ${count(min_days, "day")} ago`;
  return max_days === undefined ? "" : `${time} at most ${count(max_days, "day")} ago`;
};

/** What makes a member of the attainment cohort, after “who”. */
const whatTheyDo = ({ attainment, eligible, recurring, names, streamNames }: AskedWords): string => {
  const otherwise = `comes to be in “${names.attainment}”`;
  const { stream_name: stream, recency, max_count, max_value, place_conditions = [] } = attainment;
  const where = conditionsInWords(attainment.stream_conditions ?? []);
  const traits = traitsInWords(attainment.traits ?? []);
  if (stream === undefined || where === null || traits === null || place_conditions.length > 0)
    return otherwise;
  const verb = verbOf(stream, streamNames);
  if (max_count !== undefined || max_value !== undefined) return otherwise;
  const done = recency
    ? goesWithout(attainment, verb, recurring)
    : does(attainment, verb, recurring, eligible?.stream_name === stream && minCountOf(eligible) > 0);
  return done === null ? otherwise : spaced(done, where, traits && `and ${traits}`);
};

/** Only the plain question of who stays away can be said in a few words. */
const goesWithout = (
  { recency, min_count = 1, min_value }: CohortConfig,
  verb: Verb,
  recurring: boolean,
): string | null =>
  recency?.occurrence === "last" &&
  recency.min_days !== undefined &&
  recency.max_days === undefined &&
  min_count <= 1 &&
  min_value === undefined &&
  !recurring
    ? `will have gone ${count(recency.min_days, "day")} without ${verb.doing}`
    : null;

const does = (
  cohort: CohortConfig,
  verb: Verb,
  recurring: boolean,
  haveDoneBefore: boolean,
): string | null => {
  const least = minCountOf(cohort);
  if (least === 0) return null;
  if (cohort.min_value !== undefined)
    return least === 1
      ? `${verb.does} for at least ${cohort.min_value} in all${recurring ? "" : ", earlier ones counted"}`
      : null;
  if (recurring)
    return spaced(verb.does, least > 1 ? `at least ${times(least)}` : haveDoneBefore ? "again" : "");
  return `${verb.does} ${least === 1 ? "for the first time" : `${inOrder(least)} time`}`;
};

const spaced = (...parts: string[]): string =>
  parts
    .filter((part) => part !== "")
    .join(" ")
    .replaceAll(" ,", ",");
