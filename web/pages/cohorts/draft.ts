// Draft of a cohort, and the definition that it becomes.

import type { Schemas } from "../../api/client.js";
import {
  type Condition,
  isFinished,
  readStreamCondition,
  readTraitCondition,
  writeStreamCondition,
  writeTraitCondition,
} from "./condition.js";

export type Definition = Omit<Schemas["CohortPost"], "name">;
export type PlaceCondition = Schemas["CohortPlaceCondition"];
export type LocationCondition = Schemas["CohortLocationCondition"];

export interface CohortDraft {
  name: string;
  /** Machine name; empty: only traits and places. */
  stream: string;
  minCount: number | undefined;
  maxCount: number | undefined;
  minValue: number | undefined;
  maxValue: number | undefined;
  occurrence: "first" | "last";
  minDays: number | undefined;
  maxDays: number | undefined;
  /** Machine names of streams without an event since. */
  notSince: readonly string[];
  /** Conditions on the events that count. */
  where: readonly Condition[];
  traits: readonly Condition[];
  places: readonly PlaceCondition[];
  /** Conditions on the nearest location of atlases. */
  locations: readonly LocationCondition[];
}

export const draftOf = (definition: Definition, name = ""): CohortDraft => ({
  name,
  stream: definition.stream_name ?? "",
  minCount: definition.min_count,
  maxCount: definition.max_count,
  minValue: definition.min_value,
  maxValue: definition.max_value,
  occurrence: definition.recency?.occurrence ?? "last",
  minDays: definition.recency?.min_days,
  maxDays: definition.recency?.max_days,
  notSince: definition.not_followed_by ?? [],
  where: (definition.stream_conditions ?? []).map(readStreamCondition),
  traits: (definition.traits ?? []).map(readTraitCondition),
  places: definition.place_conditions ?? [],
  locations: definition.location_conditions ?? [],
});

/** The finished part. Without a stream, conditions on events are left out. */
export const definitionOf = (draft: CohortDraft): Definition => {
  const traits = draft.traits.filter(isFinished).map(writeTraitCondition);
  const places = draft.places.filter(({ place_id }) => place_id !== "");
  const locations = draft.locations.filter((condition) => condition.locations.atlas_ids.length > 0);
  return {
    ...(draft.stream !== "" && eventsOf(draft)),
    ...(traits.length > 0 && { traits }),
    ...(places.length > 0 && { place_conditions: [...places] }),
    ...(locations.length > 0 && { location_conditions: locations }),
  };
};

/**
 * Whether a stream that must not follow could leave anybody out. After the last event of a stream comes none of the
 * same one, unless conditions select some of its events.
 */
export const isOfferedNotSince = (
  { stream, where, notSince }: Pick<CohortDraft, "stream" | "where" | "notSince">,
  { stream_name: name, is_dated }: { stream_name: string; is_dated?: boolean | undefined },
): boolean => notSince.includes(name) || (is_dated !== false && (name !== stream || where.length > 0));

const eventsOf = (draft: CohortDraft): Definition => {
  const { minDays, maxDays, occurrence } = draft;
  const conditions = draft.where.filter(isFinished).map(writeStreamCondition);
  return {
    stream_name: draft.stream,
    ...defined({
      min_count: draft.minCount,
      max_count: draft.maxCount,
      min_value: draft.minValue,
      max_value: draft.maxValue,
    }),
    ...((minDays !== undefined || maxDays !== undefined) && {
      recency: { occurrence, ...defined({ min_days: minDays, max_days: maxDays }) },
    }),
    ...(draft.notSince.length > 0 && { not_followed_by: [...draft.notSince] }),
    ...(conditions.length > 0 && { stream_conditions: conditions }),
  };
};

const defined = (fields: Record<string, number | undefined>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, number] => entry[1] !== undefined),
  );

const fields = [
  "stream_name",
  "min_count",
  "max_count",
  "min_value",
  "max_value",
  "recency",
  "not_followed_by",
  "stream_conditions",
  "traits",
  "place_conditions",
  "location_conditions",
] as const satisfies readonly (keyof Definition)[];

/** A merge patch; conditions that were removed are cleared. */
export const patchOf = (draft: CohortDraft): object => {
  const definition = definitionOf(draft);
  return {
    name: draft.name,
    ...Object.fromEntries(fields.map((field) => [field, definition[field] ?? null])),
    ...(definition.recency && {
      recency: { min_days: null, max_days: null, ...definition.recency },
    }),
  };
};

export const isEmpty = (definition: Definition): boolean => Object.keys(definition).length === 0;

/** Whether all counts and days could be those of somebody. */
export const isInRange = ({ min_count, max_count, recency }: Definition): boolean =>
  [min_count, max_count, recency?.min_days, recency?.max_days].every((bound) => (bound ?? 0) >= 0);

/** Missing part of a draft, as a sentence; undefined if nothing is missing. */
export const unfinished = (draft: CohortDraft): string | undefined => {
  if (![...draft.where, ...draft.traits].every(isFinished))
    return "A condition has no value. Enter one or remove the condition.";
  if (draft.places.some(({ place_id }) => place_id === ""))
    return "A condition has no place. Choose one or remove the condition.";
  if (draft.locations.some(({ locations }) => locations.atlas_ids.length === 0))
    return "A condition has no atlas. Choose one or remove the condition.";
  if (isEmpty(definitionOf(draft)))
    return "The cohort has no condition. Choose a stream, or add a trait or a place.";
  return undefined;
};
