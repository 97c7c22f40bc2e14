// Origins of records: the record that a record goes back to, through all whose place it took (see
// `successors.ts`). A person's id is an origin, so a corrected e-mail address changes nobody's id. A record
// without a row here is its own origin.

import { parquet, type Relation, type Sql, sql } from "../sql/sql.js";

/**
 * One row per record with another origin: identity_key, origin BIGINT, since (epoch ms: when the origin was
 * first seen).
 */
export const noOrigins = sql`
  select cast(null as bigint) as identity_key, cast(null as bigint) as origin, cast(null as bigint) as since where false`;

/** What changed at one moment. */
interface Moment {
  moment: number;
  /** Records that stop to count: identity_key, moment. */
  gone: Relation;
  /** gone_key, heir_key, moment. */
  successors: Relation;
  /** identity_key, since, until. */
  stretches: Relation;
}

/**
 * The origins that pass on at a moment: identity_key (of the successor), origin, since. The earliest one if
 * there are several.
 */
export const passedOn = (origins: Relation, { moment, successors, stretches }: Moment): Sql => sql`
  select pair.heir_key as identity_key, arg_min(held.origin, (held.since, held.origin)) as origin, min(held.since) as since
  from (
    select gone_key, heir_key from ${successors} where moment = ${moment}
    union select heir_key, heir_key from ${successors} where moment = ${moment}
  ) as pair(gone_key, heir_key)
  join (
    select stretch.identity_key, coalesce(own.origin, stretch.identity_key) as origin, coalesce(own.since, stretch.since) as since
    from ${stretches} as stretch
    left join ${origins} as own on own.identity_key = stretch.identity_key
    where stretch.since <= ${moment} and ${moment} <= stretch.until
  ) as held on held.identity_key = pair.gone_key
  group by pair.heir_key`;

/** Whether a row of origins ends at a moment: its record is gone, or has another origin (`passed`). */
export const isReplaced = (passed: Relation, { moment, gone }: Pick<Moment, "moment" | "gone">): Sql => sql`
  identity_key in (select gone.identity_key from ${gone} as gone where gone.moment = ${moment})
  or identity_key in (select passed.identity_key from ${passed} as passed)`;

/** Without the rows of people who are to be deleted, whose identities are in the column identity_key of the file. */
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
