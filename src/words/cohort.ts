// A cohort as a sentence: "People who have bought at least twice, the last time within the past 90 days,
// whose “plan” is “gold”."

import type { CohortConfig } from "../domain/cohort/cohort.js";
import { minCountOf } from "../domain/cohort/cohort-count.js";
import type { LocationPart } from "../domain/cohort/location-part.js";
import type { LocationCondition } from "../domain/cohort/locations-condition.js";
import type { PlaceCondition } from "../domain/cohort/place.js";
import { entryOf } from "../domain/resource/entry.js";
import { conditionsClause, isBrief } from "./conditions.js";
import { english, type Formatter } from "./format.js";
import { timesOver } from "./plural.js";
import { type Verb, verbOf } from "./verbs.js";

/** Names as their owner sees them. A name that is not known stands for itself. */
export interface CohortNames {
  stream?(machineName: string): string | undefined;
  trait?(name: string): string | undefined;
  place?(id: string): string | undefined;
  atlas?(id: string): string | undefined;
}

export const cohortSentence = (
  cohort: CohortConfig,
  names: CohortNames = {},
  format: Formatter = english,
): string => {
  const clause = memberClause(cohort, names, format);
  return clause === "" ? "No conditions yet." : `People ${clause}.`;
};

/** After "people": "who have bought once and whose “plan” is “gold”". Empty without conditions. */
export const memberClause = (
  cohort: CohortConfig,
  names: CohortNames = {},
  format: Formatter = english,
): string => {
  const {
    stream_name: stream,
    traits = [],
    place_conditions: places = [],
    location_conditions: locations = [],
  } = cohort;
  const events =
    stream === undefined ? "" : `who ${haveDone(cohort, streamVerb(stream, names), names, format)}`;
  const who = [events, traitsClause(traits, names, format)].filter(Boolean).join(" and ");
  return [
    who,
    ...places.map((place) => placeClause(place, names, format)),
    ...locations.map((condition) => locationClause(condition, names, format)),
  ]
    .filter(Boolean)
    .join(", ");
};

/** Whether the members of a cohort fit into a clause of a longer sentence. */
export const isBriefCohort = (cohort: CohortConfig): boolean =>
  isBrief(cohort.stream_conditions ?? []) &&
  isBrief(cohort.traits ?? []) &&
  (cohort.place_conditions ?? []).length === 0 &&
  cohort.location_conditions === undefined &&
  timesDone(cohort) !== null;

export const streamVerb = (stream: string, { stream: nameOf }: CohortNames): Verb =>
  verbOf(stream, nameOf?.(stream));

export const eventsClause = (cohort: CohortConfig, format: Formatter = english): string => {
  const clause = conditionsClause(
    cohort.stream_conditions ?? [],
    ({ property }) => propertyName(property),
    format,
  );
  return clause && `where ${clause}`;
};

export const traitsClause = (
  traits: NonNullable<CohortConfig["traits"]>,
  { trait: nameOf }: CohortNames,
  format: Formatter = english,
): string => {
  const clause = conditionsClause(traits, ({ name }) => nameOf?.(name) ?? `“${name}”`, format);
  return clause && `whose ${clause}`;
};

const propertyNames: Readonly<Record<string, string>> = { value: "the amount", datetime: "the date" };
const propertyName = (property: string): string => entryOf(propertyNames, property) ?? `“${property}”`;

/**
 * "have bought at least twice for at least 500 in total where “category” is “shoes”, the last time at most 90
 * days ago"
 */
const haveDone = (cohort: CohortConfig, verb: Verb, names: CohortNames, format: Formatter): string => {
  const times = timesDone(cohort);
  const done =
    times === null
      ? `have ${verb.done} any number of times, or never`
      : times === "never"
        ? `have never ${verb.done}`
        : spaced(`have ${verb.done}`, times);
  const when = recencyClause(cohort);
  const events = spaced(done, amountClause(cohort, format), eventsClause(cohort, format));
  const since = sinceClause(cohort, names);
  return spaced(events, when && `, ${when}`, when && since && ",", since);
};

/** "and not cancelled since", "and neither subscribed again nor cancelled since" */
const sinceClause = (
  { stream_name, not_followed_by: streams = [] }: CohortConfig,
  names: CohortNames,
): string => {
  const done = streams.map((name) =>
    spaced(streamVerb(name, names).done, name === stream_name ? "again" : ""),
  );
  if (done.length === 0) return "";
  return done.length === 1 ? `and not ${done[0]} since` : `and neither ${done.join(" nor ")} since`;
};

/** Null: any number, none included. Empty: at least once. */
const timesDone = (cohort: CohortConfig): string | null => {
  const [min, max] = [minCountOf(cohort), cohort.max_count];
  if (max === undefined) return min === 0 ? null : min === 1 ? "" : `at least ${timesOver(min)}`;
  if (max === 0) return "never";
  if (min === max) return max === 1 ? "once" : `exactly ${timesOver(max)}`;
  return min === 0 ? `at most ${timesOver(max)}` : `${min} to ${max} times`;
};

export const amountClause = ({ min_value: min, max_value: max }: CohortConfig, format: Formatter): string => {
  if (min !== undefined && max !== undefined)
    return `for ${format.amount(min)} to ${format.amount(max)} in total`;
  if (min !== undefined) return `for at least ${format.amount(min)} in total`;
  return max === undefined ? "" : `for at most ${format.amount(max)} in total`;
};

const recencyClause = ({ recency }: CohortConfig): string => {
  if (recency === undefined) return "";
  const { occurrence, min_days: min, max_days: max } = recency;
  const time = `the ${occurrence} time`;
  if (min !== undefined && max !== undefined)
    return min === max ? `${time} ${days(min)} ago` : `${time} ${min} to ${days(max)} ago`;
  if (min !== undefined) return `${time} at least ${days(min)} ago`;
  return max === undefined ? "" : `${time} within the past ${days(max)}`;
};

const { days } = english;

const placeClause = (
  { place_id, distance = 0, invert = false }: PlaceCondition,
  { place: nameOf }: CohortNames,
  format: Formatter,
): string => {
  const name = nameOf?.(place_id);
  const place = name === undefined ? "a place" : `“${name}”`;
  if (distance === 0) return `${invert ? "not at" : "at"} ${place}`;
  return `${invert ? "more than" : "within"} ${distanceText(distance, format)} ${invert ? "from" : "of"} ${place}`;
};

/** "within 5 km of a location of “Stores”" */
const locationClause = (
  { locations, distance, invert = false }: LocationCondition,
  { atlas: nameOf }: CohortNames,
  format: Formatter,
): string => {
  const named = locations.atlas_ids
    .map((id) => nameOf?.(id))
    .map((name) => (name ? `“${name}”` : "an atlas"));
  const where = `a location of ${named.join(" or ")}${partClause(locations, format)}`;
  const how = distanceText(distance, format);
  return invert ? `more than ${how} from ${where}` : `within ${how} of ${where}`;
};

/** " with the ID “17”, where size is more than 10" */
const partClause = (
  { location_reference_keys: keys, property_conditions: conditions = [] }: LocationPart,
  format: Formatter,
): string => {
  const id =
    keys &&
    (keys.length > 3
      ? `one of ${format.count(keys.length)} IDs`
      : `the ID ${keys.map((key) => `“${key}”`).join(" or ")}`);
  const where = conditionsClause(conditions, ({ property }) => `“${property}”`, format);
  return [id && ` with ${id}`, where && ` where ${where}`].filter(Boolean).join("");
};

/** "850 m", "1.2 km" */
export const distanceText = (metres: number, { number }: Formatter): string =>
  metres >= 1000 ? `${number(metres / 1000)} km` : `${number(metres)} m`;

export const spaced = (...parts: string[]): string =>
  parts
    .filter((part) => part !== "")
    .join(" ")
    .replaceAll(" ,", ",");
