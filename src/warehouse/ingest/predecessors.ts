// Predecessors: all records that a record superseded (see `superseding-records.ts`), one after the other;
// `origins.ts` keeps only the first. A decision of the owner about a former record is found by them at the
// record of today. Relations here have one row per record and predecessor: identity_key, former_key, until
// (epoch ms: when the predecessor stopped to count).

import { parquet, type Relation, type Sql, sql } from "../sql/sql.js";

export const noPredecessors = sql`
  select cast(null as bigint) as identity_key, cast(null as bigint) as former_key, cast(null as bigint) as until where false`;

/** A record has at most so many, the newest: one that changes with every file would have hundreds. */
const maxPredecessors = 16;

/** Changes of one moment. */
interface Moment {
  moment: number;
  /** superseded_key, superseding_key, moment: see `superseding-records.ts`. */
  superseding: Relation;
}

/** Predecessors of records that supersede others at a moment: those before, the others, and theirs. */
export const inheritedPredecessors = (predecessors: Relation, { moment, superseding }: Moment): Sql => sql`
  with pair as materialized (
    select own.superseded_key, own.superseding_key from ${superseding} as own where own.moment = ${moment} and own.superseded_key <> own.superseding_key
  )
  select found.identity_key, found.former_key, cast(max(found.until) as bigint) as until
  from (
    select pair.superseding_key as identity_key, pair.superseded_key as former_key, ${moment} as until from pair
    union all
    select pair.superseding_key, own.former_key, own.until from pair join ${predecessors} as own on own.identity_key = pair.superseded_key
    union all
    select own.identity_key, own.former_key, own.until
    from ${predecessors} as own semi join pair on pair.superseding_key = own.identity_key
  ) as found
  where found.former_key <> found.identity_key
  group by found.identity_key, found.former_key
  qualify row_number() over (partition by found.identity_key order by max(found.until) desc, found.former_key) <= ${maxPredecessors}`;

/** Without people who are to be deleted, whose identities are in the column identity_key of the file. */
export const withoutErasedPredecessors = (rows: Relation, erasedFile: string | null): Relation => {
  if (erasedFile === null) return rows;
  const erased = sql`(select erased.identity_key from ${parquet(erasedFile)} as erased)`;
  return sql`(
    select own.* from ${rows} as own where own.identity_key not in ${erased} and own.former_key not in ${erased})`;
};

/** The rows of `predecessors.parquet`: those of records that still count (`held`: identity_key), ordered. */
export const predecessorRows = (predecessors: Relation, held: Relation): Sql => sql`
  select own.identity_key, own.former_key, own.until
  from ${predecessors} as own
  semi join ${held} as held on held.identity_key = own.identity_key
  order by own.identity_key, own.former_key`;

/**
 * Predecessors of several datasets: the rows of `predecessors.parquet` of people, for the `numbered`
 * identities.
 */
export const predecessorsOfAll = (datasets: readonly Relation[], numbered: Relation): Sql => {
  const all = [noPredecessors, ...datasets.map((own) => sql`select * from ${own}`)];
  return sql`
    select own.identity_key, own.former_key, cast(max(own.until) as bigint) as until
    from (${all.reduce((some, rows) => sql`${some} union all ${rows}`)}) as own
    semi join ${numbered} as held on held.identity_key = own.identity_key
    group by own.identity_key, own.former_key
    order by own.identity_key, own.former_key`;
};
