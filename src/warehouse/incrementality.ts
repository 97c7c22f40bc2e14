// Conversions and contacts of the groups of a hold-out in SQL, by person and month. Somebody counts from the
// first month that begins with their group.

import type { Period } from "../domain/cohort/calendar.js";
import { join, type Relation, type Sql, sql } from "./sql/sql.js";

/** One row per time of drawing, ordered: since, contact and held_out DOUBLE (people). */
export const armsBySince = (arms: Relation): Sql => sql`
select cast(arm.since as double) as since, cast(count(*) filter (where not arm.is_held_out) as double) as contact,
  cast(count(*) filter (where arm.is_held_out) as double) as held_out
from ${arms} as arm
group by arm.since
order by arm.since`;

/**
 * One row per person and month with conversions, ordered by person and month: month (its place among
 * `months`), is_held_out, is_first (of the person), conversions and amount DOUBLE. `events`: a query
 * of person_id, event_time and value DECIMAL.
 */
export const conversionsByMonth = (arms: Relation, events: Sql, months: readonly Period[]): Sql => sql`
select spent.month, spent.is_held_out,
  row_number() over (partition by spent.person_id order by spent.month) = 1 as is_first,
  cast(spent.events as double) as conversions, cast(spent.amount as double) as amount
from (
  select arm.person_id, month.place as month, any_value(arm.is_held_out) as is_held_out, count(*) as events,
    sum(event.value) as amount
  ${eventsInMonths(arms, sql`(${events})`, months)}
  group by arm.person_id, month.place
) as spent
order by spent.person_id, spent.month`;

/** One row per month and group with contacts: month, is_held_out, contacts DOUBLE. */
export const contactsByMonth = (arms: Relation, contacts: Relation, months: readonly Period[]): Sql => sql`
select month.place as month, arm.is_held_out, cast(count(*) as double) as contacts
${eventsInMonths(arms, contacts, months)}
group by month.place, arm.is_held_out
order by month.place, arm.is_held_out`;

const eventsInMonths = (arms: Relation, events: Relation, months: readonly Period[]): Sql => {
  const rows = months.map(({ start }, place) => sql`(${place}, ${start}::bigint)`);
  const end = months.at(-1)!.end;
  return sql`
  from ${events} as event
  asof join (values ${join(rows)}) as month(place, start) on event.event_time >= month.start
  join ${arms} as arm on arm.person_id = event.person_id and arm.since <= month.start
  where event.event_time < ${end}`;
};
