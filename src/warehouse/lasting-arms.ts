// Groups of a lasting hold-out in SQL, by period. A group belongs to whoever the records of its person are today: it follows
// changes of the id, merges and splits, see `arms.ts`.

import type { EpochSeconds } from "../domain/resource/resource.js";
import type { Relation, Sql } from "./sql/sql.js";
import { sql } from "./sql/sql.js";

/** The columns of `arms.parquet` of a lasting hold-out, without rows; see `lastingHoldoutFiles`. */
export const noLastingArms: Relation = sql`(
  select cast(null as integer) as period, cast(null as bigint) as person_id, cast(null as bigint) as drawn_as, cast(null as tinyint) as stratum,
    cast(null as boolean) as is_held_out, cast(null as bigint) as since, cast(null as integer) as draws
  where false)`;

/** The groups of a period as `drawnArms` keeps them: person_id, drawn_as, stratum, is_held_out, since, draws. */
export const armsOfPeriod = (arms: Relation, period: number): Relation => sql`(
  select arm.person_id, arm.drawn_as, arm.stratum, arm.is_held_out, arm.since, arm.draws from ${arms} as arm where arm.period = ${period})`;

/**
 * One row per person: person_id, percentile INTEGER, 0 to 99, by the amount and then the number of their
 * events. `events`: a query of person_id and value DECIMAL.
 */
export const spendingPercentiles = (people: Relation, events: Sql): Sql => sql`
select person.person_id,
  cast((100 * (row_number() over (order by coalesce(spent.amount, 0), coalesce(spent.events, 0), person.person_id) - 1)) // count(*) over ()
    as integer) as percentile
from ${people} as person
left join (
  select event.person_id, sum(event.value) as amount, count(*) as events from (${events}) as event group by event.person_id
) as spent on spent.person_id = person.person_id`;

/**
 * The rows of `arms.parquet`, ordered: those of earlier periods, and the groups of this one. `drawn`: see
 * `drawnArms`.
 */
export const lastingArms = (carried: Relation, drawn: Relation, period: number): Sql => sql`
select own.* from (
  select arm.* from ${carried} as arm where arm.period <> ${period}
  union all by name
  select cast(${period} as integer) as period, now_.* from ${drawn} as now_
) as own
order by own.period, own.person_id`;

/** The rows of earlier builds as of a past date, ordered: those of people whom the date knows. */
export const armsAsOf = (carried: Relation, periods: number): Sql => sql`
select arm.* from ${carried} as arm where arm.period < ${periods} order by arm.period, arm.person_id`;

export interface GroupsOfToday {
  arms: Relation;
  period: number;
  /** When the period's draw was. */
  since: EpochSeconds;
}

/**
 * One row per person, ordered: person_id, is_held_out, in_reach_since BIGINT, from when on lists may contact the person: 0 for
 * who was never held out, null for who is.
 */
export const groupsOfToday = ({ arms, period, since }: GroupsOfToday): Sql => sql`
select arm.person_id, arm.is_held_out,
  case when not arm.is_held_out then case when arm.since > ${since} or former.person_id is not null then arm.since else 0 end end as in_reach_since
from ${arms} as arm
left join (select distinct before.person_id from ${arms} as before where before.period < ${period} and before.is_held_out) as former
  on former.person_id = arm.person_id
where arm.period = ${period}
order by arm.person_id`;

/** People of a period who count: person_id, is_held_out, since. */
export const countingArms = (arms: Relation, period: number): Relation => sql`(
  select arm.person_id, arm.is_held_out, arm.since from ${arms} as arm where arm.period = ${period} and arm.since is not null)`;

/** One row: contact, held_out and merged INTEGER. */
export const lastingCounts = (arms: Relation, period: number): Sql => sql`
select cast(count(*) filter (where not arm.is_held_out) as integer) as contact,
  cast(count(*) filter (where arm.is_held_out) as integer) as held_out, cast(count(*) filter (where arm.draws > 1) as integer) as merged
from ${arms} as arm where arm.period = ${period}`;

/** The rows of a pipeline's scores with the column arm, `held_out` for whoever the account holds out. */
export const withLastingArms = (scores: Sql, groups: Relation, hasArms: boolean): Sql => {
  const arm = sql`case when lasting.is_held_out then 'held_out' else ${hasArms ? sql`scored.arm` : sql`'contact'`} end`;
  return sql`
select ${hasArms ? sql`scored.* replace (${arm} as arm)` : sql`scored.*, ${arm} as arm`}
from (${scores}) as scored
left join ${groups} as lasting on lasting.person_id = scored.person_id
order by scored.person_id`;
};

/** One row: people INTEGER, those among them whom the account holds out. */
export const heldOutAmong = (among: Relation, groups: Relation): Sql => sql`
select cast(count(*) as integer) as people
from ${among} as own join ${groups} as lasting on lasting.person_id = own.person_id and lasting.is_held_out`;

/**
 * Groups of a pipeline's own hold-out, of the people whom the account does not hold out, from when on lists may contact them:
 * the columns of `arms.parquet` of a pipeline.
 */
export const armsInReach = (arms: Relation, groups: Relation): Sql => sql`
select arm.* replace (greatest(arm.since, coalesce(lasting.in_reach_since, 0)) as since)
from ${arms} as arm
left join ${groups} as lasting on lasting.person_id = arm.person_id
where lasting.is_held_out is distinct from true
order by arm.person_id`;
