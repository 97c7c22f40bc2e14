// Excluded people: whom privacy lists take out, and because of which of their rows. A person goes with all
// records as soon as one of them is listed or has a listed contact. The cause is kept as a number: the key of
// a listed identity, or the mark of a contact.

import { crowdSize, maxListEntries } from "../../domain/people/privacy.js";
import { join, list, literal, parquet, type Relation, type Sql, sql } from "../sql/sql.js";
import type { ListedContacts } from "./listed-contacts.js";

/** One row per listed identity and cause that it gives: list (position), identity_key, list_key. */
export const listedCauses = (
  { listed }: ListedContacts,
  lists: readonly (readonly [position: number, identities: Relation])[],
): Sql => {
  const own = lists.map(
    ([list, held]) =>
      sql`select ${list} as list, held.identity_key, held.identity_key as list_key from ${held} as held`,
  );
  return sql`
    ${join(own, " union all ")}
    union
    select listed.list, listed.identity_key, listed.mark from ${listed} as listed`;
};

/** The causes or listed contacts of one list, by its position. */
export const ofList = (rows: Relation, list: number): Relation =>
  sql`(select own.* from ${rows} as own where own.list = ${list})`;

/**
 * One row per identity that goes and cause: identity_key, list_key, person_id, in_data (false: only lists
 * hold it). `roots`: node, root; `causes`: see `listedCauses`; `data`: identity_key of every dataset that is
 * no list.
 */
export const excludedRecords = (
  numbered: Relation,
  roots: Relation,
  { holders }: ListedContacts,
  causes: Relation,
  data: Relation,
): Sql => sql`
  with cause as materialized (
    select distinct root.root, found.list_key
    from (
      select holder.identity_key, holder.mark as list_key from ${holders} as holder
      union all
      select cause.identity_key, cause.identity_key from ${causes} as cause
    ) as found
    join ${numbered} as numbered on numbered.identity_key = found.identity_key
    join ${roots} as root on root.node = numbered.node
  )
  select gone.identity_key, cause.list_key, first.identity_key as person_id,
    gone.identity_key in (select held.identity_key from ${data} as held) as in_data
  from cause
  join ${roots} as root on root.root = cause.root
  join ${numbered} as gone on gone.node = root.node
  join ${numbered} as first on first.node = root.root`;

/**
 * One row per deleted identity of the previous builds whose cause is still listed: the columns of
 * `excludedRecords`. `file`: see `peopleFiles`.
 */
export const carriedRecords = (file: string, causes: Relation): Sql => sql`
  select before.identity_key, before.list_key, before.person_id, before.in_data
  from ${parquet(file)} as before
  where before.list_key in (select cause.list_key from ${causes} as cause)`;

/** The rows of `excludedRecords` of identities in data, each once. */
export const excludedFromData = (records: Relation): Relation =>
  sql`(select distinct record.* from ${records} as record where record.in_data)`;

/** The rows of `forgotten.parquet`: the excluded records whose cause is in one of these lists. */
export const deletedRecords = (records: Relation, causes: Relation, lists: readonly number[]): Sql => sql`
  select gone.identity_key, gone.list_key, gone.person_id, bool_or(gone.in_data) as in_data
  from ${records} as gone
  where gone.list_key in (select cause.list_key from ${causes} as cause where cause.list in (${list(lists)}))
  group by all
  order by all`;

/** One row per row of a list: place, file, line, people (that it takes out), hash. */
export const listRowEffects = (
  rows: Relation,
  causes: Relation,
  people: Relation,
  contacts: Relation,
  salt: string,
): Sql => sql`
  with person as (
    select own.place, count(distinct person.person_id) as people
    from ${rows} as own
    join ${causes} as cause on cause.identity_key = own.identity_key
    join ${people} as person on person.list_key = cause.list_key
    group by own.place
  ), contact as (
    select own.place, arg_min(contact.kind || ':' || contact.value, (${kindOrder(sql`contact.kind`)}, contact.value)) as first
    from ${rows} as own
    join ${contacts} as contact on contact.identity_key = own.identity_key
    group by own.place
  )
  select own.place, own.file, own.line, coalesce(person.people, 0) as people, sha256(${salt} || contact.first) as hash
  from (select distinct place, file, line from ${rows}) as own
  left join person on person.place = own.place
  left join contact on contact.place = own.place`;

const kinds = ["email", "email hash", "phone", "customer id", "national id", "name and address"];
const kindOrder = (kind: Sql): Sql => sql`list_position([${join(kinds.map(literal))}], ${kind})`;

/** One row about `listRowEffects`: rows, matched_rows (with people), crowded_rows (with many). */
export const listRowCounts = (effects: Relation): Sql => sql`
  select count(*) as rows, count(*) filter (where people > 0) as matched_rows,
    count(*) filter (where people > ${crowdSize}) as crowded_rows
  from ${effects}`;

/** The first entries to report of `listRowEffects`: file, line, people, hash. */
export const firstEntries = (effects: Relation): Sql => sql`
  select file, line, people, hash from ${effects}
  order by people = 0 desc, people desc, place
  limit ${maxListEntries}`;

/**
 * One row: people, and `print`, a text that differs if other identities are listed or taken out. `taken`: see
 * `excludedRecords`.
 */
export const listSummary = (causes: Relation, taken: Relation, list: number): Sql => sql`
  with own as (select cause.identity_key, cause.list_key from ${causes} as cause where cause.list = ${list}),
    gone as (select taken.identity_key, taken.person_id from ${taken} as taken semi join own on own.list_key = taken.list_key)
  select (select count(distinct person_id) from gone) as people,
    ${printOf(sql`select distinct identity_key from own`)} || '/' || ${printOf(sql`select distinct identity_key from gone`)} as print`;

/** One row: `print`, a text that differs for other identities; null for none. */
export const printOfDeletions = (deletions: Relation): Sql => sql`
  select case when count(*) > 0 then ${printColumns} end as print
  from (select distinct identity_key from ${deletions})`;

const printColumns = sql`count(*) || '-' || bit_xor(identity_key) || '-' || sum(identity_key % 1000003)`;
const printOf = (keys: Sql): Sql => sql`(select coalesce(${printColumns}, '0') from (${keys}))`;
