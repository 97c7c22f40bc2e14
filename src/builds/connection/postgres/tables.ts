// Tables of a PostgreSQL schema: their list, and a table's rows as a CSV file. The rows are those of one
// moment, read in one transaction some thousand at a time.

import type pg from "pg";
import { refuse } from "../../../errors/refusal.js";
import { ident, join, type Sql, sql } from "../../../warehouse/sql/sql.js";
import { type TableRow, writeRows } from "../table-file.js";
import type { PostgresClient } from "./session.js";

/**
 * Tables and views that the user may read, in order of name. Refuses `connection-failed` if the schema does
 * not exist.
 */
export const listTables = async (client: pg.Client, schema: string): Promise<string[]> => {
  await requireSchema(client, schema);
  const found = await client.query<{ name: string }>(readable(schema).text);
  return found.rows.map(({ name }) => name);
};

/** Refuses `connection-failed`. */
export const requireSchema = async (client: pg.Client, schema: string): Promise<void> => {
  const schemas = sql`select 1 from pg_catalog.pg_namespace as n where n.nspname = ${schema}`;
  if ((await client.query(schemas.text)).rowCount === 0)
    throw refuse("connection-failed", { detail: `there is no schema ${schema}` });
};

/** One row per table, partitioned table, view, materialised view or foreign table: name. */
const readable = (schema: string) => sql`
select c.relname as name
from pg_catalog.pg_class as c
join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
where n.nspname = ${schema} and c.relkind in ('r', 'p', 'v', 'm', 'f')
  and not c.relispartition and has_table_privilege(c.oid, 'select')
order by c.relname`;

const rowsAtOnce = 5_000;

/** Writes a header and one line per row, in no order; null is empty. Refuses `table-unknown`. */
export const writeTableFile = async (
  client: PostgresClient,
  schema: string,
  table: string,
  file: string,
): Promise<void> => {
  await client.query("begin isolation level repeatable read read only");
  const columns = await columnsOf(client, schema, table);
  await client.query(sql`declare table_rows no scroll cursor for ${asText(schema, table, columns)}`.text);
  await client.whileComputing(() => writeRows(file, columns, batches(client)));
  await client.query("commit");
};

const columnsOf = async (client: pg.Client, schema: string, table: string): Promise<string[]> => {
  const tables = await listTables(client, schema);
  if (!tables.includes(table))
    throw refuse("table-unknown", { table, schema, tables: tables.join(", ") || "none" });
  const found = await client.query<{ name: string }>(columnNames(schema, table).text);
  return found.rows.map(({ name }) => name);
};

/** One row per column, in order: name. */
const columnNames = (schema: string, table: string): Sql => sql`
select a.attname as name
from pg_catalog.pg_attribute as a
join pg_catalog.pg_class as c on c.oid = a.attrelid
join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
where n.nspname = ${schema} and c.relname = ${table} and a.attnum > 0 and not a.attisdropped
order by a.attnum`;

/** One row per row of the table, every column as text. */
const asText = (schema: string, table: string, columns: readonly string[]): Sql => sql`
select ${join(columns.map((column) => sql`cast(${ident("t", column)} as text)`))}
from ${ident(schema, table)} as t`;

async function* batches(client: pg.Client): AsyncGenerator<TableRow[]> {
  for (;;) {
    const text = `fetch ${rowsAtOnce} from table_rows`;
    const { rows } = await client.query<(string | null)[]>({ text, rowMode: "array" });
    if (rows.length === 0) return;
    yield rows;
  }
}
