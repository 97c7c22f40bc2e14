// States of people over time: each month of theirs with events begins a stretch, in which they are active, then cooling, then
// lost, until the next one. Stretches begin and end at months, so that sums over months count all people at once.

import { type Relation, type Sql, sql } from "./sql/sql.js";
import { monthOf } from "./streams.js";

/** One row per person and month (UTC) with events before the cutoff: the next such month, null for the last. */
const stretches = (events: Relation, cutoff: number): Sql => sql`
  select person_id, month, lead(month) over own as next, min(month) over own as first
  from (
    select distinct event.person_id, cast(${monthOf(sql`event.event_time`)} as integer) as month
    from ${events} as event where event.event_time < ${cutoff}
  )
  window own as (partition by person_id order by month rows between unbounded preceding and unbounded following)`;

/** One row: usual INTEGER, the median of months between two months with events of a person; null where nobody has two. */
export const usualGap = (events: Relation, cutoff: number): Sql => sql`
  select cast(quantile_disc(stretch.next - stretch.month, 0.5) as integer) as usual
  from (${stretches(events, cutoff)}) as stretch where stretch.next is not null`;

/**
 * One row per month of the newest `most`, in order, from the first event to the newest: month as yyyy-mm, and as BIGINT how many
 * people are new, active, cooling and lost at its end. People are active for `activeMonths` months from an event on, cooling for
 * as many again, and new in the month of their first event. Events at the cutoff or after it are none.
 */
export const peopleStates = (
  events: Relation,
  { cutoff, activeMonths, most }: { cutoff: number; activeMonths: number; most: number },
): Sql => sql`
  with stretch as (${stretches(events, cutoff)}),
  newest as (select max(month) as month from stretch),
  dated as (
    select stretch.month, stretch.month = stretch.first as is_first,
      coalesce(stretch.next, newest.month + 1) as stop
    from stretch, newest
  ),
  part as (
    select 'new' as state, month as start, month + 1 as stop from dated where is_first
    union all
    select 'active', month + cast(is_first as integer), least(month + ${activeMonths}, stop) from dated
    union all
    select 'cooling', month + ${activeMonths}, least(month + ${2 * activeMonths}, stop) from dated
    union all
    select 'lost', month + ${2 * activeMonths}, stop from dated
  ),
  change as (
    select start as month, state, count(*) as people from part where start < stop group by all
    union all
    select stop, state, -count(*) from part where start < stop group by all
  ),
  month as (
    select unnest(range((select min(month) from stretch), (select month + 1 from newest))) as month
  ),
  counted as (
    select month.month,
      coalesce(sum(change.people) filter (change.state = 'new'), 0) as new,
      coalesce(sum(change.people) filter (change.state = 'active'), 0) as active,
      coalesce(sum(change.people) filter (change.state = 'cooling'), 0) as cooling,
      coalesce(sum(change.people) filter (change.state = 'lost'), 0) as lost
    from month left join change on change.month = month.month
    group by month.month
  ),
  summed as (
    select month, sum(new) over so_far as new, sum(active) over so_far as active,
      sum(cooling) over so_far as cooling, sum(lost) over so_far as lost
    from counted window so_far as (order by month rows unbounded preceding)
  )
  select printf('%04d-%02d', month // 12, month % 12 + 1) as month, cast(new as bigint) as new,
    cast(active as bigint) as active, cast(cooling as bigint) as cooling, cast(lost as bigint) as lost
  from summed where month > (select month from newest) - ${most}
  order by month`;
