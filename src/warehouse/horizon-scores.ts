// Scores of several horizons in SQL: probabilities, and dates as text in UTC.

import { type HorizonColumn, probabilityColumn } from "../domain/outcome/horizons.js";
import { type EpochSeconds, secondsPerDay } from "../domain/resource/resource.js";
import { exactSum } from "./scores.js";
import { ident, join, type Relation, type Sql, sql } from "./sql/sql.js";

export interface HorizonsSpec {
  /** Ascending. */
  days: readonly number[];
  /** The longest that is predicted. */
  withinDays: number;
  now: EpochSeconds;
}

/**
 * The scores with the columns of horizons, null without a probability. `probabilities` has one probability
 * per horizon, and day_median, day_low and day_high in days from now, all NaN where unknown.
 */
export const withHorizons = (
  scores: Relation,
  probabilities: Relation,
  { days, withinDays, now }: HorizonsSpec,
): Sql => {
  const known = (column: Sql): Sql => sql`case when isnan(${column}) then null else ${column} end`;
  const named = (column: Sql, name: HorizonColumn): Sql => sql`${column} as ${ident(name)}`;
  const dayAt = (column: Sql, seconds: number): Sql =>
    sql`strftime(make_timestamp((${now + seconds} + cast(${known(column)} as bigint) * ${secondsPerDay}) * 1000000), '%Y-%m-%d')`;
  const columns = [
    ...days.map((horizon) => {
      const name = probabilityColumn(horizon);
      return named(known(ident("r", name)), name);
    }),
    named(dayAt(sql`r.day_median`, 0), "expected_date"),
    named(dayAt(sql`r.day_low`, 0), "date_low"),
    named(dayAt(sql`r.day_high`, secondsPerDay - 1), "date_high"),
    named(
      sql`case when r.person_id is null then null when isnan(r.day_median) then ${`unlikely within ${withinDays} days`} else 'expected' end`,
      "date_status",
    ),
  ];
  return sql`
select s.*, ${join(columns)}
from ${scores} as s
left join ${probabilities} as r on r.person_id = s.person_id`;
};

/**
 * One row: people INTEGER, expected and variance DOUBLE of the number of scored people who reach the goal
 * within a horizon.
 */
export const horizonTotals = (scores: Relation, days: number): Sql => {
  const probability = ident("s", probabilityColumn(days));
  return sql`
select cast(count(${probability}) as integer) as people, ${exactSum(probability)} as expected,
  ${exactSum(sql`${probability} * (1 - ${probability})`)} as variance
from ${scores} as s`;
};

/** One row: dated and unlikely INTEGER, people with an expected date and people without one. */
export const datedCounts = (scores: Relation): Sql => sql`
select cast(count(s.expected_date) as integer) as dated,
  cast(count(s.date_status) - count(s.expected_date) as integer) as unlikely
from ${scores} as s`;
