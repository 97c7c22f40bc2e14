// What the columns of delivered rows hold, so that a reader can see that a file is as it should be before they use it.

import { ident, type Relation, type Sql, sql } from "../sql/sql.js";

/** The one row of a column: fill_rate, and of a column of numbers min, mean and max, else null. */
export const columnSummary = (rows: Relation, column: string, isNumber: boolean): Sql => {
  const value = isNumber ? sql`cast(${ident(column)} as double)` : sql`cast(null as double)`;
  return sql`
    select coalesce(count(${ident(column)}) / nullif(cast(count(*) as double), 0), 0) as fill_rate,
      min(${value}) as min, max(${value}) as max,
      round(cast(sum(cast(${value} as decimal(18, 6))) as double) / nullif(count(${value}), 0), 6) as mean
    from ${rows}`;
};

/** One row per value of a column: value, count; the most frequent first. */
export const valueCounts = (rows: Relation, column: string): Sql => sql`
  select cast(${ident(column)} as varchar) as value, count(*) as count
  from ${rows} where ${ident(column)} is not null group by 1 order by 2 desc, 1`;
