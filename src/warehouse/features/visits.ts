// Visits: all events of one day. Gaps are measured between days, since the lines of an order would otherwise be gaps of zero.
// Days are UTC days and not 24-hour periods before the cutoff, so a visit is the same at every landmark.

import type { DayMeasure, Days } from "../../domain/features/feature.js";
import { type EpochSeconds, secondsPerDay } from "../../domain/resource.js";
import { property, propertyColumn } from "../relations.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { inDays, ratio, withinDays } from "./arithmetic.js";

/**
 * One row per person and day with events: person_id, day, last_time, sums of the measured columns, gap (days since the previous
 * visit, null at the first), is_first, is_last.
 */
export const visits = (past: Relation, measures: readonly DayMeasure[]): Sql => sql`
  select d.*, d.day - lag(d.day) over visits as gap,
    lag(d.day) over visits is null as is_first, lead(d.day) over visits is null as is_last
  from (
    select ${join([sql`e.person_id`, sql`e.event_time // ${secondsPerDay} as day`, sql`max(e.event_time) as last_time`, ...sums(measures)])}
    from ${past} as e
    group by e.person_id, e.event_time // ${secondsPerDay}
  ) as d
  window visits as (partition by d.person_id order by d.day)`;

const sums = (measures: readonly DayMeasure[]): Sql[] => {
  const value = measures.some(({ of }) => of.startsWith("value_")) ? [sql`sum(e.value) as value`] : [];
  const properties = measures.flatMap((measure) => ("property" in measure ? [measure.property] : []));
  return [...value, ...properties.flatMap(sumAndCount)];
};

const sumAndCount = (name: string): Sql[] => {
  const column = property("e", name);
  return [
    sql`sum(${column}) as ${ident(propertyColumn(name))}`,
    sql`count(${column}) as ${ident(countColumn(name))}`,
  ];
};

/** A day counts if its last event lies in the window. `v` is a visit. */
export const activeDays = (days: Days, cutoff: EpochSeconds): Sql =>
  sql`count(*)${withinDays(sql`v.last_time`, days, cutoff)}`;

export const gapMean = (): Sql => ratio(sql`sum(v.gap)`, sql`count(v.gap)`);

/** Sample standard deviation from integer sums: the engine's own depends on the order of rows. */
export const gapSpread = (): Sql => {
  const n = sql`count(v.gap)`;
  const squares = sql`(${n} * sum(v.gap * v.gap) - sum(v.gap) * sum(v.gap))`;
  return sql`sqrt(${ratio(squares, sql`${n} * (${n} - 1)`)})`;
};

export const gapLastOverMean = (): Sql => ratio(gapLast(), gapMean());

export const gapMedian = (): Sql => sql`median(v.gap)`;

export const gapMax = (): Sql => sql`max(v.gap)`;

export const gapLast = (): Sql => sql`max(v.gap) filter (where v.is_last)`;

/** Days since the last event divided by a gap. */
export const overdue = (cutoff: EpochSeconds, gap: Sql): Sql =>
  ratio(inDays(sql`(${cutoff} - max(v.last_time))`), gap);

/** Column of a visit with the number of its events that have the property. */
export const countColumn = (name: string): string => `n_${name}`;
