// How likely a person is to take an item next, by each part of the blend. Only the items that could be among a person's
// first ten are looked at: what is not in the pool has nothing to say for it but its popularity, and ten of the pool have more.

import { mostRanks } from "../../domain/recommender.js";
import { exactSum } from "../scores.js";
import { type Relation, type Sql, sql } from "../sql/sql.js";

/** What is known as of one cutoff; see `past.ts` and `companions.ts`. */
export interface Known {
  popular: Relation;
  own: Relation;
  visits: Relation;
  similar: Relation;
  following: Relation;
}

/**
 * One row per person asked about and item: person_id, item, place, and by each part the share of what they take next:
 * popularity, repeat, next, similar. `people` has person_id; `also` person_id and item that are to be in the pool.
 */
export const pool = (
  { popular, own, visits, similar, following }: Known,
  people: Relation,
  also: Relation,
): Sql => sql`
  with asked as (select p.person_id from ${people} as p),
  held as (select o.person_id, o.item, o.share from ${own} as o semi join asked on asked.person_id = o.person_id),
  last_visit as (
    select v.person_id, v.item, 1.0 / count(*) over (partition by v.person_id) as share
    from ${visits} as v semi join asked on asked.person_id = v.person_id
    where v.nth = 1
  ),
  said as (
    select h.person_id, h.item, h.share as again, 0 as next, 0 as similar from held as h
    union all
    select l.person_id, f.other, 0, ${exactSum(sql`l.share * f.strength`)}, 0
    from last_visit as l join ${following} as f on f.item = l.item group by l.person_id, f.other
    union all
    select h.person_id, s.other, 0, 0, ${exactSum(sql`h.share * s.strength`)}
    from held as h join ${similar} as s on s.item = h.item group by h.person_id, s.other
    union all
    select asked.person_id, p.item, 0, 0, 0 from asked cross join ${popular} as p where p.place <= ${mostRanks}
    union all
    select a.person_id, a.item, 0, 0, 0 from ${also} as a semi join asked on asked.person_id = a.person_id
  ),
  summed as (
    select s.person_id, s.item, ${exactly(sql`max(s.again)`)} as again, ${exactly(sql`max(s.next)`)} as next,
      ${exactly(sql`max(s.similar)`)} as similar
    from said as s group by s.person_id, s.item
  )
  select s.person_id, s.item, p.place, p.share as popularity, cast(s.again as double) as repeat,
    cast(s.next as double) + cast(greatest(0, 1 - sum(s.next) over person) as double) * p.share as next,
    coalesce(cast(s.similar as double) / nullif(cast(sum(s.similar) over person as double), 0), 0) as similar
  from summed as s join ${popular} as p on p.item = s.item
  window person as (partition by s.person_id)`;

/** A share that sums to the same whatever the order; each part says at most one thing of an item. */
const exactly = (share: Sql): Sql => sql`cast(${share} as decimal(18, 15))`;
