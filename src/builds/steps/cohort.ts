// A cohort's result: its members as of the account's now, and how many there were at the ends of days, weeks and months
// before. What the definition names must be there; then it is one query for each.

import type { CohortConfig } from "../../domain/cohort.js";
import type { PlaceCondition } from "../../domain/place.js";
import { assert, refuse } from "../../errors/refusal.js";
import { cohortMembers } from "../../warehouse/cohorts/members.js";
import { checkPatterns } from "../../warehouse/conditions.js";
import { cohortFiles } from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";
import { cohortInputs } from "../cohort-inputs.js";
import { membershipOf } from "../membership.js";
import type { BuiltPlace, BuiltStream, Step, World } from "../step.js";

/**
 * Writes `members.parquet`. Refuses `stream-unknown`, `property-unknown`, `value-missing`, `recency-undated`,
 * `trait-unknown`, `place-not-located` and `condition-invalid`.
 */
export const buildCohort: Step<"cohorts"> = async ({ config, world }, { engine, dir, progress }) => {
  checkCohort(config, world);
  await checkPatterns([...(config.stream_conditions ?? []), ...(config.traits ?? [])], engine);

  progress(0.1, "choosing members");
  const members = cohortMembers(config, cohortInputs(world), world.dataThrough);
  const population_count = await engine.writeParquet(
    sql`select member.person_id from (${members}) as member order by member.person_id`,
    cohortFiles(dir).members,
  );
  progress(0.6, "looking back");
  return { population_count, membership: await membershipOf(config, world, engine, population_count) };
};

const checkCohort = (config: CohortConfig, world: World): void => {
  if (config.stream_name !== undefined) checkStream(config, streamNamed(config.stream_name, world.streams));
  const traits = world.people.traits.map(({ name }) => name);
  for (const { name } of config.traits ?? [])
    if (!traits.includes(name)) throw refuse("trait-unknown", { trait: name, traits: listed(traits) });
  for (const condition of config.place_conditions ?? []) checkPlace(condition, world.places);
};

/** At an address is who has the same, in words; near it can only be told on the map. */
const checkPlace = ({ place_id, distance = 0 }: PlaceCondition, places: readonly BuiltPlace[]): void => {
  const place = places.find(({ id }) => id === place_id);
  assert(place, `place ${place_id} is not in the world`);
  const lost = place.result.locations.filter((found) => found === null).length;
  if (distance > 0 && lost > 0)
    throw refuse("place-not-located", { place: place.name, lost, addresses: place.result.locations.length });
};

const streamNamed = (name: string, streams: readonly BuiltStream[]): BuiltStream => {
  const stream = streams.find((built) => built.name === name);
  if (!stream) throw refuse("stream-unknown", { name, streams: listed(streams.map((built) => built.name)) });
  return stream;
};

const checkStream = (config: CohortConfig, { name: stream, result }: BuiltStream): void => {
  const reserved = [...(result.hasValue ? ["value"] : []), ...(result.isDated ? ["datetime"] : [])];
  const properties = [...Object.keys(result.properties), ...reserved];
  for (const { property } of config.stream_conditions ?? [])
    if (!properties.includes(property))
      throw refuse("property-unknown", { stream, property, properties: listed(properties) });
  if (hasValueBounds(config) && !result.hasValue) throw refuse("value-missing", { stream });
  if (config.recency && !result.isDated) throw refuse("recency-undated", { stream });
};

const hasValueBounds = ({ min_value, max_value }: CohortConfig): boolean =>
  min_value !== undefined || max_value !== undefined;

const listed = (names: readonly string[]): string => (names.length > 0 ? names.join(", ") : "none");
