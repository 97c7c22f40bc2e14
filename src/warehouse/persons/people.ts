// How a person is shown: field by field the value of the newest identity that has one. Who moved is shown where they
// live now, and keeps the e-mail address that an older record told.

import { identityFields } from "../../domain/dataset.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";

/** One row per identified identity: person_id, newest_rank, and the identity fields as written. */
const personRecords = (written: Relation, numbered: Relation, persons: Relation): Sql => sql`
  select person.person_id, numbered.newest_rank, written.*
  from ${written} as written
  join ${numbered} as numbered on numbered.node = written.node
  join ${persons} as person on person.identity_key = numbered.identity_key`;

/** One row per person: person_id and the identity fields, ordered by person_id. */
export const people = (written: Relation, numbered: Relation, persons: Relation): Sql => {
  const newest = identityFields.map(
    (field) => sql`
      arg_min(${ident(field)}, newest_rank) filter (where ${ident(field)} is not null) as ${ident(field)}`,
  );
  return sql`
    select person_id, ${join(newest)}
    from (${personRecords(written, numbered, persons)})
    group by person_id
    order by person_id`;
};

/** One row per person and trait: person_id, trait, value (the newest; of several at once the smallest), ordered. */
export const personTraits = (traits: Relation, persons: Relation): Sql => sql`
  select person_id, trait, value
  from (
    select person.person_id, trait.trait, trait.value,
      row_number() over (
        partition by person.person_id, trait.trait order by trait.arrival_time desc, trait.value) as age
    from ${traits} as trait
    join ${persons} as person on person.identity_key = trait.identity_key
    where trait.value is not null
  )
  where age = 1
  order by person_id, trait`;
