// First seen: the arrival of the first file in an unbroken row of files that hold an identity. A person's id
// follows from it, so it depends on the files and the order of their arrival, and not on which of them were
// there when a build ran. An identity that no file holds for a while begins again.

import { join, type Relation, type Sql, sql } from "../sql/sql.js";
import { keyColumn } from "./identities.js";

/**
 * Time in which a file is valid: from its arrival (epoch ms) until it was replaced or deleted;
 * null: it still counts.
 */
export interface FileValidity {
  /** Arrival of the file, by which its records are known. */
  file: number;
  from: number;
  until: number | null;
}

/** One row per identity and file that holds it: identity_key, file (its arrival). `rows`: see `readFiles`. */
export const keysByFile = (rows: Relation, sets: number): Sql => {
  const ofSet = [...Array(sets).keys()].map(
    (set) => sql`select r.${keyColumn(set)} as identity_key, r.arrival_time as file from ${rows} as r
      where r.${keyColumn(set)} is not null`,
  );
  return sql`select distinct held.identity_key, held.file from (${join(ofSet, " union all ")}) as held`;
};

/** One row per identity: identity_key, first_seen (the earliest arrival of a file with it). */
export const earliestArrivals = (rows: Relation, sets: number): Sql => sql`
  select held.identity_key, min(held.file) as first_seen from (${keysByFile(rows, sets)}) as held group by held.identity_key`;

/**
 * The same, with the moments of `firstSeen` where it has one (identity_key, first_seen); ordered. The rows of
 * `arrivals.parquet`.
 */
export const firstSeenOfAll = (rows: Relation, sets: number, firstSeen: Relation | null): Sql => {
  const held = sql`(${earliestArrivals(rows, sets)}) as held`;
  return firstSeen
    ? sql`select held.identity_key, coalesce(seen.first_seen, held.first_seen) as first_seen
      from ${held} left join ${firstSeen} as seen on seen.identity_key = held.identity_key order by held.identity_key`
    : sql`select * from ${held} order by held.identity_key`;
};

/** Later than any file. */
export const never = 2 ** 53 - 1;

/** One row per identity and interval in which a file held it: identity_key, since, until. */
export const heldWhileValid = (keys: Relation, validity: readonly FileValidity[]): Sql => sql`
  select held.identity_key, valid.since, valid.until
  from ${keys} as held join ${validityRows(validity)} on valid.file = held.file`;

/** One row per interval in which a file is valid, as `valid`: file, since, until. */
export const validityRows = (validity: readonly FileValidity[]): Sql => {
  const rows = validity.map(({ file, from, until }) => sql`(${file}, ${from}, ${until ?? never})`);
  return sql`(values ${join(rows)}) as valid(file, since, until)`;
};

/** One row per identity of the previous build, held until then at least: the columns of `heldWhileValid`. */
export const heldUntil = (previous: Relation, until: number): Sql =>
  sql`select before.identity_key, before.first_seen as since, ${until} as until from ${previous} as before`;

/** The rows of all of these: the columns of `heldWhileValid`. */
export const heldInAll = (held: readonly Sql[]): Relation =>
  sql`(${join(
    held.map((rows) => sql`select * from (${rows})`),
    " union all ",
  )})`;

/** One row per identity of these rows: identity_key, first_seen. `before`: only of those that are older. */
export const seenIn = (rows: Relation, before: number | null = null): Sql => sql`
  select own.identity_key, own.first_seen
  from ${rows} as own
  where ${before === null ? sql`true` : sql`own.first_seen < ${before}`}`;

/**
 * One row per identity that is held without end: identity_key, first_seen (the start of the unbroken
 * interval). `held`: see `heldWhileValid`.
 */
export const startsOfHeld = (held: Relation): Sql => sql`
  select valid.identity_key, cast(max(valid.since) filter (where valid.is_start) as bigint) as first_seen
  from (
    select own.*,
      coalesce(own.since > max(own.until) over (
        partition by own.identity_key order by own.since, own.until
        rows between unbounded preceding and 1 preceding), true) as is_start
    from ${held} as own
  ) as valid
  group by valid.identity_key
  having max(valid.until) = ${never}`;

/** One row per identity of any of these: identity_key, first_seen (the earliest). */
export const earliestOf = (found: readonly Sql[]): Sql => sql`
  select seen.identity_key, min(seen.first_seen) as first_seen
  from (${join(found, " union all ")}) as seen
  group by seen.identity_key`;
