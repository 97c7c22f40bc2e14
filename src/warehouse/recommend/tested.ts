// What people known at a cutoff took on their next visit, if it lay within the horizon.

import { type Relation, type Sql, sql } from "../sql/sql.js";

interface Window {
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
  { cutoffAgo, horizonDays }: Window,
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
export const testedPeople = (next: Relation, visitors: Relation): Sql =>
  sql`select v.person_id, v.visits from ${visitors} as v semi join ${next} as n on n.person_id = v.person_id`;
