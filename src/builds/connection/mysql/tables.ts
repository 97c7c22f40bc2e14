// Tables of a MySQL database: their list, and a table's rows as a CSV file. The rows are those of one moment,
// and are written as they arrive.

import { refuse } from "../../../errors/refusal.js";
import { ident, join, type Sql, sql } from "../../../warehouse/sql/sql.js";
import { type TableRow, writeRows } from "../table-file.js";
import type { MysqlSession } from "./session.js";

/** Tables and views with a column that the user may read, in order of name. */
export const listTables = async (session: MysqlSession): Promise<string[]> => {
  const found = await session.rows<{ name: string }>(sql`
    select distinct c.table_name as name from (${readable}) as c`);
  return found.map(({ name }) => name).sort();
};

/**
 * One row per column of the session's database that the user may read: table_name, column_name, data_type,
 * ordinal_position.
 */
const readable = sql`
select c.table_name as table_name, c.column_name as column_name, c.data_type as data_type,
  c.ordinal_position as ordinal_position
from information_schema.columns as c
where c.table_schema = database() and find_in_set('select', c.privileges) > 0`;

/** Writes a header and one line per row, in no order; null is empty. Refuses `table-unknown`. */
export const writeTableFile = async (
  session: MysqlSession,
  database: string,
  table: string,
  file: string,
): Promise<void> => {
  await session.rows(sql`start transaction with consistent snapshot, read only`);
  const tables = await listTables(session);
  if (!tables.includes(table))
    throw refuse("table-unknown", { table, schema: database, tables: tables.join(", ") || "none" });
  const columns = await session.rows<Column>(sql`
    select c.column_name as name, c.data_type as type from (${readable}) as c
    where cast(c.table_name as binary) = cast(${table} as binary) order by c.ordinal_position`);
  const rows = session.stream(sql`select ${join(columns.map(asText))} from ${ident(table)} as t`);
  const names = columns.map(({ name }) => name);
  await session.whileComputing(() => writeRows(file, names, inBatches(rows)));
  await session.rows(sql`commit`);
};

type Column = { name: string; type: string };

/** A value that the server sends as text without loss. Moments are in UTC, and bytes hexadecimal. */
const asText = ({ name, type }: Column): Sql => {
  const column = ident("t", name);
  if (type === "float") return sql`${column} + 0e0`;
  if (type === "bit") return sql`cast(${column} as unsigned)`;
  if (/binary|blob/.test(type)) return sql`lower(hex(${column}))`;
  if (geometries.test(type)) return sql`st_astext(${column})`;
  if (type === "timestamp") return sql`concat(${withoutZero(column)}, '+00')`;
  if (type === "date" || type === "datetime") return withoutZero(column);
  return column;
};

const geometries = /^(geometry|geomcollection|geometrycollection|(multi)?(point|linestring|polygon))$/;

/** The date 0000-00-00 stands for none. */
const withoutZero = (column: Sql): Sql =>
  sql`case when cast(${column} as char) not like '0000-00-00%' then cast(${column} as char) end`;

async function* inBatches(rows: AsyncIterable<TableRow>): AsyncGenerator<TableRow[]> {
  let batch: TableRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < rowsAtOnce) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

const rowsAtOnce = 1_000;
