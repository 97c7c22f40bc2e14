// Counts of people and addresses by area. `located` has a row per person of an area, see `peopleOfAreas`, and
// `homes` a row per person with an address, see `households`.

import { list, type Relation, type Sql, sql } from "../sql/sql.js";

/**
 * One row per area, in its order: area, individuals, residences. Of the members of a cohort, or of everyone; without
 * homes, residences are 0.
 */
export const peopleByArea = (located: Relation, homes: Relation | null, members: Relation | null): Sql => sql`
  select l.area, cast(count(*) as integer) as individuals,
    ${homes === null ? sql`0` : sql`cast(count(distinct home.household) as integer)`} as residences
  from ${located} as l
  ${homes === null ? sql`` : sql`left join ${homes} as home on home.person_id = l.person_id`}
  ${members === null ? sql`` : sql`where l.person_id in (select m.person_id from ${members} as m)`}
  group by l.area
  order by l.area`;

/** One row per person and trait, of some people and traits: person_id, trait, value. */
export const valuesOfPeople = (traits: Relation, people: Relation, names: readonly string[]): Sql => sql`
  select entry.person_id, entry.trait, entry.value
  from ${traits} as entry
  where entry.trait in (${list(names)}) and entry.person_id in (select p.person_id from ${people} as p)`;
