// Groups of hold-outs in SQL, of pipelines and of the account. A keyed hash of the person's id decides. Whoever has a group
// keeps it: it follows the person through changes of the id and merges. People in whom several were merged were drawn
// more than once; they keep the group of the id that stays, and count from then on, whatever the groups were. To leave
// out only those in whom both groups meet would leave nearly all merged people in the larger group, and they order more.

import type { EpochSeconds } from "../domain/resource/resource.js";
import { ident, type Relation, type Sql, sql } from "./sql/sql.js";

/** A number in [0, 1) that belongs to a key and a value, from 53 bits of their MD5. */
export const drawOf = (key: string, value: Sql): Sql =>
  sql`(cast(md5_number_lower(concat(${key}, ':', ${value})) >> 11 as double) / 9007199254740992.0)`;

export interface Lineage {
  /** Whose each record was and is: identity_key, person_id. Null: ids alone say who is whom. */
  records: { before: Relation; now: Relation } | null;
  people: Relation;
  /** alias, person_id. */
  aliases: Relation;
}

/** One row per person of before and person of today with one of their records, or their id: was, person_id. */
export const lineage = ({ records, people, aliases }: Lineage): Sql => {
  const byRecord = records
    ? sql`
  select then_.person_id as was, own.person_id
  from ${records.before} as then_ join ${records.now} as own on own.identity_key = then_.identity_key
  union`
    : sql``;
  return sql`${byRecord}
  select person.person_id as was, person.person_id from ${people} as person
  union
  select former.alias as was, former.person_id
  from ${aliases} as former semi join ${people} as person on person.person_id = former.person_id`;
};

/**
 * One row per period and person of today with a group in it: period, person_id, drawn_as, stratum, is_held_out, since, draws. Who
 * merged keeps the group of the id that stays; where none of them had it, that of the smallest former id. Of those in whom several were
 * merged, `since` is null. Groups of people who are gone are dropped.
 */
export const carriedArms = (arms: Relation, lines: Relation): Sql => sql`
select arm.period, line.person_id, arm.drawn_as, arm.stratum, arm.is_held_out,
  case when count(*) over merged = 1 then arm.since end as since, cast(sum(arm.draws) over merged as integer) as draws
from ${arms} as arm join ${lines} as line on line.was = arm.person_id
window merged as (partition by arm.period, line.person_id)
qualify row_number() over (partition by arm.period, line.person_id order by line.was <> line.person_id, line.was) = 1`;

export interface KeptArms {
  /** Groups of the previous build, also of ids that have become others: see `armsWithFormer`. */
  previous: Relation;
  /** alias, person_id. */
  aliases: Relation;
  people: Relation;
}

/**
 * One row per person of today with a group in a pipeline: person_id, drawn_as, stratum, is_held_out, since, draws. See `carriedArms`; whoever is
 * split off again has the group of before, with a null since.
 */
export const keptArms = ({ previous, aliases, people }: KeptArms): Sql => {
  const isMergedBefore = sql`arm.draws is null and exists (
    from ${previous} as other join ${aliases} as alias on alias.alias = other.person_id
    where alias.person_id = arm.person_id and other.drawn_as <> arm.drawn_as)`;
  const counted = sql`(
  select 0 as period, arm.person_id, arm.drawn_as, arm.stratum, arm.is_held_out,
    case when not (${isMergedBefore}) then arm.since end as since, coalesce(arm.draws, 1) as draws
  from ${previous} as arm where not arm.is_former
  union all
  select 0, arm.person_id, arm.drawn_as, arm.stratum, arm.is_held_out, null, 1
  from ${previous} as arm
  semi join ${people} as person on person.person_id = arm.person_id
  anti join (select own.person_id from ${previous} as own where not own.is_former) as kept on kept.person_id = arm.person_id
  where arm.is_former)`;
  return sql`
select carried.* exclude (period)
from (${carriedArms(counted, sql`(${lineage({ records: null, people, aliases })})`)}) as carried`;
};

/** Kept groups as a build has them, without a new draw: the rows of `keptArms`, ordered. */
export const keptGroups = (kept: Relation): Sql => sql`select * from ${kept} as k order by k.person_id`;

/**
 * The same columns, of ids that have become others. A person who is split off again has their group back, and so has one
 * of a past date. Whoever is gone is in no row.
 */
export const formerArms = ({ previous, aliases, people }: KeptArms): Sql => sql`
select arm.person_id, any_value(arm.drawn_as) as drawn_as, any_value(arm.stratum) as stratum,
  any_value(arm.is_held_out) as is_held_out, any_value(arm.since) as since, any_value(arm.draws) as draws
from ${previous} as arm
semi join ${aliases} as alias on alias.alias = arm.person_id
anti join ${people} as person on person.person_id = arm.person_id
group by arm.person_id
order by arm.person_id`;

export interface ArmSpec {
  /** See `keptArms`. */
  kept: Relation;
  /** person_id, percentile of the scored people. */
  scored: Relation;
  key: string;
  share: number;
  by: "pipeline" | "account";
  /** The share differs from the one that the kept groups were drawn with. */
  isOtherShare: boolean;
  cutoff: EpochSeconds;
}

/**
 * One row per person who has or gets a group, ordered: person_id, drawn_as BIGINT, stratum TINYINT (decile
 * when drawn, from 0), is_held_out, since BIGINT (the cutoff of the build that put the person into the group, or from which on
 * they count), draws INTEGER (people of the draw who are this person).
 *
 * For a pipeline the people who are new are drawn in each decile: those with the lowest hashes, as many as
 * the share says, where the fraction of a person is rounded up with its own probability. With another share,
 * people are moved by the same order, so that none moves who need not. For an account the hash alone decides.
 */
export const drawnArms = ({ kept, scored, key, share, by, isOtherShare, cutoff }: ArmSpec): Sql => {
  const all = sql`
  select k.person_id, k.drawn_as, k.stratum, k.is_held_out, k.since, k.draws, true as is_known from ${kept} as k
  union all
  select s.person_id, s.person_id, cast(least(9, s.percentile // 10) as tinyint), false, null, 1, false
  from ${scored} as s anti join ${kept} as k on k.person_id = s.person_id`;
  const draw = drawOf(key, sql`a.drawn_as`);
  if (by === "account")
    return withSince(sql`select a.*, ${draw} < ${share} as is_now from (${all}) as a`, cutoff);
  const rounding = drawOf(`${key}:${cutoff}`, sql`concat(d.stratum, ':', d.is_known)`);
  return withSince(
    sql`
select d.*,
  case when d.is_known and not ${isOtherShare} then d.is_held_out
    else d.place <= floor(d.people * ${share} + ${rounding}) end as is_now
from (
  select a.*, count(*) over stratum as people,
    row_number() over (stratum order by a.is_held_out desc, ${draw}, a.person_id) as place
  from (${all}) as a
  window stratum as (partition by a.stratum, a.is_known)
) as d`,
    cutoff,
  );
};

/** Whoever is new in a group is in it since the cutoff; `is_now` is the group. */
const withSince = (drawn: Sql, cutoff: EpochSeconds): Sql => sql`
select n.person_id, n.drawn_as, n.stratum, n.is_now as is_held_out,
  cast(case when n.is_known and n.is_now = n.is_held_out then coalesce(n.since, ${cutoff}) else ${cutoff} end as bigint) as since,
  cast(n.draws as integer) as draws
from (${drawn}) as n
order by n.person_id`;

/** The rows of the scores with a column arm: `contact`, `held_out`, or null for people without a probability. */
export const withArms = (scores: Sql, arms: Relation, place: number): Sql => sql`
select scored.*,
  case when ${ident("scored", `status_${place}`)} = 'scored' then case when arm.is_held_out then 'held_out' else 'contact' end end as arm
from (${scores}) as scored
left join ${arms} as arm on arm.person_id = scored.person_id
order by scored.person_id`;

/** Nobody's uplift. */
export const noUplift: Relation = sql`(select 0::bigint as person_id, 0::double as uplift, 0::double as uplift_low, 0::double as uplift_high,
  '' as uplift_segment where false)`;

/** The rows of the scores with the columns of `uplift`: null for people without a probability. */
export const withUplift = (scores: Sql, uplift: Relation): Sql => sql`
select scored.*, moved.uplift, moved.uplift_low, moved.uplift_high, moved.uplift_segment
from (${scores}) as scored
left join ${uplift} as moved on moved.person_id = scored.person_id
order by scored.person_id`;

/**
 * One row per scored person, ordered: person_id, probability, percentile, is_held_out, null for people without a group in `arms`: those
 * whom the account holds out.
 */
export const armSnapshot = (scores: Relation, arms: Relation): Sql => sql`
select s.person_id, s.probability, s.percentile, arm.is_held_out
from ${scores} as s
left join ${arms} as arm on arm.person_id = s.person_id
where s.status = 'scored'
order by s.person_id`;

/** One row: contact and held_out INTEGER, scored people by group. */
export const armCounts = (scores: Relation, arms: Relation): Sql => sql`
select cast(count(*) filter (where not arm.is_held_out) as integer) as contact,
  cast(count(*) filter (where arm.is_held_out) as integer) as held_out
from ${scores} as s join ${arms} as arm on arm.person_id = s.person_id
where s.status = 'scored'`;

/** The columns of `arms.parquet`, without rows. */
export const noArms: Relation = sql`(
  select cast(null as bigint) as person_id, cast(null as bigint) as drawn_as, cast(null as tinyint) as stratum,
    cast(null as boolean) as is_held_out, cast(null as bigint) as since, cast(null as integer) as draws
  where false)`;

/**
 * The groups of a build, also of ids that have become others (`former`, with a true is_former). Builds of before have no since or
 * draws.
 */
export const armsWithFormer = (arms: Relation, former: Relation): Relation => sql`(
  select live.*, false as is_former from (select * from ${noArms} union all by name select * from ${arms}) as live
  union all by name
  select gone.*, true as is_former from (select * from ${noArms} union all by name select * from ${former}) as gone)`;
