// Recurring amounts at a cutoff: subscriptions that run, what they bring in a month, and when they renew.

import { daysOfMonth } from "../domain/data/billing.js";
import { recurringProperties } from "../domain/data/stream-mapping.js";
import { type EpochSeconds, secondsPerDay } from "../domain/resource/resource.js";
import { property } from "./property-columns.js";
import { exactValueSum } from "./scores.js";
import { type Relation, type Sql, sql } from "./sql/sql.js";

/**
 * One row per subscription that runs at the cutoff: person_id, amount DOUBLE for each interval (null if not known), monthly
 * DOUBLE and renews_at BIGINT (null if the interval or, of monthly, the amount is not known). It began before the
 * cutoff, and an end that is not before it is in the future.
 */
export const runningSubscriptions = (events: Relation, cutoff: EpochSeconds): Sql => {
  const [months, until] = [recurringProperties.months, recurringProperties.until].map((name) =>
    property("e", { name }),
  );
  return sql`
select s.person_id, s.amount, s.amount / s.months as monthly, ${nextRenewal(cutoff)} as renews_at
from (select e.person_id, e.event_time, e.value as amount, nullif(${months!}, 0) as months
  from ${events} as e
  where e.event_time < ${cutoff} and (${until!} is null or ${until!} >= ${cutoff})) as s`;
};

/**
 * The first renewal at the cutoff or later. Whole months are of the calendar, so that the 31st is the last day of shorter
 * months.
 */
const nextRenewal = (cutoff: EpochSeconds): Sql => {
  const start = sql`make_timestamp(s.event_time * 1000000)`;
  const now = sql`make_timestamp(cast(${cutoff} as bigint) * 1000000)`;
  const whole = sql`cast(s.months as integer)`;
  const past = sql`datediff('month', ${start}, ${now}) // ${whole}`;
  const after = (count: Sql) =>
    sql`cast(epoch(${start} + to_months(cast((${count}) * ${whole} as integer))) as bigint)`;
  const period = sql`greatest(1, cast(round(s.months * ${daysOfMonth}) as bigint)) * ${secondsPerDay}`;
  return sql`case when s.months is null then null
    when s.months <> floor(s.months) then s.event_time + ((${cutoff} - s.event_time + ${period} - 1) // (${period})) * (${period})
    when ${after(past)} >= ${cutoff} then ${after(past)}
    else ${after(sql`${past} + 1`)} end`;
};

/** The scores with monthly_amount DOUBLE, what the scored person's running subscriptions bring; null without any. */
export const withMonthlyAmounts = (scores: Relation, running: Relation): Sql => sql`
select s.*, m.monthly_amount
from ${scores} as s left join (
  select r.person_id, cast(sum(cast(r.monthly as decimal(38, 9))) as double) as monthly_amount
  from ${running} as r group by r.person_id
) as m on m.person_id = s.person_id and s.status = 'scored'`;

/** One row: monthly and at_risk DOUBLE, over scored people. */
export const monthlyTotals = (scores: Relation): Sql => sql`
select ${exactValueSum(sql`s.monthly_amount`)} as monthly, ${exactValueSum(sql`s.probability * s.monthly_amount`)} as at_risk
from ${scores} as s where s.status = 'scored'`;

/** One row: subscriptions and unknown INTEGER, of scored people. */
export const subscriptionCounts = (running: Relation, scores: Relation): Sql => sql`
select cast(count(*) as integer) as subscriptions, cast(count(*) filter (where r.monthly is null) as integer) as unknown
from ${running} as r where r.person_id in (select s.person_id from ${scores} as s where s.status = 'scored')`;

/** One row per month, in order: month (yyyy-mm), subscriptions INTEGER, amount DOUBLE; of scored people. */
export const renewalsByMonth = (running: Relation, scores: Relation): Sql => sql`
select strftime(make_timestamp(r.renews_at * 1000000), '%Y-%m') as month, cast(count(*) as integer) as subscriptions,
  ${exactValueSum(sql`r.amount`)} as amount
from ${running} as r
where r.monthly is not null and r.person_id in (select s.person_id from ${scores} as s where s.status = 'scored')
group by month order by month`;
