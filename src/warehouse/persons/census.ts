// Everybody counted once: how many records and rows people have, where they live, and which datasets know them.

import { type Relation, type Sql, sql } from "../sql/sql.js";

/** One row per person: person_id, records, rows, household (of their newest record that tells one; null where none does). */
export const personSizes = (persons: Relation): Sql => sql`
  select person.person_id, count(*) as records, cast(sum(person.row_count) as bigint) as rows,
    arg_max(person.household, person.node) as household
  from ${persons} as person
  group by person.person_id`;

/** One row per dataset and person that it knows: source, person_id, rows, household. `held`: see `heldIdentities`. */
export const peopleByDataset = (held: Relation, persons: Relation, sizes: Relation): Sql => sql`
  select known.source, known.person_id, known.rows, size.household
  from (
    select held.source, person.person_id, cast(sum(held.row_count) as bigint) as rows
    from ${held} as held
    join ${persons} as person on person.identity_key = held.identity_key
    group by held.source, person.person_id
  ) as known
  join ${sizes} as size on size.person_id = known.person_id`;

/** The same where there is one dataset, whose people are all. */
export const peopleOfOneDataset = (sizes: Relation): Sql =>
  sql`select 0 as source, size.person_id, size.rows, size.household from ${sizes} as size`;

/** One row per dataset that knows anybody: source, identified_count, matched_count, identified_rows. */
export const datasetCoverage = (known: Relation): Sql => sql`
  with shared as (
    select known.person_id
    from ${known} as known
    where (select min(source) <> max(source) from ${known})
    group by known.person_id
    having count(*) > 1
  )
  select known.source, count(*) as identified_count, count(shared.person_id) as matched_count,
    cast(sum(known.rows) as bigint) as identified_rows
  from ${known} as known
  left join shared on shared.person_id = known.person_id
  group by known.source`;

/** One row per dataset that knows anybody: source, identified_rows, housed (people of a residence that is another's too). */
export const householdRows = (known: Relation, sizes: Relation): Sql => sql`
  select known.source, cast(sum(known.rows) as bigint) as identified_rows, count(shared.household) as housed
  from ${known} as known
  left join (
    select size.household
    from ${sizes} as size
    where size.household is not null
    group by size.household
    having count(*) > 1
  ) as shared on shared.household = known.household
  group by known.source`;
