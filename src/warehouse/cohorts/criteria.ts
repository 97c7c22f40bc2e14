// The events that a cohort's conditions choose, within a span of time.

import { type CohortConfig, minCountOf } from "../../domain/cohort.js";
import type { PropertyCondition, TraitCondition } from "../../domain/condition.js";
import { type EpochSeconds, secondsPerDay } from "../../domain/resource.js";
import { assert } from "../../errors/refusal.js";
import { type ConditionColumn, conditionSql } from "../conditions.js";
import { meetsPlaceCondition } from "../places/distances.js";
import { property } from "../relations.js";
import { ident, join, list, type Relation, type Sql, sql } from "../sql/sql.js";
import type { CohortInputs, StreamEvents } from "./inputs.js";

/** The instants [from, until); a null `from` is the beginning of time. */
export interface Span {
  from: EpochSeconds | null;
  until: EpochSeconds;
}

/**
 * One row per chosen event of the span: person_id, event_time, worth. An undated stream counts all its events, whenever.
 * Worth is an exact decimal: a sum of doubles depends on the order of addition, and ten times 0.1 would miss a bound of 1.
 * A value that no decimal holds (an infinity) is worth nothing, like a missing one.
 */
export const matchingEvents = (definition: CohortConfig, stream: StreamEvents, span: Span): Relation => sql`
select event.person_id, event.event_time,
  coalesce(try_cast(event.value as decimal(38, 6)), 0) as worth
from ${stream.events} as event
where ${stream.isDated ? within(span) : sql`true`}
  and ${conditionSql(definition.stream_conditions ?? [], (condition) => columnOf(condition, stream))}`;

const within = ({ from, until }: Span): Sql =>
  from === null
    ? sql`event.event_time < ${until}`
    : sql`event.event_time >= ${from} and event.event_time < ${until}`;

/** As ISO 8601 in UTC, which compares as text in the order of time, also with a date alone. */
const isoTime = sql`strftime(make_timestamp(event.event_time * 1000000), '%Y-%m-%dT%H:%M:%SZ')`;

const columnOf = ({ property: name }: PropertyCondition, stream: StreamEvents): ConditionColumn => {
  if (name === "value") return { expression: ident("event", "value"), type: "number" };
  if (name === "datetime") return { expression: isoTime, type: "text" };
  const type = stream.properties.get(name);
  assert(type, `property ${name} is not among the inputs`);
  return { expression: property("event", name), type };
};

// A cohort's bounds as boolean expressions, true of members. Counts and sums are judged in the same words whether they
// are taken over a whole span or as a running total.

/** `events` and `worth` of the row lie within the bounds of count and value, which are inclusive. */
export const totalsWithin = (definition: CohortConfig, row: string): Sql => {
  const { max_count, min_value, max_value } = definition;
  const [events, worth] = [ident(row, "events"), ident(row, "worth")];
  const tests = [sql`${events} >= ${minCountOf(definition)}`];
  if (max_count !== undefined) tests.push(sql`${events} <= ${max_count}`);
  if (min_value !== undefined) tests.push(sql`${worth} >= ${min_value}`);
  if (max_value !== undefined) tests.push(sql`${worth} <= ${max_value}`);
  return join(tests, " and ");
};

/**
 * Whole days from the row's `first_time` or `last_time` to the cutoff lie within the bounds, which are inclusive.
 * Who has no event has no recency, and is out whatever the bounds.
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

// The people whose traits meet a cohort's conditions. Traits have no time: they are taken as they stand now, for past
// cutoffs too.

/** One row per person who meets the conditions: person_id. A trait that a person does not have is null. */
export const peopleWithTraits = (conditions: readonly TraitCondition[], inputs: CohortInputs): Relation => {
  const names = [...new Set(conditions.map(({ name }) => name))];
  const columnOf = ({ name }: TraitCondition) => {
    const type = inputs.traitTypes.get(name);
    assert(type, `trait ${name} is not among the inputs`);
    const value = ident("held", `trait_${names.indexOf(name)}`);
    return { expression: type === "number" ? sql`try_cast(${value} as double)` : value, type };
  };
  return sql`
select person.person_id
from ${inputs.people} as person
left join (${traitsByPerson(names, inputs.traits)}) as held on held.person_id = person.person_id
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

// What a cohort asks of people rather than of their events: traits, and how far they are from places. Neither has a date, so both
// are taken as they stand now, for past cutoffs too.

/** Whether a person, an expression for their id, meets all of it; true where nothing is asked. */
export const meetsPersonCriteria = (definition: CohortConfig, inputs: CohortInputs, person: Sql): Sql => {
  const { traits = [], place_conditions: conditions = [] } = definition;
  const tests = conditions.map((condition) => {
    const distances = inputs.places.get(condition.place_id);
    assert(distances, `place ${condition.place_id} is not among the inputs`);
    return meetsPlaceCondition(condition, distances, person);
  });
  if (traits.length > 0) tests.push(sql`${person} in (${peopleWithTraits(traits, inputs)})`);
  return join(tests, " and ", "true");
};

/** One row per person who meets all of it: person_id. */
export const peopleMeetingCriteria = (definition: CohortConfig, inputs: CohortInputs): Relation => sql`
select person.person_id
from ${inputs.people} as person
where ${meetsPersonCriteria(definition, inputs, sql`person.person_id`)}`;

export const hasPersonCriteria = ({ traits = [], place_conditions = [] }: CohortConfig): boolean =>
  traits.length + place_conditions.length > 0;
