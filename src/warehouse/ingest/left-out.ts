// Rows that are left out of a stream, counted by reason. The reason of a condition is the first one that a
// row does not meet, and its value there: as one short text, so that rows can be counted by it.

import type { CurrencyAmount, LeftOut, LeftOutReason } from "../../domain/data/dataset-findings.js";
import type { ColumnCondition } from "../../domain/resource/condition.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import { type ConditionColumn, conditionSql } from "../conditions.js";
import { fromMicros, micros } from "../features/arithmetic.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";

/** Between the index of a condition and the value; and instead of a missing value. */
export const [divider, missing] = ["\u001f", "\u001e"];
const shownCharacters = 100;

/** VARCHAR; null where all conditions that are meant are met. `textOf`: that of a condition's column. */
export const unmetCondition = <C extends ColumnCondition>(
  conditions: readonly C[],
  column: (condition: C) => ConditionColumn,
  textOf: (condition: C) => Sql,
  isMeant: (condition: C) => boolean = () => true,
): Sql => {
  const cases = conditions.flatMap((condition, i) =>
    condition.optional || !isMeant(condition)
      ? []
      : [
          sql`when not ${conditionSql([condition], column)}
      then ${`${i}${divider}`} || coalesce(left(${textOf(condition)}, ${shownCharacters}), ${missing})`,
        ],
  );
  const optional = conditions.filter((condition) => condition.optional && isMeant(condition));
  const first = conditions.findIndex((condition) => condition.optional);
  if (optional.length > 0) cases.push(sql`when not ${conditionSql(optional, column)} then ${String(first)}`);
  return cases.length === 0 ? sql`cast(null as varchar)` : sql`case ${join(cases, " ")} end`;
};

/** One row per file: arrival_time, all (rows), and met, those that meet a condition over a row `r`. */
export const metCounts = (rows: Relation, condition: Sql): Sql =>
  sql`select r.arrival_time, count(*) as "all", count(*) filter (where ${condition}) as met
  from ${rows} as r group by r.arrival_time`;

/** One row per file: arrival_time, rows. */
export const rowCounts = (rows: Relation): Sql =>
  sql`select r.arrival_time, count(*) as rows from ${rows} as r group by r.arrival_time`;

/** The same of the rows by which the second relation has less than the first. */
export const lessCounts = (before: Relation, after: Relation): Sql => sql`
  select b.arrival_time, cast(sum(b.rows) as bigint) as rows
  from (select * from (${rowCounts(before)}) union all select arrival_time, -rows from (${rowCounts(after)})) as b
  group by b.arrival_time having sum(b.rows) > 0`;

export type FileRows = { arrival_time: number; rows: number };

/** Values of a condition that are counted, far more than are shown. A column may have another one in each row. */
export const mostValues = 1_000;

/**
 * The counted reasons of each file and currency, where a condition with more values is one reason without a
 * value. `counted`: unmet, arrival_time, currency, rows, events, and amount in millionths.
 */
export const withFewValues = (counted: Sql): Sql => {
  const condition = sql`split_part(c.unmet, ${divider}, 1)`;
  return sql`
  select case when f.found > ${mostValues} then f.condition else f.unmet end as unmet, f.arrival_time, f.currency,
    cast(sum(f.rows) as bigint) as rows, cast(sum(f.events) as bigint) as events, ${fromMicros(sql`sum(f.amount)`)} as total
  from (select c.*, ${condition} as condition, count(distinct c.unmet) over (partition by ${condition}) as found
    from (${counted}) as c) as f
  group by 1, 2, 3 order by all`;
};

/** Amount of a row, and its currency. */
export interface RowAmount {
  currency: Sql;
  amount: Sql;
}

export const noRowAmount: RowAmount = {
  currency: sql`cast(null as varchar)`,
  amount: sql`cast(null as double)`,
};

/**
 * Rows that do not meet the condition, and are not `besides`, by the condition that leaves them out; see
 * `reasonsOf`.
 */
export const unmetCounts = (
  rows: Relation,
  { condition, unmet }: { condition: Sql; unmet: Sql },
  { currency, amount }: RowAmount,
  besides: Sql = sql`false`,
): Sql =>
  withFewValues(sql`
  select u.unmet, u.arrival_time, u.currency, count(*) as rows, 0 as events, sum(${micros(sql`u.amount`)}) as amount
  from (select ${unmet} as unmet, r.arrival_time, ${currency} as currency, ${amount} as amount
    from ${rows} as r where not ${condition} and not ${besides}) as u
  group by u.unmet, u.arrival_time, u.currency`);

/** Faulty rows by the index of their fault, by file and currency: fault, arrival_time, currency, rows, total. */
export const faultCounts = (faulty: Relation): Sql =>
  sql`select f.fault, f.arrival_time, f.currency, count(*) as rows, ${fromMicros(sql`sum(${micros(sql`f.amount`)})`)} as total
  from ${faulty} as f group by f.fault, f.arrival_time, f.currency order by all`;

/** One row per file: arrival_time, rows, those that have neither a key nor a date. */
export const furtherRows = (rows: Relation, isKeyless: Sql, hasNoDate: Sql): Sql =>
  sql`select r.arrival_time, count(*) as rows from ${rows} as r where ${isKeyless} and ${hasNoDate} group by r.arrival_time`;

/** The same of the faulty rows without a date (fault 0) that have no key either. */
export const furtherFaults = (faulty: Relation, rows: Relation, isKeyless: Sql): Sql =>
  sql`select r.arrival_time, count(*) as rows from ${faulty} as f join ${rows} as r on r.seq = f.seq
  where f.fault = 0 and ${isKeyless} group by r.arrival_time`;

export type CountedAmount = FileRows & { currency: string | null; total: number | null };

export type CountedReason = CountedAmount & { unmet: string; events: number };

/** The same reason without the value of its condition. */
export const withoutValue = (unmet: string): string => unmet.split(divider)[0]!;

/** Rows of a file that one reason leaves out. */
export interface FileLeftOut extends LeftOut {
  arrived_at: EpochMs;
}

/** The reasons of rows that were counted by `unmetCondition`. */
export const reasonsOf = (
  counted: readonly CountedReason[],
  reason: Extract<LeftOutReason, "condition" | "event_condition">,
  conditions: readonly ColumnCondition[],
): FileLeftOut[] =>
  counted.map(({ unmet, rows, events, arrival_time: arrived_at, currency, total }) => {
    const [index, value] = unmet.split(divider);
    const { column_name } = conditions[Number(index)]!;
    return {
      reason,
      column_name,
      rows,
      events,
      arrived_at,
      ...(value !== undefined && { value: value === missing ? null : value }),
      ...(total !== null && { amounts: [amountIn(currency, total)] }),
    };
  });

/** Rows of a reason that has no column, by file. */
export const rowsLeftOut = (reason: LeftOutReason, counted: readonly FileRows[]): FileLeftOut[] =>
  counted.map(({ arrival_time: arrived_at, rows }) => ({ reason, rows, events: 0, arrived_at }));

/** In place of the code of an amount that names no currency while others do, and may be in any. */
export const unnamed = "";

export const amountIn = (currency: string | null, value_total: number): CurrencyAmount =>
  currency === unnamed ? { currency: null, is_unnamed: true, value_total } : { currency, value_total };
