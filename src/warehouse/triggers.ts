// Triggers in SQL: what is remembered of people, beside their values now.

import type { EpochMs } from "../domain/resource/resource.js";
import { ident, type Relation, type Sql, sql } from "./sql/sql.js";

interface KnownPeople {
  /** One row per person of today: person_id. */
  people: Relation;
  /** Former ids of people: alias, person_id. */
  aliases: Relation;
}

/** Probabilities of an outcome: person_id, value. Nobody who is held out of a campaign has one. */
export const watchedProbabilities = (scores: Relation, place: number, isHeldOut: boolean): Relation => {
  const probability = ident("s", `probability_${place}`);
  const inContact = isHeldOut ? sql` and s.arm is distinct from 'held_out'` : sql``;
  return sql`(select s.person_id, ${probability} as value from ${scores} as s where ${probability} is not null${inContact})`;
};

/** Members of a cohort with the value 1: person_id, value. */
export const watchedMembers = (members: Relation): Relation =>
  sql`(select m.person_id, cast(1 as double) as value from ${members} as m)`;

/** People whom the account's lasting hold-out holds out: person_id. `groups`: see `lastingHoldoutFiles`. */
export const heldOutOf = (groups: Relation): Relation =>
  sql`(select g.person_id from ${groups} as g where g.is_held_out)`;

/** Nobody: the columns of `heldOutOf`. */
export const nobodyHeldOut: Relation = sql`(select cast(null as bigint) as person_id where false)`;

/** What is remembered, with judgements since: person_id, and DOUBLE with NaN for none: side, value and reported_at. */
export const withJudged = (state: Relation, judged: Relation): Relation => sql`(
  select s.person_id, s.side, s.value, s.reported_at
  from ${state} as s anti join ${judged} as l on l.person_id = s.person_id
  union all
  select l.person_id, cast(l.side as tinyint), case when isnan(l.value) then null else l.value end,
    case when isnan(l.reported_at) then null else cast(l.reported_at as bigint) end
  from ${judged} as l)`;

/** What is remembered of chosen people alone, as in `judgedPeople`, ordered; see `rememberedToday`. */
export const rememberedOf = (state: Relation, chosen: Relation, { people, aliases }: KnownPeople): Sql => sql`
  select r.person_id, cast(r.side as double) as side, r.value as before, cast(r.reported_at as double) as reported_at
  from ${rememberedToday(
    sql`(select s.* from ${state} as s semi join (
      select c.person_id from ${chosen} as c
      union all select a.alias from ${aliases} as a semi join ${chosen} as c on c.person_id = a.person_id
    ) as w on w.person_id = s.person_id)`,
    { people, aliases },
  )} as r
  order by r.person_id`;

/** Chosen people whom the account does not hold out. */
export const peopleInReach = (groups: Relation, chosen: Relation): Sql => sql`
  select c.person_id from ${chosen} as c anti join ${heldOutOf(groups)} as h on h.person_id = c.person_id order by c.person_id`;

/** Chosen people who are not held out of a campaign, by the scores of a pipeline. */
export const peopleInContact = (scores: Relation, chosen: Relation): Sql => sql`
  select s.person_id from ${scores} as s semi join ${chosen} as c on c.person_id = s.person_id
  where s.arm is distinct from 'held_out' order by s.person_id`;

/**
 * What is remembered, by the ids of today, without people who are gone: person_id, side, value, reported_at. Who was
 * several people has the side of the one who kept the id, and was reported when any of them was.
 */
export const rememberedToday = (state: Relation, { people, aliases }: KnownPeople): Relation => sql`(
  select person_id, side, value, reported_at from (
    select coalesce(p.person_id, a.person_id) as person_id, s.side, s.value,
      max(s.reported_at) over (partition by coalesce(p.person_id, a.person_id)) as reported_at,
      row_number() over (partition by coalesce(p.person_id, a.person_id) order by p.person_id is null, s.person_id) as turn
    from ${state} as s
    left join ${people} as p on p.person_id = s.person_id
    left join ${aliases} as a on a.alias = s.person_id
  )
  where turn = 1 and person_id is not null)`;

/** Nothing: the columns of what is remembered. */
export const nothingRemembered: Relation = sql`(
  select cast(null as bigint) as person_id, cast(null as tinyint) as side, cast(null as double) as value,
    cast(null as bigint) as reported_at where false)`;

/**
 * One row per person who is remembered or has a value, ordered: person_id, then DOUBLE with null for none: side, before
 * (the value that is remembered), reported_at (epoch seconds) and value; and is_held_out, 1 for those who are held out.
 */
export const judgedPeople = (remembered: Relation, values: Relation, heldOut: Relation): Sql => sql`
  select judged.*, cast(h.person_id is not null as double) as is_held_out
  from (
    select coalesce(r.person_id, v.person_id) as person_id, cast(r.side as double) as side, r.value as before,
      cast(r.reported_at as double) as reported_at, v.value
    from ${remembered} as r
    full join ${values} as v on v.person_id = r.person_id
  ) as judged
  left join ${heldOut} as h on h.person_id = judged.person_id
  order by judged.person_id`;

/** Rows to keep of a table with NaN for none, ordered: see `triggerFiles`. */
export const rowsToRemember = (judged: Relation): Sql => sql`
  select j.person_id, cast(j.side as tinyint) as side,
    case when isnan(j.value) then null else j.value end as value,
    case when isnan(j.reported_at) then null else cast(j.reported_at as bigint) end as reported_at
  from ${judged} as j
  order by j.person_id`;

/** Ids under which people were reported, without those that were reported before `since`: person_id, reported_at. */
export const reportedSince = (reported: Relation, since: EpochMs): Relation =>
  sql`(select t.person_id, t.reported_at from ${reported} as t where t.reported_at >= ${since})`;

/** Those of them that lead to nobody any more: id VARCHAR, ordered. */
export const goneOfReported = (reported: Relation, known: KnownPeople): Sql => sql`
  select distinct cast(t.person_id as varchar) as id from ${reported} as t
  where ${isGone(known)}
  order by 1`;

/** Those of them that are somebody's, with those who are reported now, ordered. */
export const reportedToKeep = (reported: Relation, now: Relation, known: KnownPeople): Sql => sql`
  select person_id, max(reported_at) as reported_at from (
    select t.person_id, t.reported_at from ${reported} as t where not (${isGone(known)})
    union all select n.person_id, n.reported_at from ${now} as n
  )
  group by person_id
  order by person_id`;

const isGone = ({ people, aliases }: KnownPeople): Sql => sql`
  t.person_id not in (select p.person_id from ${people} as p) and t.person_id not in (select a.alias from ${aliases} as a)`;

/** Nothing: the columns of people who were reported. */
export const nobodyReported: Relation = sql`(
  select cast(null as bigint) as person_id, cast(null as bigint) as reported_at where false)`;
