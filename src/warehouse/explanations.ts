// Whom to compare with and whom to explain, of the people an outcome has scored. `scores` is a relation of one outcome: a row
// per person with status, probability and percentile.

import { type Relation, type Sql, sql } from "./sql/sql.js";

/** One row per person: person_id. Evenly taken in order of id, `most` of those scored or fewer. */
export const evenSample = (scores: Relation, most: number): Sql => sql`
select p.person_id
from (
  select s.person_id, row_number() over (order by s.person_id) - 1 as place, count(*) over () as people
  from ${scores} as s
  where s.status = 'scored'
) as p
where p.place % cast(ceil(p.people / ${most}) as bigint) = 0`;

/** One row per person: person_id. The `most` likely of those scored; of equals, the smaller id. */
export const mostLikely = (scores: Relation, most: number): Sql => sql`
select s.person_id
from ${scores} as s
where s.status = 'scored'
order by s.probability desc, s.person_id
limit ${most}`;

/** One row per person: the scores with their explanation, null of whom there is none. */
export const withExplanations = (scores: Relation, explanations: Relation): Sql => sql`
select s.*, e.explanation
from ${scores} as s left join ${explanations} as e on e.person_id = s.person_id`;
