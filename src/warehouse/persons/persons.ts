// Persons: identities that are one person. Links join identities into components, and
// `builds/people/clusters.ts` splits these into clusters, one per person. Relations here: `clusters` has one
// row per identity that any link joins to another: node, component (its smallest node) and root (the smallest
// node of its person). `persons` has one row per identity of a person, `people` one per person.

import { type IdentityField, identityFields } from "../../domain/data/dataset.js";
import { households } from "../delivery/representations.js";
import { rowsAmong, rowsWithout, unionOf } from "../rows.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import type { Normalised } from "./normalise.js";

/**
 * One row per identity that identifies a person: node, identity_key, first_seen, row_count, and household
 * UBIGINT, 64 bits of the MD5 of its residence; null without one. A first name is somebody's at a house, and
 * a last name in a postcode; with a city alone it could be anyone's, and is nobody.
 */
export const identifiableIdentities = (numbered: Relation, normalised: Normalised): Sql => {
  const { names, addresses, customers, emails, phones, nationalIds, birthDates } = normalised;
  const reachable = join(
    [customers, emails, phones, nationalIds].map((contacts) => sql`select node from ${contacts}`),
    " union all ",
  );
  return sql`
    select numbered.node, numbered.identity_key, numbered.first_seen, numbered.row_count,
      cast(md5_number(residence.household) >> 64 as ubigint) as household
    from ${numbered} as numbered
    left join (${households(addresses)}) as residence on residence.person_id = numbered.node
    where numbered.node in (${reachable})
      or numbered.node in (
        select name.node
        from ${names} as name
        left join ${addresses} as address on address.node = name.node
        left join ${birthDates} as birth on birth.node = name.node
        where name.last_name is not null and coalesce(address.street, address.postcode, address.freeform,
            case when name.first_name is not null then address.city end) is not null
          or length(name.first_name) > 1 and coalesce(address.street, address.freeform) is not null
          or birth.value is not null)`;
};

/** One row per person on a suppression or deletion list: root. */
export const suppressedRoots = (numbered: Relation, roots: Relation): Sql => sql`
  select distinct root.root
  from ${roots} as root
  join ${numbered} as numbered on numbered.node = root.node
  where numbered.is_listed`;

/**
 * One row per identified identity: node, identity_key, person_id (see `registeredIds`; without one, the
 * identity_key of the person's earliest identity), first_seen, row_count, household. `roots`: see `rootsOf`.
 * People with a `suppressed` root are left out.
 */
export const persons = (
  identified: Relation,
  roots: Relation,
  suppressed: Relation,
  registered: Relation,
): Sql => sql`
  select identified.node, identified.identity_key, coalesce(own.person_id, earliest.identity_key) as person_id,
    identified.first_seen, identified.row_count, identified.household
  from ${identified} as identified
  join ${roots} as root on root.node = identified.node
  join ${identified} as earliest on earliest.node = root.root
  left join ${registered} as own on own.root = root.root
  where root.root not in (select suppressed.root from ${suppressed} as suppressed)`;

/** The rows of `persons.parquet`, ordered. */
export const personRows = (persons: Relation): Sql => sql`
  select person.identity_key, person.person_id, person.first_seen, person.row_count
  from ${persons} as person
  order by person.identity_key`;

/** One row per identity, also those without a link: node, root. */
export const rootsOf = (numbered: Relation, clusters: Relation): Relation => sql`(
  select numbered.node, coalesce(cluster.root, numbered.node) as root
  from ${numbered} as numbered
  left join ${clusters} as cluster on cluster.node = numbered.node)`;

/** One row per node that is `touched` (node), or shares a component with one, and is not `removed`: node. */
export const affectedNodes = (touched: Relation, clusters: Relation, removed: Relation): Sql => sql`
  select reached.node
  from (
    select touched.node from ${touched} as touched
    union
    select cluster.node
    from ${clusters} as cluster
    where cluster.component in (
      select near.component from ${clusters} as near semi join ${touched} as touched on touched.node = near.node)
  ) as reached
  anti join ${removed} as removed on removed.node = reached.node`;

/** `clusters` with those of the affected nodes, as `found` now: see `affectedNodes`. */
export const updatedClusters = (
  clusters: Relation,
  found: Relation,
  affected: Relation,
  removed: Relation,
): Relation => unionOf(rowsWithout(rowsWithout(clusters, affected, "node"), removed, "node"), found);

/** One row per identified identity: person_id, newest_rank, and the identity fields as written. */
const personRecords = (written: Relation, numbered: Relation, persons: Relation): Sql => sql`
  select person.person_id, numbered.newest_rank, written.*
  from ${written} as written
  join ${numbered} as numbered on numbered.node = written.node
  join ${persons} as person on person.identity_key = numbered.identity_key`;

/**
 * One row per person, ordered by person_id: person_id and the identity fields, each from the newest identity
 * that has it. A person who moved is shown at the new address, with the e-mail address of an older record.
 * `known`: the fields that some identity has.
 */
export const people = (
  written: Relation,
  numbered: Relation,
  persons: Relation,
  known: readonly IdentityField[],
): Sql => {
  const newest = identityFields.map((field) =>
    known.includes(field)
      ? sql`arg_min(${ident(field)}, newest_rank) filter (where ${ident(field)} is not null) as ${ident(field)}`
      : sql`cast(null as varchar) as ${ident(field)}`,
  );
  return sql`
    select person_id, ${join(newest)}
    from (${personRecords(written, numbered, persons)})
    group by person_id
    order by person_id`;
};

/** One row per person and trait: person_id, trait, value (the newest; the smallest of equally new ones), ordered. */
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

/**
 * One row per record that has another row count than in the previous build: the columns of `persons.parquet`,
 * and more, the rows that were added. `previous`: the records then, whose people have not changed.
 */
export const recountedRecords = (numbered: Relation, previous: Relation): Sql => sql`
  select before.identity_key, before.person_id, before.first_seen, numbered.row_count, numbered.row_count - before.row_count as more
  from ${numbered} as numbered
  join ${previous} as before on before.identity_key = numbered.identity_key
  where numbered.is_changed`;

/** The sizes of the people of these records: see `personSizes`. */
export const recountedSizes = (sizes: Relation, records: Relation): Sql => sql`
  select size.* replace (cast(size.rows + added.more as bigint) as rows)
  from ${sizes} as size
  join (select own.person_id, sum(own.more) as more from ${records} as own group by own.person_id) as added
    on added.person_id = size.person_id`;

/**
 * One row per record that is new, removed, of another person or with another row count: identity_key, new_id,
 * old_id (of its person).
 */
export const changedRecords = (persons: Relation, previous: Relation): Sql => sql`
  select coalesce(now.identity_key, before.identity_key) as identity_key, now.person_id as new_id, before.person_id as old_id
  from ${persons} as now
  full join ${previous} as before on before.identity_key = now.identity_key
  where now.person_id is distinct from before.person_id or now.row_count is distinct from before.row_count`;

/** These keys (identity_key) as those of links: left_key. See `matches.parquet`. */
export const linkKeys = (keys: Relation): Relation =>
  sql`(select own.identity_key as left_key from ${keys} as own)`;

/** One row per person, now or before, with such a record: person_id. */
export const changedPeople = (changed: Relation): Sql => sql`
  select record.new_id as person_id from ${changed} as record where record.new_id is not null
  union
  select record.old_id from ${changed} as record where record.old_id is not null`;

/** The identities of these people, numbered as in `numberedIdentities`, with newest_rank among them. */
export const numberedAmong = (numbered: Relation, persons: Relation, people: Relation): Sql => sql`
  select numbered.*,
    row_number() over (order by numbered.first_seen desc, numbered.row_count desc, numbered.identity_key) as newest_rank
  from ${numbered} as numbered
  semi join ${rowsAmong(persons, people, "person_id")} as person on person.identity_key = numbered.identity_key`;
