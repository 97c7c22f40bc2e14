// Cohorts on the way in and out. Bounds that no one can meet are refused before a build.

import type { CohortConfig, Membership } from "../../domain/cohort/cohort.js";
import { machineName, shownName } from "../../domain/data/stream.js";
import type { CohortPreview } from "../../domain/kinds/preview.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { refuse } from "../../errors/refusal.js";
import type { Resource } from "../../store/resources.js";
import { type CohortNames, cohortSentence } from "../../words/cohort.js";
import { mapValues } from "../json.js";
import type { Draft, RenderInput } from "../kind.js";
import type { ReferencedResources } from "../referenced.js";
import { cohortPost } from "../schemas/cohort.js";
import { conform } from "../validation.js";
import { dataThrough, isoSeconds, nameOf, recordOf } from "./record.js";

export const renderCohort = (cohort: Resource<"cohorts">, { referenced }: RenderInput): JsonObject =>
  recordOf(cohort, {
    ...cohort.config,
    sentence: cohortSentence(cohort.config, namesIn(cohort.config, referenced)),
    population_count: cohort.result?.population_count,
    data_through: dataThrough(referenced),
  });

/** Names of the stream, traits and places. Traits must have been read only if the cohort has conditions on them. */
const namesIn = ({ traits = [] }: CohortConfig, referenced: ReferencedResources): CohortNames => ({
  stream: (machineName) => {
    const stream = referenced.findStream(machineName);
    return stream && shownName(stream);
  },
  trait: (name) =>
    traits.length === 0
      ? undefined
      : referenced.all("traits").find((trait) => trait.name === name)?.config.literate,
  place: (id) => nameOf(referenced, "places", id),
  atlas: (id) => nameOf(referenced, "atlases", id),
});

export const renderCohortMembership = (membership: Membership): JsonObject =>
  mapValues(membership, (list) => list.map(({ start, count }) => ({ date: isoSeconds(start), count })));

export const renderCohortPreview = ({
  population,
  ofPeople,
  dataThrough,
  unread,
}: CohortPreview): JsonObject => ({
  population_count: population,
  people_count: ofPeople,
  as_of: isoSeconds(dataThrough),
  unread_datasets: unread,
});

/** Requests may write the names of streams in any case. */
export const respellCohort = (body: JsonObject): JsonObject => {
  const { stream_name: typed, not_followed_by: later } = body;
  const respelled = (name: unknown) => (typeof name === "string" ? machineName(name) : name);
  return {
    ...body,
    ...(typeof typed === "string" && { stream_name: machineName(typed) }),
    ...(Array.isArray(later) && { not_followed_by: later.map(respelled) as JsonObject[string] }),
  };
};

/** Throws `cohort-empty`, `cohort-without-events` or `cohort-bounds-inverted`. */
export const parseCohort = (body: JsonObject): Draft<"cohorts"> => {
  const { name, ...config } = conform(cohortPost, body);
  const conditions = [config.traits, config.place_conditions, config.location_conditions];
  if (config.stream_name === undefined && !conditions.some((each) => each?.length))
    throw refuse("cohort-empty");
  if (config.stream_name === undefined && config.not_followed_by) throw refuse("cohort-without-events");
  checkBounds("count", config.min_count, config.max_count);
  checkBounds("value", config.min_value, config.max_value);
  checkBounds("days", config.recency?.min_days, config.recency?.max_days, "recency.");
  return { name, config };
};

const checkBounds = (what: string, min: number | undefined, max: number | undefined, at = ""): void => {
  if (min === undefined || max === undefined || min <= max) return;
  const [min_name, max_name] = [`${at}min_${what}`, `${at}max_${what}`];
  throw refuse("cohort-bounds-inverted", { min_name, min, max_name, max }, [
    { path: min_name, message: `must not be above ${max_name}`, context: { errorType: "bounds_inverted" } },
  ]);
};
