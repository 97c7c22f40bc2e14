// Counts of people and addresses by area. `located` has a row per person of an area, see `peopleOfAreas`, and
// `homes` a row per person with an address, see `households`.

import { type Relation, type Sql, sql } from "../sql/sql.js";

/** One row per area, in its order: area, individuals, residences. Of the members of a cohort, or of everyone. */
export const peopleByArea = (located: Relation, homes: Relation, members: Relation | null): Sql => sql`
  select l.area, cast(count(*) as integer) as individuals,
    cast(count(distinct home.household) as integer) as residences
  from ${located} as l
  left join ${homes} as home on home.person_id = l.person_id
  ${members === null ? sql`` : sql`where l.person_id in (select m.person_id from ${members} as m)`}
  group by l.area
  order by l.area`;
