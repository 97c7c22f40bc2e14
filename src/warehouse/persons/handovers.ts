// Handovers: ids of people that another record gives than the one that they go back to. When new data part a person, the id stays with
// most of the records; what remains at the earliest record gets an id of its own. A handover is about an origin, so that it holds for all
// records that take the place of one another.
//
// Relations: `handovers` has the columns origin (as the registry has it without handovers), id (that it gives instead), since and turn.

import { type Relation, type Sql, sql } from "../sql/sql.js";
import { recordOrigins } from "./registry.js";

export const noHandovers = sql`
  select cast(null as bigint) as origin, cast(null as bigint) as id, cast(null as bigint) as since, cast(null as integer) as turn
  where false`;

/** The handovers of origins that are still there. `natural`: the registry without handovers. */
export const keptHandovers = (handovers: Relation, natural: Relation, numbered: Relation): Sql => sql`
  select own.* from ${handovers} as own
  where own.origin in (select held.origin from ${natural} as held)
    or own.origin in (select held.identity_key from ${numbered} as held)`;

/** The rows of the registry that handovers give: identity_key, origin (the id), since, turn. */
export const handedRows = (handovers: Relation, natural: Relation, numbered: Relation): Sql => sql`
  with concerned as (
    select own.identity_key, own.origin from ${natural} as own
    union all
    select held.identity_key, held.identity_key from ${numbered} as held
    where held.identity_key in (select own.origin from ${handovers} as own)
      and held.identity_key not in (select own.identity_key from ${natural} as own)
  )
  select concerned.identity_key, own.id as origin, own.since, own.turn
  from concerned join ${handovers} as own on own.origin = concerned.origin`;

/** People now and in the previous build. */
interface Parted {
  /** Records now: identity_key, person_id; and in the previous build, of changed people at least. */
  persons: Relation;
  previous: Relation;
  /** See `datasetOrigins`. */
  origins: Relation;
  previousOrigins: Relation;
  /** All ids of the previous build, and its former ids: person_id; alias. */
  previousPeople: Relation;
  previousAliases: Relation;
  /** Records that the owner's splits name: identity_key. What the owner splits has its ids by the decision. */
  split: Relation;
}

/**
 * One row per id that most of its person's records would lose to records that are fewer, or are gone: id, winner (the id of the person
 * with most of them, which nobody has had yet).
 */
export const lostIds = (found: Parted): Sql => {
  const { persons, previous, origins, previousOrigins, previousPeople, previousAliases, split } = found;
  return sql`
    with moved as materialized (
      select distinct before.person_id
      from ${previous} as before join ${persons} as now on now.identity_key = before.identity_key
      where now.person_id <> before.person_id
        and now.person_id not in (select own.person_id from ${previousPeople} as own)
        and now.person_id not in (select own.alias from ${previousAliases} as own)
    ), undecided as materialized (
      select moved.person_id from moved
      where moved.person_id not in (
        select before.person_id from ${previous} as before semi join ${split} as named on named.identity_key = before.identity_key)
    ), common as (
      select before.person_id as id, now.person_id as holder, count(*) as records
      from (${recordOrigins(previous, previousOrigins)}) as before
      semi join undecided on undecided.person_id = before.person_id
      join (${recordOrigins(persons, origins)}) as now on now.origin = before.origin
      group by all
    ), largest as (
      select id, holder as winner, records from common
      qualify row_number() over (partition by id order by records desc, (holder = id) desc, holder) = 1
    )
    select id, winner from largest
    where winner <> id
      and winner not in (select own.person_id from ${previousPeople} as own)
      and winner not in (select own.alias from ${previousAliases} as own)
    qualify row_number() over (partition by winner order by records desc, id) = 1`;
};

/**
 * One row per record whose id passes on: identity_key, natural (its origin without handovers), origin (the id that it gives now), since,
 * turn. The earliest record of the winner gives the lost id; the one that gave it gives its own origin, or an id made from both.
 */
export const passedIds = (
  lost: Relation,
  persons: Relation,
  registry: Relation,
  natural: Relation,
): Sql => sql`
  with record as (
    select person.identity_key, person.person_id, coalesce(own.origin, person.identity_key) as origin,
      coalesce(own.since, person.first_seen) as since, coalesce(own.turn, 1) as turn,
      coalesce(first.origin, person.identity_key) as natural
    from ${persons} as person
    left join ${registry} as own on own.identity_key = person.identity_key
    left join ${natural} as first on first.identity_key = person.identity_key
    where person.person_id in (select own.id from ${lost} as own union select own.winner from ${lost} as own)
  ), winner as (
    select lost.id, record.* from ${lost} as lost join record on record.person_id = lost.winner
    qualify row_number() over (partition by lost.id order by record.since, record.turn, record.origin) = 1
  ), loser as (
    select lost.id, record.* from ${lost} as lost join record on record.person_id = lost.id and record.origin = lost.id
  )
  select winner.identity_key, winner.natural, winner.id as origin,
    least(winner.since, coalesce((select min(loser.since) from loser where loser.id = winner.id), winner.since)) as since, 1 as turn
  from winner
  union all
  select loser.identity_key, loser.natural,
    case when loser.natural <> loser.id then loser.natural
      else cast(md5_number_lower(loser.id || '/parted/' || winner.natural) >> 1 as bigint) end as origin,
    loser.since, loser.turn + 1 as turn
  from loser join winner on winner.id = loser.id`;

/** Handovers after these ids (see `passedIds`) have passed on. */
export const handoversAfter = (handovers: Relation, passed: Relation): Sql => sql`
  select own.* from ${handovers} as own where own.origin not in (select gone.natural from ${passed} as gone)
  union all
  select passed.natural as origin, passed.origin as id, passed.since, passed.turn
  from ${passed} as passed where passed.natural <> passed.origin`;
