// What was taken before a cutoff, by whom and how lately. A half-life is in days: what was taken so long before the cutoff
// counts half. Weights are whole millionths, so that sums do not depend on their order.

import { micros } from "../features/arithmetic.js";
import { type Relation, type Sql, sql } from "../sql/sql.js";

/** As many of a person's items are looked at, those taken last: nobody's history costs more than its last part. */
export const mostOwn = 30;
/** As many of an item's companions are kept, the strongest. */
export const mostCompanions = 40;
/** As many visits of a person, the last ones, and as many items of each, the most popular, tell what follows what. */
export const mostVisits = 20;
export const mostPerVisit = 10;

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
      partition by weighed.person_id order by weighed.last_ago, weighed.weight desc, weighed.item) <= ${mostOwn}
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
  where visit.nth <= ${mostVisits}
  qualify row_number() over (partition by visit.person_id, visit.nth order by visit.place) <= ${mostPerVisit}`;

/** One row per person who took anything before the cutoff: person_id, visits INTEGER. */
export const visitors = (taken: Relation, { cutoffAgo }: Cutoff): Sql => sql`
  select t.person_id, cast(count(distinct t.ago) as integer) as visits
  from ${taken} as t where t.ago >= ${cutoffAgo} group by t.person_id`;
