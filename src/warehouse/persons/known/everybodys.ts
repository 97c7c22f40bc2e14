// Whether a value is everybody's hangs on all who bear it. Where it becomes so, or is no more, all of them are other people than
// they were.

import { type Relation, type Sql, sql } from "../../sql/sql.js";
import { valueHash } from "../edges.js";

/** Values of everybody now (kind, value): of touched values those that are `found`, of others those that were. */
export const updatedPlaceholders = (before: Relation, found: Relation, touched: Relation): Sql => sql`
  select crowd.kind, crowd.value
  from ${before} as crowd
  where crowd.kind <> 'birth date' and ${aboutCrowd} not in (select touched.about from ${touched} as touched)
  union all
  select crowd.kind, crowd.value
  from ${found} as crowd
  where crowd.kind = 'birth date' or ${aboutCrowd} in (select touched.about from ${touched} as touched)`;

const aboutCrowd = valueHash(sql`crowd.kind`, sql`crowd.value`);

/** One row: changed, how many values have become everybody's, or no longer are, that known identities bear. */
export const changedPlaceholders = (
  before: Relation,
  now: Relation,
  values: Relation,
  spelled: Relation,
): Sql => sql`
  with crowd as (
    (select * from ${before} except select * from ${now}) union all (select * from ${now} except select * from ${before})
  )
  select (select count(*) from ${values} as value join crowd on ${aboutCrowd} = value.about)
    + (select count(*) from ${spelled} as told join crowd on crowd.kind = 'birth date' and crowd.value = told.birth_date)
    as changed`;
