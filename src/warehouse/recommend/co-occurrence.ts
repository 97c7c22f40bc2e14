// Co-occurrence of items: in the histories of the same people, and in successive visits. The strength of rare
// pairs is shrunk towards 0, so that a single coincidence does not rank above a habit. The items per person
// and the pairs per item are bounded, so the work grows linearly with the number of people.

import { type Relation, type Sql, sql } from "../sql/sql.js";
import { maxRelatedItems } from "./interactions.js";

/** A pair with this count keeps half of its strength. */
const shrinkage = 5;

/**
 * One row per pair of items: item, other, strength DOUBLE from 0 to 1, the shrunk cosine similarity of the
 * sets of people who have them. `own` has one row per person and item.
 */
export const similarItems = (own: Relation): Sql =>
  strongestPairs(sql`
    with counted as (select o.item, count(*) as people from ${own} as o group by o.item),
    pairs as (
      select a.item, b.item as other, count(*) as people
      from ${own} as a join ${own} as b on b.person_id = a.person_id and b.item <> a.item
      group by a.item, b.item
    )
    select p.item, p.other, p.people / sqrt(cast(one.people as double) * cast(two.people as double))
      * p.people / (p.people + ${shrinkage}) as strength
    from pairs as p
    join counted as one on one.item = p.item
    join counted as two on two.item = p.other`);

/**
 * One row per item and item of the following visit: item, other, strength DOUBLE, the shrunk share of all
 * items that followed. The strengths of an item add up to less than 1. An item can follow itself.
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
