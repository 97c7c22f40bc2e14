// Interactions of people with items, the values of a property of their events; returns (events of negative
// value) do not count. A visit is a day with interactions. Days are counted back from now, so that a cutoff a
// whole number of days ago never splits a visit: `ago` of at least `cutoffAgo` is before the cutoff, and an
// event exactly at it is in the future.

import type { StreamProperty } from "../../domain/data/dataset-findings.js";
import { type EpochSeconds, secondsPerDay } from "../../domain/resource/resource.js";
import { micros } from "../features/arithmetic.js";
import { listItems } from "../lists.js";
import { property } from "../property-columns.js";
import { type Relation, type Sql, sql } from "../sql/sql.js";
import { numberAsText } from "../streams.js";

/** One row per person, visit before now and item: person_id, ago INTEGER (days before now, from 0), name. */
export const namedInteractions = (events: Relation, items: StreamProperty, now: EpochSeconds): Sql => sql`
  select distinct event.person_id, cast((${now - 1} - event.event_time) // ${secondsPerDay} as integer) as ago,
    ${namesOf(items)} as name
  from ${events} as event
  where event.event_time < ${now} and ${property("event", items)} is not null and coalesce(event.value, 0) >= 0`;

const namesOf = (items: StreamProperty): Sql => {
  const column = property("event", items);
  if (items.isList) return sql`unnest(${listItems(column)})`;
  return items.type === "number" ? numberAsText(column) : column;
};

/** One row per item: item INTEGER, from 1 in order of the names; name VARCHAR. */
export const items = (named: Relation): Sql => sql`
  select cast(row_number() over (order by known.name) as integer) as item, known.name
  from (select distinct n.name from ${named} as n) as known`;

/** One row per person, visit and item: person_id BIGINT, ago, item. */
export const itemInteractions = (named: Relation, items: Relation): Sql => sql`
  select n.person_id, n.ago, known.item
  from ${named} as n join ${items} as known on known.name = n.name`;

/** One row: days, from the first visit to now. */
export const daysOfVisits = (interactions: Relation): Sql =>
  sql`select max(t.ago) + 1 as days from ${interactions} as t`;

/** Items of a person that are used, the most recent ones: this bounds the cost of a long history. */
export const maxOwnItems = 30;
/** Related items kept per item, the strongest ones. */
export const maxRelatedItems = 40;
/** Visits of a person that are used, the last ones, and items of a visit, the most popular ones. */
export const maxVisits = 20;
export const maxItemsPerVisit = 10;

/** A cutoff in whole days before now. An interaction one half-life before it weighs half. */
export interface Cutoff {
  cutoffAgo: number;
  halfLifeDays: number;
}

/** One row per item before the cutoff: item, share DOUBLE of all weighted interactions, place INTEGER from 1. */
export const popularItems = (interactions: Relation, cutoff: Cutoff): Sql => sql`
  select weighed.item, cast(weighed.weight as double) / cast(sum(weighed.weight) over () as double) as share,
    cast(row_number() over (order by weighed.weight desc, weighed.item) as integer) as place
  from (
    select t.item, ${weightOf(cutoff)} as weight
    from ${interactions} as t where t.ago >= ${cutoff.cutoffAgo} group by t.item
  ) as weighed`;

/** One row per item of the first places, in their order: name. */
export const mostPopular = (popular: Relation, items: Relation, places: number): Sql => sql`
  select known.name from ${popular} as p join ${items} as known on known.item = p.item
  where p.place <= ${places} order by p.place`;

/**
 * One row per person and item before the cutoff, at most the `maxOwnItems` most recent: person_id, item, share DOUBLE. The shares
 * of a person add up to 1.
 */
export const ownItems = (interactions: Relation, cutoff: Cutoff): Sql => sql`
  select kept.person_id, kept.item, cast(kept.weight as double)
    / cast(sum(kept.weight) over (partition by kept.person_id) as double) as share
  from (
    select weighed.person_id, weighed.item, weighed.weight
    from (
      select t.person_id, t.item, ${weightOf(cutoff)} as weight, min(t.ago) as last_ago
      from ${interactions} as t where t.ago >= ${cutoff.cutoffAgo} group by t.person_id, t.item
    ) as weighed
    qualify row_number() over (
      partition by weighed.person_id order by weighed.last_ago, weighed.weight desc, weighed.item) <= ${maxOwnItems}
  ) as kept`;

/** In whole millionths, so that sums do not depend on their order; at least one, however old. */
const weightOf = ({ cutoffAgo, halfLifeDays }: Cutoff): Sql =>
  sql`sum(greatest(1, ${micros(sql`power(2, cast(${cutoffAgo} - t.ago as double) / ${halfLifeDays})`)}))`;

/** One row per person, visit and item before the cutoff: person_id, nth INTEGER (1 is the last visit), item. */
export const visitItems = (interactions: Relation, popular: Relation, { cutoffAgo }: Cutoff): Sql => sql`
  select visit.person_id, visit.nth, visit.item
  from (
    select t.person_id, t.item, p.place, dense_rank() over (partition by t.person_id order by t.ago) as nth
    from ${interactions} as t join ${popular} as p on p.item = t.item
    where t.ago >= ${cutoffAgo}
  ) as visit
  where visit.nth <= ${maxVisits}
  qualify row_number() over (partition by visit.person_id, visit.nth order by visit.place) <= ${maxItemsPerVisit}`;

/** One row per person with interactions before the cutoff: person_id, visits INTEGER. */
export const visitors = (interactions: Relation, { cutoffAgo }: Cutoff): Sql => sql`
  select t.person_id, cast(count(distinct t.ago) as integer) as visits
  from ${interactions} as t where t.ago >= ${cutoffAgo} group by t.person_id`;

interface TestWindow {
  /** Days before now of the cutoff. */
  cutoffAgo: number;
  horizonDays: number;
}

/**
 * The test set: one row per person and item of their first visit in [cutoff, cutoff + horizon): person_id,
 * item. Limited to the first `maxPeople` of the `visitors` by id; ids are random, so these represent the
 * others.
 */
export const nextItems = (
  interactions: Relation,
  visitors: Relation,
  { cutoffAgo, horizonDays }: TestWindow,
  maxPeople: number,
): Sql => sql`
  with returned as (
    select t.person_id, max(t.ago) as ago
    from ${interactions} as t semi join ${visitors} as v on v.person_id = t.person_id
    where t.ago < ${cutoffAgo} and t.ago >= ${cutoffAgo - horizonDays}
    group by t.person_id order by t.person_id limit ${maxPeople}
  )
  select t.person_id, t.item
  from ${interactions} as t join returned on returned.person_id = t.person_id and returned.ago = t.ago
  qualify row_number() over (partition by t.person_id order by hash(t.item), t.item) <= ${maxNextItems}`;

/** A visit with more is that of a business: some of its items, always the same, stand for all. */
const maxNextItems = 100;
