// Which items go with which: in the hands of the same people, and one visit after another. What few have seen is drawn
// towards nothing, so that one lucky pair does not rank above a habit. Pairs are counted among so few items of a person that
// the work grows with the number of people, and of each item so few companions are kept that scoring does too.

import { type Relation, type Sql, sql } from "../sql/sql.js";
import { maxRelatedItems } from "./interactions.js";

/** A pair seen so often is believed half. */
const shrinkage = 5;

/**
 * One row per item and companion: item, other, strength DOUBLE from 0 to 1: the cosine of the people who have them, shrunk.
 * `own` has one row per person and item.
 */
export const similarItems = (own: Relation): Sql =>
  strongestPairs(sql`
    with held as (select o.item, count(*) as people from ${own} as o group by o.item),
    pairs as (
      select a.item, b.item as other, count(*) as people
      from ${own} as a join ${own} as b on b.person_id = a.person_id and b.item <> a.item
      group by a.item, b.item
    )
    select p.item, p.other, p.people / sqrt(cast(one.people as double) * cast(two.people as double))
      * p.people / (p.people + ${shrinkage}) as strength
    from pairs as p
    join held as one on one.item = p.item
    join held as two on two.item = p.other`);

/**
 * One row per item and what was taken on the visit after: item, other, strength DOUBLE: the share of all that followed the
 * item, shrunk, so that the strengths of an item add up to less than 1. An item may follow itself.
 */
export const followingItems = (visits: Relation): Sql =>
  strongestPairs(sql`
    with pairs as (
      select a.item, b.item as other, count(*) as times
      from ${visits} as a join ${visits} as b on b.person_id = a.person_id and b.nth = a.nth - 1
      group by a.item, b.item
    )
    select p.item, p.other,
      p.times / cast(sum(p.times) over (partition by p.item) + ${shrinkage} as double) as strength
    from pairs as p`);

const strongestPairs = (pairs: Sql): Sql => sql`
  select pair.item, pair.other, pair.strength
  from (${pairs}) as pair
  qualify row_number() over (partition by pair.item order by pair.strength desc, pair.other) <= ${maxRelatedItems}`;
