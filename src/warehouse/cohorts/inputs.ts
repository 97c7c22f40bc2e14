// Inputs of the cohort queries: people, traits, distances to places, the events of each stream; and the
// objective of an outcome.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import type { Undecided } from "../../domain/outcome/outcome.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import { assert } from "../../errors/refusal.js";
import type { ConditionType } from "../conditions.js";
import type { AtlasRelations } from "../places/atlas.js";
import type { StoredProperty } from "../property-columns.js";
import { type Relation, sql } from "../sql/sql.js";

/** Properties of a stream by name. */
export type StreamProperties = ReadonlyMap<string, StoredProperty & { type: ConditionType }>;

export interface StreamEvents {
  /** person_id, event_time, value, `p_<property>`: see `streamFiles`. */
  events: Relation;
  /** Summary of all events of a dated stream, for cohorts that need no walk through them. */
  summary?: StreamSummary;
  isDated: boolean;
  properties: StreamProperties;
}

export interface StreamSummary {
  /** See `streamSummary`. */
  people: Relation;
  /** Time of the newest event; null without any. A summary holds as of later cutoffs alone. */
  newest: EpochSeconds | null;
}

export interface CohortInputs {
  /** person_id, unique. */
  people: Relation;
  /** person_id, trait, value: one row per person and trait. */
  traits: Relation;
  traitTypes: ReadonlyMap<string, ConditionType>;
  streams: ReadonlyMap<string, StreamEvents>;
  /** Places by id: person_id, metres: see `placeFiles`. */
  places: ReadonlyMap<string, Relation>;
  /** Atlases by id. */
  atlases: ReadonlyMap<string, AtlasRelations>;
}

/** The stream that defines a cohort; null for a cohort of traits or places alone. */
export const definingStream = (definition: CohortConfig, inputs: CohortInputs): StreamEvents | null =>
  definition.stream_name === undefined ? null : streamOf(definition.stream_name, inputs);

export const streamOf = (name: string, { streams }: CohortInputs): StreamEvents => {
  const stream = streams.get(name);
  assert(stream, `stream ${name} is not among the inputs`);
  return stream;
};

/**
 * The inputs restricted to a share of the people, 0 to 1. A person id is 63 bits of a hash, so the lowest ids
 * are a random but repeatable sample, and the engine skips the row groups of everyone else.
 */
export const sampleInputs = (inputs: CohortInputs, share: number): CohortInputs => {
  if (share >= 1) return inputs;
  const bound = BigInt(Math.floor(share * 2 ** 53)) << 10n;
  const below = (relation: Relation) =>
    sql`(select sample.* from ${relation} as sample where sample.person_id < ${bound})`;
  const streams = [...inputs.streams].map(
    ([name, { summary, ...stream }]) =>
      [
        name,
        {
          ...stream,
          events: below(stream.events),
          ...(summary && { summary: { ...summary, people: below(summary.people) } }),
        },
      ] as const,
  );
  return {
    ...inputs,
    people: below(inputs.people),
    traits: below(inputs.traits),
    streams: new Map(streams),
  };
};

/** An outcome's configuration, with the definitions of its cohorts instead of their ids. */
export interface Objective {
  attainment: CohortConfig;
  /** Null: everyone known is eligible. */
  eligible: CohortConfig | null;
  /** Cohort whose members have definitely not converted; null: the outcome has no attrition cohort. */
  attrition: CohortConfig | null;
  /** Cohort of active people, by their events within the horizon; absent: labels of everyone. */
  active?: CohortConfig;
  /** Treatment of people who do neither within the horizon. */
  undecided: Undecided;
  recurring: boolean;
}

/** The reason, as a sentence, why an objective cannot be evaluated as of a past date; null where it can. */
export const undatedReason = (
  { attainment, eligible, attrition, active }: Objective,
  inputs: CohortInputs,
): string | null => {
  if (attainment.stream_name === undefined)
    return "The attainment cohort is defined by traits or places alone, which have no dates.";
  if (attrition && attrition.stream_name === undefined)
    return "The attrition cohort is defined by traits or places alone, which have no dates.";
  const stream = undatedStream({ attainment, eligible, attrition, ...(active && { active }) }, inputs);
  return stream === null ? null : `Stream ${stream} has events without a datetime.`;
};

/** A stream without dates that defines a cohort of the objective; null for none. */
export const undatedStream = (
  {
    attainment,
    eligible,
    attrition,
    active,
  }: Pick<Objective, "attainment" | "eligible" | "attrition" | "active">,
  inputs: CohortInputs,
): string | null =>
  [attainment, eligible, attrition, active].find(
    (cohort) => cohort && definingStream(cohort, inputs)?.isDated === false,
  )?.stream_name ?? null;
