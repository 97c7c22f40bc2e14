// Persons from components of identities. An identity that says too little (a city alone) is nobody: it could be anyone.

import { identityFields } from "../../domain/dataset.js";
import { households } from "../delivery/representations.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import type { Normalised } from "./normalise.js";

/**
 * One row per identity that says enough to be somebody: node, identity_key, first_seen, row_count, and household UBIGINT, 64
 * bits of the MD5 of its residence; null without one.
 */
export const identifiableIdentities = (numbered: Relation, normalised: Normalised): Sql => {
  const { names, addresses: places, customers, emails, phones, nationalIds, birthDates } = normalised;
  const reachable = join(
    [customers, emails, phones, nationalIds].map((contacts) => sql`select node from ${contacts}`),
    " union all ",
  );
  return sql`
    select numbered.node, numbered.identity_key, numbered.first_seen, numbered.row_count,
      cast(md5_number(door.household) >> 64 as ubigint) as household
    from ${numbered} as numbered
    left join (${households(places)}) as door on door.person_id = numbered.node
    where numbered.node in (${reachable})
      or numbered.node in (
        select name.node
        from ${names} as name
        left join ${places} as place on place.node = name.node
        left join ${birthDates} as born on born.node = name.node
        where name.last_name is not null and coalesce(place.street, place.postcode, place.freeform) is not null
          or born.value is not null)`;
};

/** One row per component that holds an identity of a suppression list: root. */
export const suppressedRoots = (numbered: Relation, roots: Relation): Sql => sql`
  select distinct root.root
  from ${roots} as root
  join ${numbered} as numbered on numbered.node = root.node
  where numbered.is_listed`;

/**
 * One row per identified identity: node, identity_key, person_id (the identity_key of the earliest identity of its component),
 * first_seen, row_count, household. `roots` has one row per node: node and the smallest node of its component; the `suppressed` ones are left out.
 */
export const persons = (identified: Relation, roots: Relation, suppressed: Relation): Sql => sql`
  select identified.node, identified.identity_key, earliest.identity_key as person_id, identified.first_seen,
    identified.row_count, identified.household
  from ${identified} as identified
  join ${roots} as root on root.node = identified.node
  join ${identified} as earliest on earliest.node = root.root
  where root.root not in (select gone.root from ${suppressed} as gone)`;

/** The rows of `persons.parquet`, ordered. */
export const personRows = (persons: Relation): Sql => sql`
  select person.identity_key, person.person_id, person.first_seen, person.row_count
  from ${persons} as person
  order by person.identity_key`;

// Records that links join are a component, and those of a component that are one person a cluster of it. A relation of
// `clusters` has one row per record that a link joins to another: node, component (its smallest node) and root (the smallest
// node of its person).

/** One row per identity, also of those that nothing joins to another: node, root. */
export const rootsOf = (numbered: Relation, clusters: Relation): Relation => sql`(
  select numbered.node, coalesce(cluster.root, numbered.node) as root
  from ${numbered} as numbered
  left join ${clusters} as cluster on cluster.node = numbered.node)`;

/** One row per node that is touched (node), or in a component with one that is, and not gone: node. */
export const affectedNodes = (touched: Relation, clusters: Relation, gone: Relation): Sql => sql`
  select reached.node
  from (
    select touched.node from ${touched} as touched
    union
    select cluster.node
    from ${clusters} as cluster
    where cluster.component in (
      select met.component from ${clusters} as met semi join ${touched} as touched on touched.node = met.node)
  ) as reached
  anti join ${gone} as gone on gone.node = reached.node`;

/** The rows of `clusters` whose components are not affected: see `affectedNodes`. */
export const unaffectedClusters = (clusters: Relation, affected: Relation, gone: Relation): Sql => sql`
  select cluster.*
  from ${clusters} as cluster
  anti join ${affected} as affected on affected.node = cluster.node
  anti join ${gone} as gone on gone.node = cluster.node`;

// How a person is shown: field by field the value of the newest identity that has one. Who moved is shown where they
// live now, and keeps the e-mail address that an older record told.

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

// Which people are to be written again: those whose records are others than in the build before.

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
