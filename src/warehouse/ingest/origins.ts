// Origins of records: the record that a record goes back to, through all that it superseded (see
// `superseding-records.ts`). A person's id is an origin, so a corrected e-mail address changes nobody's id. A
// record without a row here is its own origin.

import { parquet, type Relation, type Sql, sql } from "../sql/sql.js";

/**
 * One row per record with another origin: identity_key, origin BIGINT, since (epoch ms: when the origin was
 * first seen).
 */
export const noOrigins = sql`
  select cast(null as bigint) as identity_key, cast(null as bigint) as origin, cast(null as bigint) as since where false`;

/** Changes of one moment. */
interface Moment {
  moment: number;
  /** Records that stop to count: identity_key, moment. */
  removed: Relation;
  /** superseded_key, superseding_key, moment. */
  superseding: Relation;
  /** identity_key, since, until. */
  intervals: Relation;
}

/**
 * Origins that superseding records inherit at a moment: identity_key, origin, since. The earliest one if there
 * are several.
 */
export const inheritedOrigins = (origins: Relation, { moment, superseding, intervals }: Moment): Sql => sql`
  select pair.superseding_key as identity_key, arg_min(held.origin, (held.since, held.origin)) as origin, min(held.since) as since
  from (
    select superseded_key, superseding_key from ${superseding} where moment = ${moment}
    union select superseding_key, superseding_key from ${superseding} where moment = ${moment}
  ) as pair(superseded_key, superseding_key)
  join (
    select valid.identity_key, coalesce(own.origin, valid.identity_key) as origin, coalesce(own.since, valid.since) as since
    from ${intervals} as valid
    left join ${origins} as own on own.identity_key = valid.identity_key
    where valid.since <= ${moment} and ${moment} <= valid.until
  ) as held on held.identity_key = pair.superseded_key
  group by pair.superseding_key`;

/** Whether a row of origins or predecessors ends at a moment: its record is removed, or has others (`inherited`). */
export const endsAt = (
  inherited: Relation,
  { moment, removed }: Pick<Moment, "moment" | "removed">,
): Sql => sql`
  identity_key in (select removed.identity_key from ${removed} as removed where removed.moment = ${moment})
  or identity_key in (select own.identity_key from ${inherited} as own)`;

/** Origins without people who are to be deleted, whose identities are in the column identity_key of the file. */
export const withoutErasedOrigins = (rows: Relation, erasedFile: string | null): Relation =>
  erasedFile === null
    ? rows
    : sql`(select own.* from ${rows} as own
      where own.identity_key not in (select erased.identity_key from ${parquet(erasedFile)} as erased))`;

/**
 * The rows of `origins.parquet`: those of records that still count (identity_key, first_seen) and are not
 * their own origin.
 */
export const originRows = (origins: Relation, held: Relation): Sql => sql`
  select own.identity_key, own.origin, own.since
  from ${origins} as own
  join ${held} as held on held.identity_key = own.identity_key
  where own.origin <> own.identity_key or own.since <> held.first_seen
  order by own.identity_key`;
