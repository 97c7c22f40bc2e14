// What people took: the values of a property of their events. What was brought back, an event of negative value, was not
// taken. A visit is a day on which somebody took anything; days are counted back from now, so that a cutoff which is whole
// days ago never cuts one: days ago of at least `cutoffAgo` lie before the cutoff, and an event exactly at it is future.

import type { StreamProperty } from "../../domain/dataset.js";
import { type EpochSeconds, secondsPerDay } from "../../domain/resource.js";
import { listItems } from "../lists.js";
import { property } from "../relations.js";
import { type Relation, type Sql, sql } from "../sql/sql.js";
import { numberAsText } from "../streams.js";

/** One row per person, visit before now and value that they took: person_id, ago INTEGER (days before now, from 0), name. */
export const namedTakings = (events: Relation, held: StreamProperty, now: EpochSeconds): Sql => sql`
  select distinct event.person_id, cast((${now - 1} - event.event_time) // ${secondsPerDay} as integer) as ago,
    ${namesOf(held)} as name
  from ${events} as event
  where event.event_time < ${now} and ${property("event", held.name)} is not null and coalesce(event.value, 0) >= 0`;

const namesOf = ({ name, type, isList }: StreamProperty): Sql => {
  const column = property("event", name);
  if (isList) return sql`unnest(${listItems(column)})`;
  return type === "number" ? numberAsText(column) : column;
};

/** One row per value that anybody took: item INTEGER, from 1 in the order of names; name VARCHAR. */
export const items = (named: Relation): Sql => sql`
  select cast(row_number() over (order by known.name) as integer) as item, known.name
  from (select distinct n.name from ${named} as n) as known`;

/** One row per person, visit and item: person_id BIGINT, ago, item. */
export const takenItems = (named: Relation, items: Relation): Sql => sql`
  select n.person_id, n.ago, known.item
  from ${named} as n join ${items} as known on known.name = n.name`;
