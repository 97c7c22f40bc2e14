// What one person did in a stream. A stream's file is ordered by person, so no more than a part of it is read.

import type { StreamProperty } from "../../domain/dataset.js";
import type { EventsCursor } from "../../domain/person-events.js";
import type { EpochSeconds } from "../../domain/resource.js";
import { property } from "../relations.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";

/**
 * One row per event of a person before the cutoff that is not newer than the cursor, the newest first and those without a time
 * last: event_time, value, p_<property>. At most `limit`; the order is total up to rows that are equal in every column.
 */
export const personEvents = (
  events: Relation,
  properties: readonly Pick<StreamProperty, "name">[],
  personId: bigint,
  page: { cutoff: EpochSeconds; from: EventsCursor | null; limit: number },
): Sql => {
  const own = properties.map(({ name }) => property("event", name));
  return sql`
    select ${join([sql`event.event_time`, sql`event.value`, ...own])}
    from ${events} as event
    where event.person_id = ${personId} and ${happenedBefore(page.cutoff)} and ${reached(page.from)}
    order by ${join([
      sql`event.event_time desc nulls last`,
      ...[ident("event", "arrival_time"), ident("event", "value"), ...own].map(
        (column) => sql`${column} nulls last`,
      ),
    ])}
    limit ${page.limit}`;
};

/** One row: events of a person before the cutoff. */
export const countPersonEvents = (events: Relation, personId: bigint, cutoff: EpochSeconds): Sql => sql`
  select count(*) as events
  from ${events} as event
  where event.person_id = ${personId} and ${happenedBefore(cutoff)}`;

const happenedBefore = (cutoff: EpochSeconds): Sql =>
  sql`(event.event_time is null or event.event_time < ${cutoff})`;

const reached = (from: EventsCursor | null): Sql => {
  if (from === null) return sql`true`;
  return from.time === null
    ? sql`event.event_time is null`
    : sql`(event.event_time is null or event.event_time <= ${from.time})`;
};
