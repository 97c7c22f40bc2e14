// Numbered identities: the distinct identities of all datasets as one set. Numbers ascend with first_seen, so
// the smallest number of a cluster is the identity that gives the person their id. An incremental build keeps
// the numbers of the previous build, so that its stored state stays valid, and gives added identities the
// numbers after them.

import { type IdentityField, identityFields } from "../../domain/data/dataset.js";
import type { Engine } from "../engine.js";
import { ident, join, list, type Relation, type Sql, sql } from "../sql/sql.js";

/**
 * One row per distinct identity: node INTEGER (dense, from 0), identity_key, source (position of the first dataset that
 * holds it), first_seen (the earliest ever recorded), row_count, is_listed (among the `excluded`, see
 * `stageListedContacts`), newest_rank (1 is the newest identity of all).
 */
export const numberedIdentities = (datasets: readonly Relation[], excluded: Relation | null): Sql => sql`
  select
    cast(row_number() over (order by seen.first_seen, seen.identity_key) - 1 as integer) as node,
    row_number() over (order by seen.first_seen desc, seen.row_count desc, seen.identity_key) as newest_rank,
    seen.*
  from ${identitiesOfAll(datasets, excluded)} as seen`;

/** Whether an identity is to be left out. */
const isListed = (excluded: Relation | null): Sql =>
  excluded === null
    ? sql`false`
    : sql`held.identity_key in (select gone.identity_key from ${excluded} as gone)`;

/** One row per dataset and identity that it holds: identity_key, first_seen, row_count, source. */
export const identitiesByDataset = (datasets: readonly Relation[]): Relation =>
  sql`(${unionAll(
    datasets.map(
      (dataset, source) => sql`
        select identity_key, first_seen, row_count, ${source} as source from ${dataset}`,
    ),
  )})`;

export const noIdentities: Relation = sql`(
  select cast(null as integer) as node, cast(null as bigint) as identity_key where false)`;

/** One row per record of these relations: identity_key. */
export const keysOf = (...records: readonly Relation[]): Relation =>
  sql`(${unionAll(records.map((rows) => sql`select own.identity_key from ${rows} as own`))})`;

/** The nodes of these relations, each once: node. */
export const nodesIn = (...rows: readonly Relation[]): Relation =>
  sql`(${join(
    rows.map((each) => sql`select own.node from ${each} as own`),
    " union ",
  )})`;

/** The identities that were first seen after this moment. */
export const seenAfter = (moment: number, identities: Relation): Relation =>
  sql`(select held.* from ${identities} as held where held.first_seen > ${moment})`;

/** One row per numbered identity as it was written: node and the identity fields, each null where absent. */
export const writtenIdentities = (datasets: readonly Relation[], numbered: Relation): Relation => {
  const fields = join(identityFields.map((field) => ident("written", field)));
  const perDataset = datasets.map(
    (dataset, source) => sql`
      select numbered.node, ${fields}
      from ${dataset} as written
      join ${numbered} as numbered
        on numbered.identity_key = written.identity_key and numbered.source = ${source}`,
  );
  return sql`(${unionAll(perDataset)})`;
};

/** The fields that any of these identities has. */
export const knownFields = async (
  engine: Engine,
  datasets: readonly Relation[],
): Promise<IdentityField[]> => {
  const counts = identityFields.map((field) => sql`count(own.${ident(field)}) as ${ident(field)}`);
  const each = datasets.map(
    (rows) => sql`select ${join(identityFields.map((field) => ident("own", field)))} from ${rows} as own`,
  );
  const found = await engine.row<Record<string, number>>(
    sql`select ${join(counts)} from (${unionAll(each)}) as own`,
  );
  return identityFields.filter((field) => found[field]! > 0);
};

/** One row per identity with an e-mail address as a hash: email_hash. */
export const hashesAmong = (written: readonly Relation[]): Relation => sql`(
  select held.email_hash
  from (${unionAll(written.map((rows) => sql`select own.email_hash from ${rows} as own`))}) as held
  where held.email_hash is not null)`;

const unionAll = (queries: readonly Sql[]): Sql => join(queries, " union all ");

/**
 * One row per identity as stored for the next build: node, identity_key, first_seen, row_count, is_listed,
 * is_identified, and household as in `identifiableIdentities`.
 */
export const identitiesToStore = (numbered: Relation, identified: Relation): Relation => sql`(
  select numbered.node, numbered.identity_key, numbered.first_seen, numbered.row_count, numbered.is_listed,
    person.node is not null as is_identified, person.household
  from ${numbered} as numbered
  left join ${identified} as person on person.node = numbered.node)`;

/** One row per stored identity with one of these keys: node, identity_key. */
export const nodesOfRecords = (stored: Relation, keys: readonly bigint[]): Sql => sql`
  select own.node, own.identity_key from ${stored} as own where own.identity_key in (${list(keys)})`;

/** The stored identities among these nodes (node), with the first dataset that holds them: the columns of both. */
export const storedIdentities = (
  stored: Relation,
  datasets: readonly Relation[],
  nodes: Relation,
): Sql => sql`
  with own as materialized (
    select stored.* from ${stored} as stored semi join ${nodes} as chosen on chosen.node = stored.node
  ), held as (
    select held.identity_key, min(held.source) as source
    from ${identitiesByDataset(datasets)} as held
    semi join own on own.identity_key = held.identity_key
    group by held.identity_key
  )
  select own.*, held.source from own left join held on held.identity_key = own.identity_key`;

/** The rows of `identitiesToStore` for kept identities that changed: see `identitiesWithPrevious`. */
export const changedIdentitiesToStore = (current: Relation): Relation => sql`(
  select node, identity_key, first_seen, row_count, is_listed, is_identified, household
  from ${current}
  where is_changed and is_identified is not null)`;

/** One row per identity that changed, see `identitiesWithPrevious`: node. */
export const changedNodes = (current: Relation): Relation =>
  sql`(select own.node from ${current} as own where own.is_changed)`;

/** The stored identities that identify a person: the columns of `identifiableIdentities`. */
export const identifiedAmong = (stored: Relation): Relation => sql`(
  select own.node, own.identity_key, own.first_seen, own.row_count, own.household
  from ${stored} as own where own.is_identified)`;

/** The identities that a privacy list names. */
export const listedAmong = (stored: Relation): Relation =>
  sql`(select own.node from ${stored} as own where own.is_listed)`;

/**
 * One row per identity that any dataset holds: identity_key, source (of the first), first_seen, row_count,
 * is_listed, node, is_identified and household of the `previous` build (null if new), is_changed (new, or
 * with another row count or list membership), and is_older (first seen at another moment than the previous
 * build knew).
 */
export const identitiesWithPrevious = (
  datasets: readonly Relation[],
  excluded: Relation | null,
  previous: Relation,
): Sql => sql`
  select seen.identity_key, seen.source, seen.row_count, seen.is_listed,
    coalesce(before.first_seen, seen.first_seen) as first_seen, before.node, before.is_identified, before.household,
    coalesce(before.row_count <> seen.row_count or before.is_listed <> seen.is_listed, true) as is_changed,
    coalesce(seen.first_seen <> before.first_seen, false) as is_older
  from ${datasets.length === 1 ? identitiesOfOne(datasets, excluded) : identitiesOfAll(datasets, excluded)} as seen
  left join ${previous} as before on before.identity_key = seen.identity_key`;

const identitiesOfOne = (datasets: readonly Relation[], excluded: Relation | null): Relation =>
  sql`(select held.*, ${isListed(excluded)} as is_listed from ${identitiesByDataset(datasets)} as held)`;

const identitiesOfAll = (datasets: readonly Relation[], excluded: Relation | null): Relation => sql`(
  select held.identity_key, min(held.source) as source, min(held.first_seen) as first_seen,
    cast(sum(held.row_count) as bigint) as row_count, ${isListed(excluded)} as is_listed
  from ${identitiesByDataset(datasets)} as held
  group by held.identity_key)`;

/** The identities without a number, numbered after `last`, earliest first. */
export const numberedAdditions = (current: Relation, last: number): Sql => sql`
  select seen.* replace (cast(${last} + row_number() over (order by seen.first_seen, seen.identity_key) as integer) as node)
  from ${current} as seen
  where seen.node is null`;

/** Deletes the identities without a number. */
export const withoutAdditions = (current: Relation): Sql => sql`delete from ${current} where node is null`;

/**
 * One row of changes between the `previous` identities and the `current` ones, which are not yet numbered:
 * last (largest node) and newest (latest first_seen) of the previous, the numbers of added, kept and removed
 * identities, reference, the number of kept ones with a node below `reference`, and older, the number of
 * identities in a file that is not newer than all previous ones.
 */
export const changeCounts = (previous: Relation, current: Relation, reference: number): Sql => sql`
  select before.last, before.newest, now.added, now.kept, before.count - now.kept as removed, now.reference, now.older
  from (select max(node) as last, max(first_seen) as newest, count(*) as count from ${previous}) as before,
    (
      select count(*) - count(seen.node) as added, count(seen.node) as kept,
        count(*) filter (seen.node < ${reference}) as reference,
        count(*) filter (
          where seen.is_older or seen.node is null and seen.first_seen <= (select max(first_seen) from ${previous})) as older
      from ${current} as seen
    ) as now`;

/** One row per previous identity that no dataset holds any more: node, identity_key. */
export const removedIdentities = (previous: Relation, numbered: Relation): Sql => sql`
  select before.node, before.identity_key
  from ${previous} as before anti join ${numbered} as numbered on numbered.node = before.node`;
