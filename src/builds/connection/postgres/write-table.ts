// The table that a target writes. One transaction replaces all rows, so readers see the old rows or the new ones, and a killed step
// leaves the old ones. The table's comment names the target, so that no other table is ever emptied. While the columns stay the
// same, the table itself stays, with its grants, indexes and views.

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
  /** Names the target that owns the table. */
  comment: string;
  columns: readonly WrittenColumn[];
}

/** Rows in `batches` have their values by column name. Refuses `table-foreign` and `table-columns-clash`. */
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

/** One row if the table exists: its comment, and its columns with their types, in order. */
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

/** The length at which PostgreSQL cuts names. */
const nameBytes = 63;

const fitting = (columns: readonly WrittenColumn[]): WrittenColumn[] => {
  const cut = columns.map(({ name, type }) => ({ name: firstBytes(name), type }));
  const twin = columns.find((_, i) => cut.findIndex(({ name }) => name === cut[i]!.name) < i);
  if (twin) throw refuse("table-columns-clash", { column: twin.name, bytes: nameBytes });
  return cut;
};

/** The longest prefix of whole characters that fits. */
const firstBytes = (name: string): string => {
  let cut = name;
  while (Buffer.byteLength(cut) > nameBytes) cut = [...cut].slice(0, -1).join("");
  return cut;
};
