// Registry of ids: the origin that each record gives to its person (see `ingest/origins.ts`). A person has
// the earliest origin of their records as id. It holds only records that are not their own origin; relations
// here have the columns identity_key, origin, since (epoch ms) and turn (1 unless another record has the
// better claim to that origin).

import type { EpochMs } from "../../domain/resource/resource.js";
import { noOrigins } from "../ingest/origins.js";
import { peopleFiles, relationOr } from "../relations.js";
import { allRows, rowsWithout, unionOf } from "../rows.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";

/** The origins of a build of people; without rows for no build. */
export const originsIn = (dir: string | null): Relation =>
  relationOr(dir && peopleFiles(dir).origins, noOrigins);

/** The registry with other rows for some of its records. */
export const withMovedOrigins = (registry: Relation, moved: Relation): Relation =>
  unionOf(rowsWithout(registry, moved, "identity_key"), moved);

/** A dataset's identities, and its origins where any of them took the place of another. */
export interface DatasetOrigins {
  identities: Relation;
  origins: Relation | null;
}

/**
 * One row per identity that is not its own origin in every dataset: identity_key, origin, since (the earliest
 * of all datasets).
 */
export const datasetOrigins = (datasets: readonly DatasetOrigins[], numbered: Relation): Sql => {
  const superseding = datasets.flatMap(({ origins }) => (origins ? [allRows(origins)] : []));
  const own = datasets.map(({ identities, origins }) => {
    const other = origins
      ? sql`and own.identity_key not in (select found.identity_key from ${origins} as found)`
      : sql``;
    return sql`
      select own.identity_key, own.identity_key as origin, own.first_seen as since
      from ${identities} as own
      where own.identity_key in (select other.identity_key from superseding as other) ${other}`;
  });
  return sql`
    with superseding as materialized (${join([noOrigins, ...superseding], " union all ")})
    select claim.identity_key, arg_min(claim.origin, (claim.since, claim.origin)) as origin, min(claim.since) as since
    from (${join([sql`select * from superseding`, ...own], " union all ")}) as claim
    where claim.identity_key in (select held.identity_key from ${numbered} as held)
    group by claim.identity_key
    order by claim.identity_key`;
};

/**
 * The registry. Two datasets may know one record, of which one dataset has a newer version: the record with
 * the earliest claim has the origin, and the others one that is made from it.
 */
export const registryRows = (origins: Relation, numbered: Relation): Sql => sql`
  with claim as (
    select own.* from ${origins} as own
    union all
    select held.identity_key, held.identity_key, held.first_seen
    from ${numbered} as held
    where held.identity_key in (select own.origin from ${origins} as own)
      and held.identity_key not in (select own.identity_key from ${origins} as own)
  ), ranked as (
    select claim.*,
      cast(row_number() over (partition by claim.origin order by claim.since, claim.identity_key) as integer) as turn
    from claim
  )
  select ranked.identity_key,
    case when ranked.turn = 1 then ranked.origin else ${madeFrom(sql`ranked.origin`, sql`ranked.turn`)} end as origin,
    ranked.since, ranked.turn
  from ranked
  where ranked.turn > 1 or ranked.origin <> ranked.identity_key or ranked.identity_key in (select own.identity_key from ${origins} as own)
  order by ranked.identity_key`;

/**
 * The rows of `origins` that decide which origin these records (identity_key) have: theirs, and all others of
 * the same origin.
 */
export const originsAround = (origins: Relation, keys: Relation): Sql => sql`
  select own.* from ${origins} as own
  where own.origin in (
    select chosen.identity_key from ${keys} as chosen
    union
    select other.origin from ${origins} as other semi join ${keys} as chosen on chosen.identity_key = other.identity_key)`;

/**
 * The identities that claim one of these origins (see `originsAround`), and those with these keys, of which
 * `origins` are all.
 */
export const identitiesAround = (
  numbered: Relation,
  keys: Relation,
  around: Relation,
  origins: Relation,
): Sql => sql`
  select held.* from ${numbered} as held
  where held.identity_key in (select chosen.identity_key from ${keys} as chosen)
    or held.identity_key in (select own.identity_key from ${around} as own)
    or held.identity_key in (select own.origin from ${around} as own)
      and held.identity_key not in (select own.identity_key from ${origins} as own)`;

const madeFrom = (origin: Sql, turn: Sql): Sql =>
  sql`cast(md5_number_lower(${origin} || chr(31) || ${turn}) >> 1 as bigint)`;

/** The registered or own origin of these records: the columns of the registry, with keys as VARCHAR. */
export const originsOf = (keys: Relation, numbered: Relation, registry: Relation): Sql => sql`
  select cast(held.identity_key as varchar) as identity_key,
    cast(coalesce(own.origin, held.identity_key) as varchar) as origin, coalesce(own.since, held.first_seen) as since,
    coalesce(own.turn, 1) as turn
  from ${numbered} as held
  semi join ${keys} as chosen on chosen.identity_key = held.identity_key
  left join ${registry} as own on own.identity_key = held.identity_key`;

/** Nodes of records whose row of the registry is another than in the previous build: node. */
export const reregistered = (registry: Relation, previous: Relation, numbered: Relation): Relation => sql`(
  select held.node
  from ${numbered} as held
  where held.identity_key in (
    select identity_key from (
      (select * from ${registry} except select * from ${previous})
      union all (select * from ${previous} except select * from ${registry}))))`;

/** One row per person with a registered record: root, person_id. `identified`, `roots`: see `persons`. */
export const registeredIds = (identified: Relation, roots: Relation, registry: Relation): Sql => sql`
  with record as (
    select root.root, identified.identity_key, identified.first_seen
    from ${identified} as identified join ${roots} as root on root.node = identified.node
  ), concerned as (
    select distinct record.root from record join ${registry} as own on own.identity_key = record.identity_key
  )
  select record.root, arg_min(coalesce(own.origin, record.identity_key),
    (coalesce(own.since, record.first_seen), coalesce(own.turn, 1), coalesce(own.origin, record.identity_key))) as person_id
  from record
  semi join concerned on concerned.root = record.root
  left join ${registry} as own on own.identity_key = record.identity_key
  group by record.root`;

/** People before and now, to find who became whom. */
interface Succession {
  /** Records now: identity_key, person_id. */
  persons: Relation;
  previous: Relation;
  /** See `datasetOrigins`. */
  origins: Relation;
  previousOrigins: Relation;
  /** All people now: person_id. */
  people: Relation;
  /** alias, person_id. */
  previousAliases: Relation;
}

/**
 * One row per former id of a person who is still there: alias, person_id. The person that it became has most
 * of its records, each followed through all that took its place.
 */
export const aliases = (found: Succession): Sql => {
  const { persons, previous, origins, previousOrigins, people, previousAliases } = found;
  return sql`
    with lost as (
      select distinct before.person_id from ${previous} as before anti join ${people} as now on now.person_id = before.person_id
    ), common as (
      select before.person_id as alias, now.person_id, count(*) as records
      from (${recordOrigins(previous, previousOrigins)}) as before
      join (${recordOrigins(persons, origins)}) as now on now.origin = before.origin
      semi join lost on lost.person_id = before.person_id
      group by before.person_id, now.person_id
    ), became as (
      select alias, arg_max(person_id, (records, -person_id)) as person_id from common group by alias
    )
    select alias, person_id from (
      select alias, person_id from became
      union all
      select former.alias, coalesce(became.person_id, former.person_id)
      from ${previousAliases} as former
      left join became on became.alias = former.person_id
    ) as found
    semi join ${people} as now on now.person_id = found.person_id
    anti join ${people} as own on own.person_id = found.alias
    order by alias`;
};

const recordOrigins = (persons: Relation, origins: Relation): Sql => sql`
  select record.person_id, coalesce(own.origin, record.identity_key) as origin
  from ${persons} as record left join ${origins} as own on own.identity_key = record.identity_key`;

/** People on privacy lists: records (identity_key, list_key), see `excludedRecords`, and causes (list_key) of now. */
export interface Excluded {
  records: Relation;
  causes: Relation;
}

/**
 * The rows of `gone.parquet`: of ids in the previous build that nobody has now, and of those that it had as
 * gone. `aliases`: those of now; `most`: the newest so many.
 */
export const goneRows = (
  { previous, people, previousAliases, previousGone, aliases: now, excluded }: Departure,
  { at, most }: { at: EpochMs; most: number },
): Sql => {
  const causes = excluded
    ? sql`select distinct before.person_id, record.list_key
        from ${previous} as before join ${excluded.records} as record on record.identity_key = before.identity_key`
    : sql`select cast(null as bigint) as person_id, cast(null as bigint) as list_key where false`;
  const listed = excluded
    ? sql`or own.list_key in (select cause.list_key from ${excluded.causes} as cause)`
    : sql``;
  return sql`
    with former as (
      select before.person_id as id, before.person_id as led_to from ${previous} as before
      union
      select own.alias, own.person_id from ${previousAliases} as own
    ), cause as (${causes}), gone as (
      select former.id as person_id, case when cause.list_key is null then cast(${at} as bigint) end as gone_at, cause.list_key
      from former left join cause on cause.person_id = former.led_to
      union
      select own.person_id, own.gone_at, own.list_key from ${previousGone} as own where own.list_key is null ${listed}
    ), unknown as (
      select gone.* from gone
      anti join ${people} as own on own.person_id = gone.person_id
      anti join ${now} as own on own.alias = gone.person_id
      qualify row_number() over (order by coalesce(gone.gone_at, ${at}) desc, gone.person_id, gone.list_key) <= ${most}
    )
    select unknown.* from unknown order by unknown.person_id, unknown.list_key`;
};

interface Departure extends Pick<Succession, "previous" | "people" | "previousAliases"> {
  /** See `gone.parquet`. */
  previousGone: Relation;
  /** alias, person_id. */
  aliases: Relation;
  /** Null without any privacy list. */
  excluded: Excluded | null;
}
