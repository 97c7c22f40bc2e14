// A cohort's result: its members as of the account's now. What the definition names must be there; then it is one query.

import type { CohortConfig } from "../../domain/cohort.js";
import { refuse } from "../../errors/refusal.js";
import { cohortMembers } from "../../warehouse/cohorts/members.js";
import { checkPatterns } from "../../warehouse/conditions.js";
import { cohortFiles } from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";
import { cohortInputs } from "../cohort-inputs.js";
import type { BuiltStream, Step, World } from "../step.js";

/**
 * Writes `members.parquet`. Refuses `stream-unknown`, `property-unknown`, `value-missing`, `recency-undated`,
 * `trait-unknown` and `condition-invalid`.
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
  return { population_count };
};

const checkCohort = (config: CohortConfig, world: World): void => {
  if (config.stream_name !== undefined) checkStream(config, streamNamed(config.stream_name, world.streams));
  const traits = world.people.traits.map(({ name }) => name);
  for (const { name } of config.traits ?? [])
    if (!traits.includes(name)) throw refuse("trait-unknown", { trait: name, traits: listed(traits) });
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
