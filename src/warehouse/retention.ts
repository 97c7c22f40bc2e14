// Retention: people by the month of their first event, in each month with events of theirs.

import { type Relation, type Sql, sql } from "./sql/sql.js";
import { exactValue, monthOf } from "./streams.js";

/**
 * One row per month (UTC) in which people had their first event, of the newest `most`, and month with events of them, in
 * order: month as yyyy-mm, months_after INTEGER (0: the first month itself), people BIGINT and value DOUBLE, the sum of
 * their events' values. Events at the cutoff or after it are none.
 */
export const retention = (events: Relation, cutoff: number, most: number): Sql => {
  const monthly = sql`
  select event.person_id, ${monthOf(sql`event.event_time`)} as month, sum(${exactValue(sql`event.value`)}) as value
  from ${events} as event where event.event_time < ${cutoff}
  group by all`;
  return sql`
  with monthly as (${monthly}),
  first as (select person_id, min(month) as month from monthly group by person_id)
  select printf('%04d-%02d', first.month // 12, first.month % 12 + 1) as month,
    cast(monthly.month - first.month as integer) as months_after,
    count(*) as people, cast(sum(monthly.value) as double) as value
  from monthly join first on first.person_id = monthly.person_id
  where first.month > (select max(month) from first) - ${most}
  group by first.month, monthly.month
  order by first.month, monthly.month`;
};
