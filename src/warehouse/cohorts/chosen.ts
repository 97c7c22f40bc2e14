// The events that a cohort's conditions choose, within a span of time.

import type { CohortConfig } from "../../domain/cohort.js";
import type { PropertyCondition } from "../../domain/condition.js";
import type { EpochSeconds } from "../../domain/resource.js";
import { assert } from "../../errors/refusal.js";
import { type ConditionColumn, conditionSql } from "../conditions.js";
import { property } from "../relations.js";
import { ident, type Relation, type Sql, sql } from "../sql/sql.js";
import type { StreamEvents } from "./inputs.js";

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
export const chosenEvents = (definition: CohortConfig, stream: StreamEvents, span: Span): Relation => sql`
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
