// Which people are to be written again: those whose records are others than in the build before.

import { type Relation, type Sql, sql } from "../sql/sql.js";

/** One row per record that came, went, is another's or stands in more or fewer rows: identity_key, new_id, old_id (of its person). */
export const changedRecords = (persons: Relation, previous: Relation): Sql => sql`
  select coalesce(now.identity_key, before.identity_key) as identity_key, now.person_id as new_id, before.person_id as old_id
  from ${persons} as now
  full join ${previous} as before on before.identity_key = now.identity_key
  where now.person_id is distinct from before.person_id or now.row_count is distinct from before.row_count`;

/** One row per person, of now or before, with such a record: person_id. */
export const changedPeople = (changed: Relation): Sql => sql`
  select record.new_id as person_id from ${changed} as record where record.new_id is not null
  union
  select record.old_id from ${changed} as record where record.old_id is not null`;

/** Those of the records that have these keys (identity_key). */
export const recordsAmong = (records: Relation, keys: Relation): Relation => sql`(
  select record.* from ${records} as record semi join ${keys} as chosen on chosen.identity_key = record.identity_key)`;

/** The records of these people (person_id). */
export const personsAmong = (persons: Relation, people: Relation): Relation => sql`(
  select person.* from ${persons} as person semi join ${people} as chosen on chosen.person_id = person.person_id)`;

/** The identities of these people, numbered as in `numberedIdentities`, but that newest_rank counts among them. */
export const numberedAmong = (numbered: Relation, persons: Relation, people: Relation): Sql => sql`
  select numbered.*,
    row_number() over (order by numbered.first_seen desc, numbered.row_count desc, numbered.identity_key) as newest_rank
  from ${numbered} as numbered
  semi join ${personsAmong(persons, people)} as person on person.identity_key = numbered.identity_key`;
