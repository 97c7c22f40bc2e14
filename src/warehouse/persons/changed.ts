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

/** The changed records that are still somebody's. */
export const personsOf = (persons: Relation, changed: Relation): Relation => sql`(
  select person.* from ${persons} as person semi join ${changed} as record on record.identity_key = person.identity_key)`;

/** The records of these people (person_id). */
export const personsAmong = (persons: Relation, people: Relation): Relation => sql`(
  select person.* from ${persons} as person semi join ${people} as chosen on chosen.person_id = person.person_id)`;

/** The identities of these people, numbered as in `numberedIdentities`, but that newest_rank counts among them. */
export const numberedAmong = (numbered: Relation, persons: Relation, people: Relation): Sql => sql`
  select numbered.node, numbered.identity_key, numbered.source, numbered.first_seen, numbered.row_count,
    row_number() over (order by numbered.first_seen desc, numbered.row_count desc, numbered.identity_key) as newest_rank
  from ${numbered} as numbered
  semi join ${personsAmong(persons, people)} as person on person.identity_key = numbered.identity_key`;

/**
 * One row per identity whose links may be others than before: left_key. `touched` has the nodes that edges were looked for
 * anew, `earlier` are the matches of the build before; what an owner says can change without changing anybody.
 */
export const relinkedKeys = (
  { persons, previous, people }: { persons: Relation; previous: Relation; people: Relation },
  numbered: Relation,
  touched: Relation,
  links: Relation,
  earlier: Relation,
): Sql => sql`
  select identity_key as left_key from ${personsAmong(persons, people)}
  union select identity_key from ${personsAmong(previous, people)}
  union select numbered.identity_key from ${numbered} as numbered semi join ${touched} as near on near.node = numbered.node
  union select numbered.identity_key
    from ${numbered} as numbered
    semi join (select * from ${links} where kind = 'owner') as said on said.left_node = numbered.node
  union select said.left_key from ${earlier} as said where said.kind = 'owner'`;

/** Links whose left record is among these keys: the columns of `allLinks`. */
export const linksFrom = (links: Relation, numbered: Relation, keys: Relation): Relation => sql`(
  select link.*
  from ${links} as link
  join ${numbered} as l on l.node = link.left_node
  semi join ${keys} as chosen on chosen.left_key = l.identity_key)`;
