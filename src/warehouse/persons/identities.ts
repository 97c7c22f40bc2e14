// The identities of all datasets as one numbered set. They are numbered from the earliest seen, so that the smallest
// number of a component of identities is the identity that gives the person its id.

import { identityFields } from "../../domain/dataset.js";
import { ident, join, list, type Relation, type Sql, sql } from "../sql/sql.js";

/**
 * One row per distinct identity: node INTEGER (dense, from 0), identity_key, source (number of the first dataset that
 * holds it), first_seen (the earliest ever recorded), row_count, is_listed (in any of the `lists`, which are numbers of
 * datasets), newest_rank (1 is the newest identity of all).
 */
export const numberedIdentities = (
  datasets: readonly Relation[],
  lists: readonly number[],
  previous: Relation | null,
): Sql => sql`
  select
    cast(row_number() over (order by seen.first_seen, seen.identity_key) - 1 as integer) as node,
    row_number() over (order by seen.first_seen desc, seen.row_count desc, seen.identity_key) as newest_rank,
    seen.*
  from (
    select held.identity_key, min(held.source) as source, min(held.first_seen) as first_seen,
      cast(sum(held.row_count) as bigint) as row_count, ${isListed(lists)} as is_listed
    from (${identitiesByDataset(datasets)} ${previous ? sql`union all ${previousFirstSeen(previous)}` : sql``}) as held
    group by held.identity_key
    having min(held.source) is not null
  ) as seen`;

/** Whether any of the datasets that hold an identity is a list. */
export const isListed = (lists: readonly number[]): Sql =>
  lists.length > 0 ? sql`bool_or(held.source in (${list(lists)}))` : sql`false`;

/** One row per dataset and identity that it holds: identity_key, first_seen, row_count, source. */
export const identitiesByDataset = (datasets: readonly Relation[]): Sql =>
  unionAll(
    datasets.map(
      (dataset, source) => sql`
        select identity_key, first_seen, row_count, ${source} as source from ${dataset}`,
    ),
  );

/** An identity that only the build before this one knew has no source, and is left out by that. */
const previousFirstSeen = (previous: Relation): Sql =>
  sql`select identity_key, first_seen, 0 as row_count, null as source from ${previous}`;

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

/** One row: found, whether any of these tells an e-mail address by its hash. */
export const hasHashes = (written: readonly Relation[]): Sql => sql`
  select count(*) > 0 as found
  from (${unionAll(written.map((told) => sql`select told.email_hash from ${told} as told`))})
  where email_hash is not null`;

const unionAll = (queries: readonly Sql[]): Sql => join(queries, " union all ");

// Between two builds few identities come and few go. Those that stay keep their numbers, so that all that is remembered of
// them is still about the same; those that come are numbered after them.

/**
 * One row per identity as the next build has to know it: node, identity_key, first_seen, row_count, is_listed, is_identified,
 * and household as in `identifiedIdentities`.
 */
export const identitiesToStore = (numbered: Relation, identified: Relation): Sql => sql`
  select numbered.node, numbered.identity_key, numbered.first_seen, numbered.row_count, numbered.is_listed,
    somebody.node is not null as is_identified, somebody.household
  from ${numbered} as numbered
  left join ${identified} as somebody on somebody.node = numbered.node`;

/** The rows of `knownIdentities` for those that were known, and are known as others now: see `seenIdentities`. */
export const changedIdentitiesToStore = (seen: Relation): Sql => sql`
  select node, identity_key, first_seen, row_count, is_listed, is_identified, household
  from ${seen}
  where is_changed and is_identified is not null`;

/**
 * One row per identity that any dataset holds: identity_key, source (of the first), first_seen, row_count, is_listed, what is
 * `known`, is_changed, whether it is new or known as another, and is_older, whether a file has it that is older than those known.
 */
export const identitiesWithPrevious = (
  datasets: readonly Relation[],
  lists: readonly number[],
  known: Relation,
): Sql => sql`
  select seen.identity_key, seen.source, seen.row_count, seen.is_listed,
    coalesce(known.first_seen, seen.first_seen) as first_seen, known.node, known.is_identified, known.household,
    coalesce(known.row_count <> seen.row_count or known.is_listed <> seen.is_listed, true) as is_changed,
    coalesce(seen.first_seen < known.first_seen, false) as is_older
  from ${datasets.length === 1 ? heldByOne(datasets, lists) : heldByAny(datasets, lists)} as seen
  left join ${known} as known on known.identity_key = seen.identity_key`;

const heldByOne = (datasets: readonly Relation[], lists: readonly number[]): Relation =>
  sql`(select held.*, ${lists.length > 0} as is_listed from (${identitiesByDataset(datasets)}) as held)`;

const heldByAny = (datasets: readonly Relation[], lists: readonly number[]): Relation => sql`(
  select held.identity_key, min(held.source) as source, min(held.first_seen) as first_seen,
    cast(sum(held.row_count) as bigint) as row_count, ${isListed(lists)} as is_listed
  from (${identitiesByDataset(datasets)}) as held
  group by held.identity_key)`;

/** Of those that are seen, the unknown, numbered after `last` from the earliest on. */
export const numberedAdditions = (seen: Relation, last: number): Sql => sql`
  select seen.* replace (cast(${last} + row_number() over (order by seen.first_seen, seen.identity_key) as integer) as node)
  from ${seen} as seen
  where seen.node is null`;

/**
 * One row of what has changed between those who are `known` and those that are `seen` and not yet numbered: last (node) and
 * newest (first_seen) of the known, how many arrived and are gone, and older, of how many a file is not newer than all known.
 */
export const changeCounts = (known: Relation, seen: Relation): Sql => sql`
  select known.last, known.newest, present.arrived, known.count - present.still as gone, present.older
  from (select max(node) as last, max(first_seen) as newest, count(*) as count from ${known}) as known,
    (
      select count(*) - count(seen.node) as arrived, count(seen.node) as still,
        count(*) filter (
          where seen.is_older or seen.node is null and seen.first_seen <= (select max(first_seen) from ${known})) as older
      from ${seen} as seen
    ) as present`;

/** One row per known identity that no dataset holds any more: node, identity_key. */
export const removedIdentities = (known: Relation, numbered: Relation): Sql => sql`
  select known.node, known.identity_key
  from ${known} as known anti join ${numbered} as numbered on numbered.node = known.node`;
