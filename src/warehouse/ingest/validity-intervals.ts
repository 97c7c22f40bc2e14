// Validity intervals: from when until when a record counts. A file's records count until it is replaced or
// deleted, an upserted row until a newer one with its key arrives. Relations here have one row per identity
// and interval: identity_key, since, until (epoch ms).

import { join, type Relation, type Sql, sql } from "../sql/sql.js";
import { type FileValidity, never, validityRows } from "./first-seen.js";
import { keyColumn } from "./identities.js";

/** Intervals of rows that count until a newer row with their key. `versions`: see `readVersion`. */
export const intervalsOfRows = (
  rows: Relation,
  versions: readonly Relation[],
  sets: number,
  validity: readonly FileValidity[],
): Sql => {
  const keys = [...Array(sets).keys()].map(keyColumn);
  const ofVersions = versions.map(
    (version) =>
      sql`union all select v.row_key, v.arrival_time, v.file_row_number as place, ${join(keys)} from ${version} as v`,
  );
  const perSet = keys.map(
    (key) => sql`select ${key} as identity_key, since, until from counted where ${key} is not null`,
  );
  return sql`
    with own as (
      select r.row_key, r.arrival_time, r.ordinal as place, ${join(keys)} from ${rows} as r ${join(ofVersions, " ")}
    ), counted as (
      select own.*, valid.since,
        least(valid.until, coalesce(
          lead(own.arrival_time) over (partition by own.row_key order by own.arrival_time, own.place, valid.since), ${never})) as until
      from own join ${validityRows(validity)} on valid.file = own.arrival_time
    )
    select distinct * from (${join(perSet, " union all ")}) where since < until`;
};

/** Intervals that touch, as one. */
export const mergedIntervals = (intervals: Relation): Sql => sql`
  select identity_key, cast(min(since) as bigint) as since, cast(max(until) as bigint) as until
  from (
    select own.*, sum(case when own.since <= own.reached then 0 else 1 end) over (
      partition by own.identity_key order by own.since, own.until rows unbounded preceding) as part
    from (
      select held.*, max(held.until) over (
        partition by held.identity_key order by held.since, held.until
        rows between unbounded preceding and 1 preceding) as reached
      from ${intervals} as held
    ) as own
  )
  group by identity_key, part`;

/** After a single change, at `moment`. `before` and `now`: identity_key, first_seen. */
export const intervalsOfChange = (before: Relation, now: Relation, moment: number): Sql => sql`
  select coalesce(own.identity_key, old.identity_key) as identity_key,
    coalesce(old.first_seen, ${moment}) as since,
    case when own.identity_key is null then ${moment} else ${never} end as until
  from ${now} as own full join ${before} as old on old.identity_key = own.identity_key`;

/**
 * One row per record that stops to count after `through`: identity_key, moment. What the previous build
 * (`before`: identity_key; null for none) held until then only, stops at the `next` change.
 */
export const removedRecords = (
  intervals: Relation,
  { through, next, before }: { through: number; next: number; before: Relation | null },
): Sql => sql`
  select held.identity_key, cast(greatest(held.until, ${next}) as bigint) as moment
  from ${intervals} as held
  where held.until < ${never} and (held.until > ${through}
    ${before ? sql`or held.until = ${through} and held.identity_key in (select old.identity_key from ${before} as old)` : sql``})`;

/** One row per record that begins to count when others stop (`removed`): identity_key, moment. */
export const addedRecords = (intervals: Relation, removed: Relation): Sql => sql`
  select held.identity_key, held.since as moment
  from ${intervals} as held
  where held.since in (select distinct removed.moment from ${removed} as removed)`;
