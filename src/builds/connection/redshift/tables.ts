// Tables of a Redshift schema: their list, and a table's rows as a CSV file. The rows are those of one
// statement, which a cursor reads some at a time.

import type pg from "pg";
import { refuse } from "../../../errors/refusal.js";
import { ident, join, sql } from "../../../warehouse/sql/sql.js";
import type { PostgresClient } from "../postgres/session.js";
import { requireSchema } from "../postgres/tables.js";
import { type TableRow, writeRows } from "../table-file.js";

/**
 * Tables and views that the user may read, in order of name. Refuses `connection-failed` if the schema does
 * not exist.
 */
export const listTables = async (client: pg.Client, schema: string): Promise<string[]> => {
  await requireSchema(client, schema);
  const readable = sql`
    select c.relname as name
    from pg_catalog.pg_class as c
    join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relkind in ('r', 'v') and has_table_privilege(c.oid, 'select')`;
  const { rows } = await client.query<{ name: string }>(readable.text);
  return rows.map(({ name }) => name).sort();
};

/** A cluster of one node gives no more. */
const rowsAtOnce = 1_000;

/** Writes a header and one line per row, in no order; null is empty. Refuses `table-unknown`. */
export const writeTableFile = async (
  client: PostgresClient,
  schema: string,
  table: string,
  file: string,
): Promise<void> => {
  const tables = await listTables(client, schema);
  if (!tables.includes(table))
    throw refuse("table-unknown", { table, schema, tables: tables.join(", ") || "none" });
  const columns = (await columnsOf(client, schema, table)).map(({ name }) => name);
  const rows = sql`select ${join(columns.map((name) => ident(name)))} from ${ident(schema, table)}`;
  await client.query("begin read only");
  await client.whileComputing(async () => {
    await client.query(sql`declare table_rows cursor for ${rows}`.text);
    await writeRows(file, columns, batches(client));
  });
  await client.query("commit");
};

/** In order, with types as the database spells them. */
export const columnsOf = async (
  client: pg.Client,
  schema: string,
  table: string,
): Promise<{ name: string; type: string }[]> => {
  const columns = sql`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_catalog.pg_attribute as a
    join pg_catalog.pg_class as c on c.oid = a.attrelid
    join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relname = ${table} and a.attnum > 0 and not a.attisdropped
    order by a.attnum`;
  return (await client.query<{ name: string; type: string }>(columns.text)).rows;
};

async function* batches(client: pg.Client): AsyncGenerator<TableRow[]> {
  for (;;) {
    const text = `fetch forward ${rowsAtOnce} from table_rows`;
    const { rows } = await client.query<(string | null)[]>({ text, rowMode: "array", types: asSent });
    if (rows.length === 0) return;
    yield rows;
  }
}

/** Object identifier of the type boolean, which Redshift cannot cast to a text. */
const boolean = 16;

/** The text that the server sends, which loses nothing. */
const asSent: pg.CustomTypesConfig = {
  getTypeParser: (type: number) =>
    type === boolean ? (text: string) => (text === "t" ? "true" : "false") : (text: string) => text,
};
