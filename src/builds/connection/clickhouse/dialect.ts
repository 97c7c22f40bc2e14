// ClickHouse's dialect. One query reads a table, so the rows are those of one moment. Rows are inserted into a staged
// table, which takes the place of the table in one step. Keys are not enforced, and rows are cheaper to write again
// than to change one by one.

import type { ClickhouseOptions } from "../../../domain/data/connection.js";
import { refuse } from "../../../errors/refusal.js";
import { ident, join, type Sql, sql } from "../../../warehouse/sql/sql.js";
import type { WrittenColumn } from "../database.js";
import type { Dialect, FoundColumn, OpenDialect, Target } from "../dialect.js";
import { type ColumnTypes, definitions, findOwn, structureOf } from "../staged-table.js";
import { type Clickhouse, withClickhouse } from "./session.js";

export const withClickhouseDialect: OpenDialect<ClickhouseOptions> = (access, work) =>
  withClickhouse(access, (session) => work(dialectOf(session, access.options)));

const dialectOf = (session: Clickhouse, { database }: ClickhouseOptions): Dialect => {
  const columnsOf = async (table: string): Promise<FoundColumn[]> => {
    const found = await session.rows(sql`
select c.name, c.type from system.columns as c
where c.database = ${database} and c.table = ${table} order by c.position`);
    const columns = found.map(([name, type]) => ({ name: name!, type: type! }));
    return columns.filter(({ type }) => !/^AggregateFunction\(/.test(type));
  };
  const exchange = ({ name }: Target, staged: Sql): Sql[] => [
    sql`exchange tables ${staged} and ${name}`,
    sql`drop table ${staged}`,
  ];
  const dialect: Dialect = {
    place: database,
    run: (statement) => session.rows(statement),

    listTables: async () => {
      const found = await session.rows(
        sql`select d.name from system.databases as d where d.name = ${database}`,
      );
      if (found.length === 0)
        throw refuse("connection-failed", { detail: `there is no database ${database}` });
      const tables = sql`
select t.name from system.tables as t
where t.database = ${database} and not startsWith(t.name, '.inner') order by t.name`;
      return (await session.rows(tables)).map(([name]) => name!);
    },
    columnsOf,
    rowsOf: (table, columns) =>
      session.batches(sql`select ${join(columns.map(asText))} from ${dialect.named(table)} as t`),

    named: (table) => ident(database, table),
    find: async (table) => {
      const [found] = await session.rows(sql`
select t.comment from system.tables as t where t.database = ${database} and t.name = ${table}`);
      return found ? { comment: found[0]!, structure: structureOf(await columnsOf(table)) } : null;
    },
    structureOf: ({ columns }) =>
      structureOf(columns.map(({ name, type }) => ({ name, type: foundTypes[type] }))),
    stage: async ({ table, mark, columns }, _, work) => {
      const name = `${table}__staged`;
      const staged = dialect.named(name);
      // A build that was killed left it.
      if (await findOwn(dialect, name, mark)) await session.rows(sql`drop table ${staged}`);
      await session.rows(sql`
create table ${staged} (${definitions(columns, types)}) engine = MergeTree order by tuple() comment ${mark}`);
      await work(staged);
    },
    load: (staged, _, batches) => session.insert(staged, batches),
    keys: { rows: (statement) => session.rows(statement) },
    bring: {
      place: ({ name }, staged) => [sql`rename table ${staged} to ${name}`],
      swap: exchange,
      refill: exchange,
      merge: exchange,
    },
  };
  return dialect;
};

/** A value as text without loss; times are in UTC, and what has parts is JSON. */
const asText = ({ name, type }: FoundColumn): Sql => {
  const value = ident("t", name);
  const plain = type.replace(/^LowCardinality\((.*)\)$/, "$1").replace(/^Nullable\((.*)\)$/, "$1");
  if (plain === "String") return value;
  if (/^FixedString\(/.test(plain)) return sql`toStringCutToZero(${value})`;
  if (/^DateTime(64)?\b/.test(plain)) return sql`toString(toTimeZone(${value}, 'UTC'))`;
  if (/^(Array|Map|Tuple|Nested|Variant|Dynamic|JSON|Object)\b/.test(plain))
    return sql`toJSONString(${value})`;
  return sql`toString(${value})`;
};

const types: ColumnTypes = {
  text: sql`Nullable(String)`,
  "double precision": sql`Nullable(Float64)`,
  bigint: sql`Nullable(Int64)`,
  boolean: sql`Nullable(Bool)`,
};

const foundTypes: Record<WrittenColumn["type"], string> = {
  text: "Nullable(String)",
  "double precision": "Nullable(Float64)",
  bigint: "Nullable(Int64)",
  boolean: "Nullable(Bool)",
};
