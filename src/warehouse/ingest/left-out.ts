// Rows that are left out of a stream, counted by reason. The reason of a condition is the first one that a
// row does not meet, and its value there: as one short text, so that rows can be counted by it.

import type { LeftOut, LeftOutReason } from "../../domain/data/dataset-findings.js";
import type { ColumnCondition } from "../../domain/resource/condition.js";
import { type ConditionColumn, conditionSql } from "../conditions.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";

/** Between the index of a condition and the value; and instead of a missing value. */
const [divider, nothing] = ["\u001f", "\u001e"];
const shownCharacters = 100;

/** VARCHAR; null where all conditions are met. `textOf`: that of a condition's column. */
export const unmetCondition = (
  conditions: readonly ColumnCondition[],
  column: (condition: ColumnCondition) => ConditionColumn,
  textOf: (condition: ColumnCondition) => Sql,
): Sql => {
  const cases = conditions.flatMap((condition, i) =>
    condition.optional
      ? []
      : [
          sql`when not ${conditionSql([condition], column)}
      then ${`${i}${divider}`} || coalesce(left(${textOf(condition)}, ${shownCharacters}), ${nothing})`,
        ],
  );
  const optional = conditions.filter((condition) => condition.optional);
  const first = conditions.findIndex((condition) => condition.optional);
  if (optional.length > 0) cases.push(sql`when not ${conditionSql(optional, column)} then ${String(first)}`);
  return cases.length === 0 ? sql`cast(null as varchar)` : sql`case ${join(cases, " ")} end`;
};

/** One row: all (rows), and met, those that meet a condition over a row `r`. */
export const metCounts = (rows: Relation, condition: Sql): Sql =>
  sql`select count(*) as "all", count(*) filter (where ${condition}) as met from ${rows} as r`;

/** Values of a condition that are counted, far more than are shown. A column may have another one in each row. */
const mostValues = 1_000;

/**
 * The counted reasons, where a condition with more values is one reason without a value. `counted`: unmet,
 * rows, events.
 */
export const withFewValues = (counted: Sql): Sql => {
  const condition = sql`split_part(c.unmet, ${divider}, 1)`;
  return sql`
  select case when f.found > ${mostValues} then f.condition else f.unmet end as unmet,
    cast(sum(f.rows) as bigint) as rows, cast(sum(f.events) as bigint) as events
  from (select c.unmet, c.rows, c.events, ${condition} as condition, count(*) over (partition by ${condition}) as found
    from (${counted}) as c) as f
  group by 1`;
};

/**
 * Rows that do not meet the condition, and are not `besides`, by the condition that leaves them out; see
 * `reasonsOf`.
 */
export const unmetCounts = (
  rows: Relation,
  { condition, unmet }: { condition: Sql; unmet: Sql },
  besides: Sql = sql`false`,
): Sql =>
  withFewValues(sql`
  select u.unmet, count(*) as rows, 0 as events
  from (select ${unmet} as unmet from ${rows} as r where not ${condition} and not ${besides}) as u group by u.unmet`);

/** Faulty rows by the index of their fault: fault, rows. */
export const faultCounts = (faulty: Relation): Sql =>
  sql`select f.fault, count(*) as rows from ${faulty} as f group by f.fault`;

/** One row: further, the rows that have neither a key nor a date. */
export const furtherRows = (rows: Relation, isKeyless: Sql, hasNoDate: Sql): Sql =>
  sql`select count(*) as further from ${rows} as r where ${isKeyless} and ${hasNoDate}`;

/** One row: further, the faulty rows without a date (fault 0) that have no key either. */
export const furtherFaults = (faulty: Relation, rows: Relation, isKeyless: Sql): Sql =>
  sql`select count(*) as further from ${faulty} as f join ${rows} as r on r.seq = f.seq where f.fault = 0 and ${isKeyless}`;

export type CountedReason = { unmet: string; rows: number; events: number };

/** The reasons of rows that were counted by `unmetCondition`. */
export const reasonsOf = (
  counted: readonly CountedReason[],
  reason: Extract<LeftOutReason, "condition" | "event_condition">,
  conditions: readonly ColumnCondition[],
): LeftOut[] =>
  counted.map(({ unmet, rows, events }) => {
    const [index, value] = unmet.split(divider);
    const { column_name } = conditions[Number(index)]!;
    return {
      reason,
      column_name,
      rows,
      events,
      ...(value !== undefined && { value: value === nothing ? null : value }),
    };
  });
