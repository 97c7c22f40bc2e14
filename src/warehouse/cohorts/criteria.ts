// Criteria of a cohort as SQL: conditions on events, bounds on their count, value and recency, and conditions
// on people.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import { minCountOf } from "../../domain/cohort/cohort-count.js";
import { isPart } from "../../domain/cohort/location-part.js";
import type { PropertyCondition, TraitCondition } from "../../domain/resource/condition.js";
import { type EpochSeconds, secondsPerDay } from "../../domain/resource/resource.js";
import { assert } from "../../errors/refusal.js";
import { type ConditionColumn, conditionSql } from "../conditions.js";
import type { AtlasRelations } from "../places/atlas.js";
import { meetsPlaceCondition, nearestOfAny } from "../places/distances.js";
import { meetsPartCondition } from "../places/location-part.js";
import { property } from "../property-columns.js";
import { decimalBound, duckdbOnly } from "../sql/spellings.js";
import { ident, join, list, type Relation, type Sql, spelled, sql } from "../sql/sql.js";
import { exactValue } from "../streams.js";
import { type CohortInputs, type StreamEvents, streamOf } from "./inputs.js";

/** The instants [from, until); a null `from` means all of the past. */
export interface Span {
  from: EpochSeconds | null;
  until: EpochSeconds;
}

/**
 * One row per matching event in the span: person_id, event_time, value. All events of an undated stream are
 * in the span. The value is an exact decimal, see `exactValue`, or another expression over `event`.
 */
export const matchingEvents = (
  definition: CohortConfig,
  stream: StreamEvents,
  span: Span,
  value: Sql = exactValue(sql`event.value`),
): Relation => sql`
select event.person_id, event.event_time,
  ${value} as value
from ${stream.events} as event
where ${stream.isDated ? within(span) : sql`true`}
  and ${meetsConditions(definition.stream_conditions ?? [], stream)}`;

/** True where the row `event` of a stream meets the conditions. */
export const meetsConditions = (
  conditions: readonly PropertyCondition[],
  stream: Pick<StreamEvents, "properties">,
): Sql => conditionSql(conditions, (condition) => columnOf(condition, stream));

const within = ({ from, until }: Span): Sql =>
  from === null
    ? sql`event.event_time < ${until}`
    : sql`event.event_time >= ${from} and event.event_time < ${until}`;

/** ISO 8601 in UTC: sorts as text in order of time, and compares with a plain date too. */
const isoTime = spelled({
  duckdb: sql`strftime(make_timestamp(event.event_time * 1000000), '%Y-%m-%dT%H:%M:%SZ')`,
  spark: sql`date_format(timestamp_micros(event.event_time * 1000000), ${"yyyy-MM-dd'T'HH:mm:ss'Z'"})`,
});

const columnOf = (
  { property: name }: PropertyCondition,
  stream: Pick<StreamEvents, "properties">,
): ConditionColumn => {
  if (name === "value") return { expression: ident("event", "value"), type: "number" };
  if (name === "datetime") return { expression: isoTime, type: "text" };
  const stored = stream.properties.get(name);
  assert(stored, `property ${name} is not among the inputs`);
  return { expression: property("event", stored), type: stored.type };
};

/** True where the row's `events` and `value` lie within the inclusive bounds. The row is a total or a running total. */
export const totalsWithin = (definition: CohortConfig, row: string): Sql => {
  const { max_count, min_value, max_value } = definition;
  const [events, value] = [ident(row, "events"), ident(row, "value")];
  const tests = [sql`${events} >= ${minCountOf(definition)}`];
  if (max_count !== undefined) tests.push(sql`${events} <= ${max_count}`);
  if (min_value !== undefined) tests.push(sql`${value} >= ${decimalBound(min_value)}`);
  if (max_value !== undefined) tests.push(sql`${value} <= ${decimalBound(max_value)}`);
  return join(tests, " and ");
};

/**
 * True where the whole days from the row's `first_time` or `last_time` to the cutoff lie within the inclusive bounds.
 * People without events have no recency and never match.
 */
export const recencyWithin = ({ recency }: CohortConfig, row: string, cutoff: EpochSeconds): Sql => {
  if (!recency) return sql`true`;
  const { occurrence, min_days, max_days } = recency;
  const moment = ident(row, `${occurrence}_time`);
  const tests = [sql`${moment} is not null`];
  if (min_days !== undefined) tests.push(sql`${moment} <= ${cutoff - min_days * secondsPerDay}`);
  if (max_days !== undefined) tests.push(sql`${moment} > ${cutoff - (max_days + 1) * secondsPerDay}`);
  return join(tests, " and ");
};

/**
 * True where the person has no event of the streams that end membership after the row's `last_time` in the span.
 * People without events have nothing that could be followed, and never match.
 */
export const notFollowed = (
  { not_followed_by: names = [] }: CohortConfig,
  inputs: CohortInputs,
  row: string,
  { from, until }: Span,
): Sql => {
  if (names.length === 0) return sql`true`;
  const since = from === null ? sql`true` : sql`later.event_time >= ${from}`;
  const [person, last] = [ident(row, "person_id"), ident(row, "last_time")];
  return sql`${last} is not null and not exists (
  select 1 from (${eventsOfAll(names, inputs)}) as later
  where later.person_id = ${person} and later.event_time > ${last} and later.event_time < ${until} and ${since})`;
};

/** One row per event of any of the streams: person_id, event_time. */
export const eventsOfAll = (names: readonly string[], inputs: CohortInputs): Relation =>
  join(
    names.map((name) => {
      const { events, isDated } = streamOf(name, inputs);
      assert(isDated, `stream ${name} has no dates, so that nothing is before or after its events`);
      return sql`select event.person_id, event.event_time from ${events} as event`;
    }),
    " union all ",
  );

/**
 * One row per person who meets the conditions: person_id. A missing trait is null. Traits have no dates, so
 * today's values are used for past cutoffs too.
 */
export const peopleWithTraits = (conditions: readonly TraitCondition[], inputs: CohortInputs): Relation => {
  const names = [...new Set(conditions.map(({ name }) => name))];
  const columnOf = ({ name }: TraitCondition) => {
    const type = inputs.traitTypes.get(name);
    assert(type, `trait ${name} is not among the inputs`);
    const value = ident("own", `trait_${names.indexOf(name)}`);
    return { expression: type === "number" ? duckdbOnly(sql`try_cast(${value} as double)`) : value, type };
  };
  return sql`
select person.person_id
from ${inputs.people} as person
left join (${traitsByPerson(names, inputs.traits)}) as own on own.person_id = person.person_id
where ${conditionSql(conditions, columnOf)}`;
};

/** One row per person with any of the traits: person_id, trait_<i> for each. */
const traitsByPerson = (names: readonly string[], traits: Relation): Relation => {
  const columns = names.map(
    (name, i) => sql`max(case when entry.trait = ${name} then entry.value end) as ${ident(`trait_${i}`)}`,
  );
  return sql`
select entry.person_id, ${join(columns)}
from ${traits} as entry
where entry.trait in (${list(names)})
group by entry.person_id`;
};

/**
 * True where the person (an expression for their id) meets the cohort's conditions on traits and distances to
 * places, or it has none. Like traits, locations have no dates.
 */
export const meetsPersonCriteria = (definition: CohortConfig, inputs: CohortInputs, person: Sql): Sql => {
  const { traits = [], place_conditions: conditions = [], location_conditions: locations = [] } = definition;
  const tests = conditions.map((condition) => {
    const distances = inputs.places.get(condition.place_id);
    assert(distances, `place ${condition.place_id} is not among the inputs`);
    return meetsPlaceCondition(condition, distances, person);
  });
  for (const { distance, invert = false, locations: of } of locations) {
    const atlases = atlasesOf(of.atlas_ids, inputs);
    const nearest = atlases.map((atlas) => atlas.nearest);
    tests.push(
      isPart(of)
        ? meetsPartCondition({ distance, invert }, of, atlases, person)
        : meetsPlaceCondition({ distance, invert }, nearestOfAny(nearest), person),
    );
  }
  if (traits.length > 0) tests.push(sql`${person} in (${peopleWithTraits(traits, inputs)})`);
  return join(tests, " and ", "true");
};

export const atlasesOf = (
  ids: readonly string[],
  { atlases }: Pick<CohortInputs, "atlases">,
): AtlasRelations[] =>
  ids.map((id) => {
    const atlas = atlases.get(id);
    assert(atlas, `atlas ${id} is not among the inputs`);
    return atlas;
  });

/** One row per person who meets those conditions: person_id. */
export const peopleMeetingCriteria = (definition: CohortConfig, inputs: CohortInputs): Relation => sql`
select person.person_id
from ${inputs.people} as person
where ${meetsPersonCriteria(definition, inputs, sql`person.person_id`)}`;

export const hasPersonCriteria = ({
  traits = [],
  place_conditions = [],
  location_conditions = [],
}: CohortConfig): boolean => traits.length + place_conditions.length + location_conditions.length > 0;
