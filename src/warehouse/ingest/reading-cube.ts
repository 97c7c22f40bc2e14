// Cube of the readings of a file (see `domain/proposal/readings/cube.ts`): one pass over the rows for each way
// in which they may be orders. The rows become parts of orders, equal rows of one order, and equal orders one
// cell.

import type { ColumnFormat, FieldMapping } from "../../domain/data/dataset.js";
import type { DetectedColumn } from "../../domain/data/dataset-findings.js";
import { leastAmount } from "../../domain/data/ledger.js";
import {
  type Cube,
  type CubeCell,
  type CubePlan,
  type Grouped,
  inside,
  nearEnd,
  outside,
  type RowKind,
  zoneHalfHours,
} from "../../domain/proposal/readings/cube.js";
import { isSumOf } from "../../domain/proposal/readings/state.js";
import { limits } from "../../domain/resource/limits.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import { conditionSql } from "../conditions.js";
import type { Engine } from "../engine.js";
import { fromMicros, micros } from "../features/arithmetic.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { type Column, findColumn } from "./columns.js";
import { sampledRows, spreadSample } from "./dates.js";
import { conditionOf } from "./events.js";
import { amountOf, joinedColumn, mapField, withDecimalCommas } from "./fields.js";
import { rowKeyOf } from "./identities.js";
import { readDates, timeSql } from "./missing-dates.js";
import { currencySql, numberSql } from "./numbers.js";
import type { Records } from "./read.js";

interface CubeRows {
  records: Records;
  /** The rows of orders of one row; and those of orders of several. */
  kept: Relation;
  lines: Relation;
  columns: readonly DetectedColumn[];
  now: EpochSeconds;
}

export const countCube = async (engine: Engine, rows: CubeRows, plan: CubePlan): Promise<Cube> => {
  const read = await readRows(engine, rows, plan);
  const cells: CubeCell[][] = [];
  for (const grouped of plan.groups) cells.push(await countCells(engine, rows, plan, grouped, read));
  return { plan, cells };
};

/** Expressions over a row `r`. */
interface ReadRows {
  times: Sql[];
  amounts: Sql[];
  isWhole: Sql;
  code: Sql;
  hasCustomer: Sql;
  isRefund: Sql;
  /** The text of each status column. */
  texts: Sql[];
  column(name: string): Column;
}

const readRows = async (
  engine: Engine,
  { records, columns }: CubeRows,
  plan: CubePlan,
): Promise<ReadRows> => {
  const names = columns.map(({ name }) => name);
  const column = (name: string) => findColumn(names, name, "expected");
  const sample = spreadSample(records, sampledRows);
  const amountSql = async (field: FieldMapping) => {
    const mapped = mapField(field, names, "expected");
    return amountOf(
      await withDecimalCommas(
        engine,
        sample,
        mapped,
        (part) => !records.numbers?.includes(part.column.index),
      ),
    );
  };
  const amounts = [];
  for (const field of plan.amounts) amounts.push(await amountSql(field));
  const moment = mapField(plan.mapping.data_map.datetime!, names, "expected");
  const times: Sql[] = [];
  for (const format of plan.dateFormats) {
    const at = joinedColumn(moment);
    const dates = await readDates(engine, records, at, (format as ColumnFormat | null) ?? moment.format);
    times.push(timeSql(at.sql, dates));
  }
  const own = plan.hasAmount ? amounts[0]!.parts.map(({ isFaulty }) => sql`not ${isFaulty}`) : [];
  const refundRows = plan.refunds.flatMap(({ rows }) => rows ?? []);
  const isRefund = refundRows.map(({ conditions }) =>
    conditionOf(conditions, columns, ({ sql: text }) => text),
  );
  const named = plan.customer.map((name) => column(name).sql);
  return {
    times,
    amounts: amounts.map(({ value }) => micros(value)),
    isWhole: join(own, " and ", "true"),
    code: plan.currency === null ? sql`cast(null as varchar)` : currencySql(column(plan.currency).sql),
    hasCustomer: named.length > 0 ? sql`coalesce(${join(named)}) is not null` : sql`true`,
    isRefund: join(isRefund, " or ", "false"),
    texts: plan.statuses.map(({ column_name, conditions, isListed }) => {
      const text = column(column_name).sql;
      if (isListed) return text;
      return sql`case when ${conditionOf(conditions, columns, ({ sql: read }) => read)} then 'met' else 'unmet' end`;
    }),
    column,
  };
};

const n = (name: string, index: number): Sql => ident(`${name}_${index}`);
const each = <T>(of: readonly T[], made: (one: T, index: number) => Sql): Sql =>
  join(
    of.map((one, i) => sql`, ${made(one, i)}`),
    "",
  );

const countCells = async (
  engine: Engine,
  { kept, lines, now, columns }: CubeRows,
  plan: CubePlan,
  grouped: Grouped,
  read: ReadRows,
): Promise<CubeCell[]> => {
  const { key } = grouped;
  const eventOf = (names: readonly string[]) => {
    const parts = names.map((name) => read.column(name).sql);
    return sql`case when coalesce(${join(parts)}) is not null then ${rowKeyOf(parts)} else -1 - r.seq end`;
  };
  const refundKey = plan.refunds.find(({ rows }) => rows?.event_key)?.rows?.event_key;
  const event =
    key === null
      ? sql`r.seq`
      : refundKey
        ? sql`case when ${read.isRefund} then ${eventOf(refundKey)} else ${eventOf(key)} end`
        : eventOf(key);
  const isSingle = key === null;
  const staged = await engine.createTable(
    "cube_row",
    sql`select r.seq, ${event} as event, (${read.isRefund}) as is_refund, ${read.code} as code,
      (${read.hasCustomer}) as has_customer, ${isSingle ? sql`0` : sql`r.file`} as file
      ${each(read.times, (time, i) => sql`${time} as ${n("time", i)}`)}
      ${each(read.texts, (text, i) => sql`${text} as ${n("text", i)}`)}
      ${each(read.amounts, (amount, i) => sql`${amount} as ${n("amount", i)}`)}
    from ${isSingle ? kept : lines} as r where ${read.isWhole}`,
  );
  // A row without a status has that of the first row of its order.
  const firsts = isSingle
    ? null
    : await engine.createTable(
        "cube_first",
        sql`select l.event, l.is_refund, max(l.file) as newest_file
          ${each(read.texts, (_, i) => sql`arg_min(l.${n("text", i)}, l.seq) as ${n("text", i)}`)}
        from ${staged} as l group by l.event, l.is_refund`,
      );
  const textOf = (i: number) =>
    firsts && !plan.statuses[i]!.isOfRows
      ? sql`coalesce(l.${n("text", i)}, f.${n("text", i)})`
      : sql`l.${n("text", i)}`;
  const texts = plan.statuses.map((_, i) => textOf(i));
  const joined = firsts
    ? sql`join ${firsts} as f on f.event = l.event and f.is_refund = l.is_refund and f.newest_file = l.file`
    : sql``;
  const parts = await engine.createTable(
    "cube_part",
    sql`select p.*, ${rowKeyOf([sql`p.is_refund`, ...texts.map((_, i) => sql`p.${n("text", i)}`)])} as kind
    from (select l.event, l.is_refund ${each(texts, (text, i) => sql`${text} as ${n("text", i)}`)},
      min(l.seq) as seq, min(l.code) as least_code, max(l.code) as most_code, bool_or(l.has_customer) as has_customer
      ${each(read.times, (_, i) => sql`min(l.${n("time", i)}) as ${n("time", i)}`)}
      ${each(read.amounts, (_, i) => sql`arg_min(l.${n("amount", i)}, l.seq) as ${n("first", i)}, sum(l.${n("amount", i)}) as ${n("sum", i)}`)}
    from ${staged} as l ${joined}
    group by l.event, l.is_refund ${each(texts, (text) => text)}) as p`,
  );
  const orders = await engine.createTable("cube_order", ordersOf(parts, plan, now));
  const most = limits.cubeCells.is;
  const rows = await engine.rows<Record<string, string | number | boolean | null>>(sql`
    select o.signature, o.code, o.has_customer, o.emptied ${each(read.times, (_, i) => sql`o.${n("slot", i)}`)},
      cast(p.kind as varchar) as kind, count(*) as orders
      ${each(read.amounts, (_, i) => sql`coalesce(${fromMicros(sql`sum(p.${n("first", i)})`)}, 0) as ${n("first", i)}, coalesce(${fromMicros(sql`sum(p.${n("sum", i)})`)}, 0) as ${n("sum", i)}`)}
    from ${parts} as p join ${orders} as o on o.event = p.event
    group by o.signature, o.code, o.has_customer, o.emptied ${each(read.times, (_, i) => sql`o.${n("slot", i)}`)}, p.kind
    order by o.signature, o.code, o.has_customer, o.emptied ${each(read.times, (_, i) => sql`o.${n("slot", i)}`)}, p.kind
    limit ${most + 1}`);
  const kinds = await kindsOf(engine, parts, plan, columns);
  await engine.drop(staged, parts, orders, ...(firsts ? [firsts] : []));
  return rows.length > most || kinds === null ? [] : cellsOf(rows, kinds, plan);
};

/**
 * One row per order: event, signature (its kinds in the order of their rows), code, has_customer, emptied (a
 * bit for each refunding) and slot_<i>. An order of refunds alone is one, too.
 */
const ordersOf = (parts: Relation, plan: CubePlan, now: EpochSeconds): Sql => {
  const { amounts, refunds, mapping, dateFormats, period } = plan;
  const own = mapping.data_map.value;
  const ofOrder = (amount: number, isSum: boolean) =>
    isSum
      ? sql`sum(p.${n("sum", amount)}) filter (where not p.is_refund)`
      : sql`arg_min(p.${n("first", amount)}, p.seq) filter (where not p.is_refund)`;
  const value = amounts.length > 0 ? ofOrder(0, own !== undefined && isSumOf(own)) : sql`null`;
  const emptied = refunds.map(({ amount, rows, field }, i) => {
    const back = rows
      ? sql`abs(sum(p.${n("sum", amount)}) filter (where p.is_refund))`
      : sql`abs(${ofOrder(amount, field?.aggregate === "sum")})`;
    return sql`case when ${fromMicros(back)} > ${leastAmount} and ${fromMicros(sql`(${value}) - ${back}`)} <= ${leastAmount} then ${2 ** i} else 0 end`;
  });
  const ofSales = (i: number) =>
    sql`coalesce(min(p.${n("time", i)}) filter (where not p.is_refund), min(p.${n("time", i)}))`;
  return sql`select o.event, o.signature, o.code, o.has_customer, o.emptied
    ${each(dateFormats, (_, i) => sql`${slotSql(sql`o.${n("time", i)}`, period, now)} as ${n("slot", i)}`)}
  from (select p.event, string_agg(cast(p.kind as varchar), ',' order by p.seq, p.kind) as signature,
    case when min(p.least_code) = max(p.most_code) then min(p.least_code) when count(p.least_code) > 0 then '?' end as code,
    bool_or(p.has_customer) as has_customer, cast(${join(emptied, " + ", "0")} as integer) as emptied
    ${each(dateFormats, (_, i) => sql`${ofSales(i)} as ${n("time", i)}`)}
  from ${parts} as p group by p.event) as o`;
};

const day = 86_400;

const slotSql = (time: Sql, period: CubePlan["period"], now: EpochSeconds): Sql => {
  if (period === null) return sql`case when ${time} <= ${now} then ${inside} end`;
  const { from, until } = period;
  const [ahead, behind] = [zoneHalfHours.ahead * 1800, -zoneHalfHours.behind * 1800];
  const near = (edge: number) => sql`(${time} >= ${edge - ahead} and ${time} < ${edge + behind})`;
  const halfHours = (edge: number) => sql`cast(floor((${time} - ${edge}) / 1800) as integer)`;
  const middle = from + Math.max(day, until - from) / 2;
  return sql`case when ${time} is null or ${time} > ${now} then null
    when ${near(from)} and ${time} < ${middle} then ${halfHours(from)}
    when ${near(until)} then ${nearEnd} + ${halfHours(until)}
    when ${time} >= ${from} and ${time} < ${until} then ${inside} else ${outside} end`;
};

/** The kinds of rows by key; null where they are too many. */
const kindsOf = async (
  engine: Engine,
  parts: Relation,
  { statuses }: CubePlan,
  columns: readonly DetectedColumn[],
): Promise<Map<string, RowKind> | null> => {
  const typeOf = (name: string) => columns.find((column) => column.name === name)?.data_type;
  const met = statuses.map(({ column_name, conditions, isListed }, i) => {
    const text = sql`p.${n("text", i)}`;
    if (!isListed) return sql`coalesce(${text} = 'met', false)`;
    const isNumber = typeOf(column_name) === "number";
    return conditionSql(conditions, () => ({
      expression: isNumber ? numberSql(text) : text,
      type: isNumber ? ("number" as const) : ("text" as const),
    }));
  });
  const most = limits.cubeCells.is;
  const rows = await engine.rows(sql`
    select distinct cast(p.kind as varchar) as kind, p.is_refund
      ${each(statuses, (_, i) => sql`p.${n("text", i)} as ${n("text", i)}, ${met[i]!} as ${n("met", i)}`)}
    from ${parts} as p limit ${most + 1}`);
  if (rows.length > most) return null;
  return new Map(
    rows.map((row) => [
      String(row.kind),
      {
        isRefund: row.is_refund === true,
        values: statuses.map((_, i) => (row[`text_${i}`] ?? null) as string | null),
        isMet: statuses.map((_, i) => row[`met_${i}`] === true),
      },
    ]),
  );
};

const cellsOf = (
  rows: readonly Record<string, string | number | boolean | null>[],
  kinds: ReadonlyMap<string, RowKind>,
  { amounts, refunds, dateFormats }: CubePlan,
): CubeCell[] => {
  const cells = new Map<
    string,
    CubeCell & { signature: string[]; byKind: Map<string, CubeCell["parts"][number]> }
  >();
  for (const row of rows) {
    const slots = dateFormats.map((_, i) => row[`slot_${i}`] as number | null);
    const name = JSON.stringify([row.signature, row.code, row.has_customer, row.emptied, slots]);
    let cell = cells.get(name);
    if (!cell) {
      cell = {
        orders: Number(row.orders),
        currency: row.code as string | null,
        hasCustomer: row.has_customer === true,
        slots,
        isEmptied: refunds.map((_, i) => (Number(row.emptied) & (2 ** i)) !== 0),
        signature: String(row.signature).split(","),
        byKind: new Map(),
        parts: [],
      };
      cells.set(name, cell);
    }
    const sums = (of: string) => Float64Array.from(amounts, (_, i) => Number(row[`${of}_${i}`]));
    cell.byKind.set(String(row.kind), {
      kind: kinds.get(String(row.kind))!,
      first: sums("first"),
      sum: sums("sum"),
    });
  }
  return [...cells.values()].map(({ signature, byKind, ...cell }) => ({
    ...cell,
    parts: signature.map((kind) => byKind.get(kind)!),
  }));
};
