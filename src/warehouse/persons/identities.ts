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
