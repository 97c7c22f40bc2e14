// What people took: the values of a property of their events. What was brought back, an event of negative value, was not
// taken. A visit is a day on which somebody took anything; days are counted back from now, so that a cutoff which is whole
// days ago never cuts one: days ago of at least `cutoffAgo` lie before the cutoff, and an event exactly at it is future.

import type { StreamProperty } from "../../domain/dataset.js";
import { type EpochSeconds, secondsPerDay } from "../../domain/resource.js";
import { micros } from "../features/arithmetic.js";
import { listItems } from "../lists.js";
import { property } from "../relations.js";
import { type Relation, type Sql, sql } from "../sql/sql.js";
import { numberAsText } from "../streams.js";

/** One row per person, visit before now and value that they took: person_id, ago INTEGER (days before now, from 0), name. */
export const namedInteractions = (events: Relation, held: StreamProperty, now: EpochSeconds): Sql => sql`
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
export const itemInteractions = (named: Relation, items: Relation): Sql => sql`
  select n.person_id, n.ago, known.item
  from ${named} as n join ${items} as known on known.name = n.name`;

// What was taken before a cutoff, by whom and how lately. A half-life is in days: what was taken so long before the cutoff
// counts half. Weights are whole millionths, so that sums do not depend on their order.

/** As many of a person's items are looked at, those taken last: nobody's history costs more than its last part. */
export const maxOwnItems = 30;
/** As many of an item's companions are kept, the strongest. */
export const maxRelatedItems = 40;
/** As many visits of a person, the last ones, and as many items of each, the most popular, tell what follows what. */
export const maxVisits = 20;
export const maxItemsPerVisit = 10;

/** Whole days before now, see `taken.ts`. */
export interface Cutoff {
  cutoffAgo: number;
  halfLifeDays: number;
}

/** One row per item taken before the cutoff: item, share DOUBLE (of all that was taken, lately), place INTEGER from 1. */
export const popularItems = (taken: Relation, cutoff: Cutoff): Sql => sql`
  select weighed.item, cast(weighed.weight as double) / cast(sum(weighed.weight) over () as double) as share,
    cast(row_number() over (order by weighed.weight desc, weighed.item) as integer) as place
  from (
    select t.item, ${weightOf(cutoff)} as weight
    from ${taken} as t where t.ago >= ${cutoff.cutoffAgo} group by t.item
  ) as weighed`;

/**
 * One row per person and item of theirs before the cutoff, of the `mostOwn` taken last: person_id, item, share DOUBLE. The
 * shares of a person add up to 1.
 */
export const ownItems = (taken: Relation, cutoff: Cutoff): Sql => sql`
  select kept.person_id, kept.item, cast(kept.weight as double)
    / cast(sum(kept.weight) over (partition by kept.person_id) as double) as share
  from (
    select weighed.person_id, weighed.item, weighed.weight
    from (
      select t.person_id, t.item, ${weightOf(cutoff)} as weight, min(t.ago) as last_ago
      from ${taken} as t where t.ago >= ${cutoff.cutoffAgo} group by t.person_id, t.item
    ) as weighed
    qualify row_number() over (
      partition by weighed.person_id order by weighed.last_ago, weighed.weight desc, weighed.item) <= ${maxOwnItems}
  ) as kept`;

/** However long ago, what was taken was taken. */
const weightOf = ({ cutoffAgo, halfLifeDays }: Cutoff): Sql =>
  sql`sum(greatest(1, ${micros(sql`power(2, cast(${cutoffAgo} - t.ago as double) / ${halfLifeDays})`)}))`;

/** One row per person, visit and item before the cutoff: person_id, nth INTEGER (1 is the last visit), item. */
export const visitItems = (taken: Relation, popular: Relation, { cutoffAgo }: Cutoff): Sql => sql`
  select visit.person_id, visit.nth, visit.item
  from (
    select t.person_id, t.item, p.place, dense_rank() over (partition by t.person_id order by t.ago) as nth
    from ${taken} as t join ${popular} as p on p.item = t.item
    where t.ago >= ${cutoffAgo}
  ) as visit
  where visit.nth <= ${maxVisits}
  qualify row_number() over (partition by visit.person_id, visit.nth order by visit.place) <= ${maxItemsPerVisit}`;

/** One row per person who took anything before the cutoff: person_id, visits INTEGER. */
export const visitors = (taken: Relation, { cutoffAgo }: Cutoff): Sql => sql`
  select t.person_id, cast(count(distinct t.ago) as integer) as visits
  from ${taken} as t where t.ago >= ${cutoffAgo} group by t.person_id`;

// What people known at a cutoff took on their next visit, if it lay within the horizon.

interface TestWindow {
  /** Days before now of the cutoff. */
  cutoffAgo: number;
  horizonDays: number;
}

/**
 * One row per person and item of their first visit in [cutoff, cutoff + horizon): person_id, item. Of the first
 * `mostPeople` by id among `visitors`: ids are spread evenly, so that these are like the others.
 */
export const nextItems = (
  taken: Relation,
  visitors: Relation,
  { cutoffAgo, horizonDays }: TestWindow,
  mostPeople: number,
): Sql => sql`
  with came as (
    select t.person_id, max(t.ago) as ago
    from ${taken} as t semi join ${visitors} as v on v.person_id = t.person_id
    where t.ago < ${cutoffAgo} and t.ago >= ${cutoffAgo - horizonDays}
    group by t.person_id order by t.person_id limit ${mostPeople}
  )
  select t.person_id, t.item
  from ${taken} as t join came on came.person_id = t.person_id and came.ago = t.ago`;

/** One row per person with next items: person_id, visits. */
export const testPeople = (next: Relation, visitors: Relation): Sql =>
  sql`select v.person_id, v.visits from ${visitors} as v semi join ${next} as n on n.person_id = v.person_id`;
