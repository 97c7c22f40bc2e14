// A table that a target writes. All of it is replaced in one transaction: who reads has the rows of before or those of now, and a
// step that is killed leaves those of before. Its comment says whose it is, so that no table of somebody else's is ever emptied.
// As long as its columns stay, the table does too, with the rights, indexes and views that its owner gave it.

import type pg from "pg";
import { refuse } from "../../errors/refusal.js";
import type { Row } from "../../warehouse/engine.js";
import { ident, join, type Sql, sql } from "../../warehouse/sql/sql.js";

export interface WrittenColumn {
  name: string;
  type: "text" | "double precision" | "bigint" | "boolean";
}

export interface WrittenTable {
  schema: string;
  table: string;
  /** Says whose table it is. */
  comment: string;
  columns: readonly WrittenColumn[];
}

/** `batches` have each row by the columns' names. Refuses `table-foreign` and `table-columns-clash`. */
export const replaceTable = async (
  client: pg.Client,
  written: WrittenTable,
  batches: AsyncIterable<Row[]>,
): Promise<void> => {
  const named = { ...written, columns: fitting(written.columns) };
  await client.query("begin");
  await prepare(client, named);
  const insert = insertion(named).text;
  const names = written.columns.map(({ name }) => name);
  for await (const rows of batches) await client.query(insert, [asJson(rows, names)]);
  await client.query("commit");
};

const prepare = async (client: pg.Client, written: WrittenTable): Promise<void> => {
  const { schema, table, comment } = written;
  const [found] = (await client.query<Found>(existing(schema, table).text)).rows;
  if (found && found.comment !== comment) throw refuse("table-foreign", { schema, table });
  const isSame = found?.columns === written.columns.map(({ name, type }) => `${name} ${type}`).join("\n");
  const statements = isSame
    ? [emptied(written)]
    : [...(found ? [dropped(written)] : []), ...created(written)];
  for (const statement of statements) await client.query(statement.text);
};

interface Found {
  comment: string | null;
  columns: string;
}

/** One row, or none where there is no such table: its comment and its columns, each with its type, in their order. */
const existing = (schema: string, table: string): Sql => sql`
select obj_description(c.oid, 'pg_class') as comment, (
  select string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), chr(10) order by a.attnum)
  from pg_catalog.pg_attribute as a
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
) as columns
from pg_catalog.pg_class as c
join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
where n.nspname = ${schema} and c.relname = ${table}`;

const emptied = ({ schema, table }: WrittenTable): Sql => sql`delete from ${ident(schema, table)}`;
const dropped = ({ schema, table }: WrittenTable): Sql => sql`drop table ${ident(schema, table)}`;
const created = ({ schema, table, comment, columns }: WrittenTable): Sql[] => [
  sql`create table ${ident(schema, table)} (${join(columns.map(({ name, type }) => sql`${ident(name)} ${typeNames[type]}`))})`,
  sql`comment on table ${ident(schema, table)} is ${comment}`,
];

const insertion = ({ schema, table, columns }: WrittenTable): Sql => {
  const fields = columns.map(({ type }, i) => sql`${ident(`c${i}`)} ${typeNames[type]}`);
  return sql`
insert into ${ident(schema, table)} (${join(columns.map(({ name }) => ident(name)))})
select row.*
from json_to_recordset($1) as row (${join(fields)})`;
};

const typeNames: Record<WrittenColumn["type"], Sql> = {
  text: sql`text`,
  "double precision": sql`double precision`,
  bigint: sql`bigint`,
  boolean: sql`boolean`,
};

const asJson = (rows: readonly Row[], names: readonly string[]): string =>
  JSON.stringify(
    rows.map((row) => Object.fromEntries(names.map((name, i) => [`c${i}`, row[name] ?? null]))),
    (_, value) => (typeof value === "bigint" ? String(value) : value),
  );

/** What PostgreSQL keeps of a name. */
const nameBytes = 63;

const fitting = (columns: readonly WrittenColumn[]): WrittenColumn[] => {
  const cut = columns.map(({ name, type }) => ({ name: firstBytes(name), type }));
  const twin = columns.find((_, i) => cut.findIndex(({ name }) => name === cut[i]!.name) < i);
  if (twin) throw refuse("table-columns-clash", { column: twin.name, bytes: nameBytes });
  return cut;
};

/** As many whole characters as fit. */
const firstBytes = (name: string): string => {
  let cut = name;
  while (Buffer.byteLength(cut) > nameBytes) cut = [...cut].slice(0, -1).join("");
  return cut;
};
