// The table that a target writes in Redshift. One transaction replaces or merges all rows, so readers see the
// old rows or the new ones, and a killed step leaves the old ones. Redshift enforces no primary key, so the
// uniqueness of rows is looked up.

import type pg from "pg";
import { refuse } from "../../../errors/refusal.js";
import type { Row } from "../../../warehouse/engine.js";
import { ident, join, type Sql, sql } from "../../../warehouse/sql/sql.js";
import type { WrittenColumn, WrittenTable } from "../database.js";
import { firstBytes, keptColumns, type NameRule } from "../kept-names.js";
import { columnsOf } from "./tables.js";

/** Redshift writes names in lower case, quoted or not. */
const nameRule: NameRule = {
  keep: (name) => firstBytes(name.toLowerCase(), 127),
  words: "keeps 127 bytes of a name, in lower case",
};

/** Refuses what `WrittenTable` says. */
export const writeTable = async (
  client: pg.Client,
  schema: string,
  { table: given, mark, columns: written, key: keyNames }: WrittenTable,
  batches: AsyncIterable<Row[]>,
): Promise<void> => {
  const columns = keptColumns(written, nameRule);
  const key = columns.filter((_, i) => keyNames?.includes(written[i]!.name)).map(({ name }) => name);
  const table = nameRule.keep(given);
  const target: Target = { schema, table, columns, key };
  await client.query("begin");
  const isSame = await prepare(client, target, mark);
  const into = keyNames ? ident(stagedRows) : ident(schema, table);
  if (keyNames) await client.query(sql`create temporary table ${into} (${definitions(columns)})`.text);
  for await (const rows of batches) await insert(client, into, columns, written, rows);
  if (keyNames) {
    if (!(await isUnique(client, into, key)))
      throw refuse("table-key-repeated", { columns: keyNames.join(", ") });
    await merge(client, target, isSame);
  }
  await client.query("commit");
};

interface Target {
  schema: string;
  table: string;
  columns: readonly WrittenColumn[];
  key: readonly string[];
}

const stagedRows = "bellwether_staged_rows";

/** Creates the table, unless it is there with these columns, which is returned. Without a key it is empty then. */
const prepare = async (client: pg.Client, target: Target, mark: string): Promise<boolean> => {
  const { schema, table, columns, key } = target;
  const [found] = (await client.query<{ comment: string | null }>(existing(schema, table).text)).rows;
  if (found && found.comment !== mark) throw refuse("table-foreign", { schema, table });
  const spelled = (each: readonly { name: string; type: string }[]) =>
    JSON.stringify(each.map(({ name, type }) => [name, type]));
  const isSame =
    found !== undefined &&
    spelled(await columnsOf(client, schema, table)) ===
      spelled(columns.map(({ name, type }) => ({ name, type: typeNames[type].text })));
  const name = ident(schema, table);
  const created = [
    sql`create table ${name} (${definitions(columns)})`,
    sql`comment on table ${name} is ${mark}`,
  ];
  const emptied = key.length > 0 ? [] : [sql`delete from ${name}`];
  for (const statement of isSame ? emptied : [...(found ? [sql`drop table ${name}`] : []), ...created])
    await client.query(statement.text);
  return isSame;
};

/** One row if there is such a table or view: its comment. */
const existing = (schema: string, table: string): Sql => sql`
select obj_description(c.oid, 'pg_class') as comment
from pg_catalog.pg_class as c
join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
where n.nspname = ${schema} and c.relname = ${table}`;

/** Whether every row has a key, and no two have the same. */
const isUnique = async (client: pg.Client, rows: Sql, key: readonly string[]): Promise<boolean> => {
  const fields = join(key.map((name) => ident(name)));
  const isMissing = join(
    key.map((name) => sql`${ident(name)} is null`),
    " or ",
  );
  const without = await client.query(sql`select 1 from ${rows} where ${isMissing} limit 1`.text);
  const repeated = await client.query(
    sql`select count(*) from ${rows} group by ${fields} having count(*) > 1 limit 1`.text,
  );
  return without.rows.length === 0 && repeated.rows.length === 0;
};

/** Writes what is different. Rows that an earlier build wrote without the key may repeat it; they are all replaced. */
const merge = async (client: pg.Client, target: Target, isSame: boolean): Promise<void> => {
  const { schema, table, columns, key } = target;
  const [name, s] = [ident(schema, table), sql`${ident(stagedRows)} as s`];
  if (isSame && !(await isUnique(client, name, key))) await client.query(sql`delete from ${name}`.text);
  const names = columns.map((column) => column.name);
  const values = names.filter((column) => !key.includes(column));
  const each = (fields: readonly string[], form: (t: Sql, s: Sql) => Sql, separator: string) =>
    join(
      fields.map((field) => form(ident(table, field), ident("s", field))),
      separator,
    );
  const isSameRow = each(key, (t, s) => sql`${t} = ${s}`, " and ");
  await client.query(sql`delete from ${name} where not exists (select 1 from ${s} where ${isSameRow})`.text);
  if (values.length > 0) {
    const isChanged = each(values, (t, s) => sql`${t} <> ${s} or (${t} is null) <> (${s} is null)`, " or ");
    const assigned = join(values.map((field) => sql`${ident(field)} = ${ident("s", field)}`));
    await client.query(
      sql`update ${name} set ${assigned} from ${s} where ${isSameRow} and (${isChanged})`.text,
    );
  }
  await client.query(
    sql`
insert into ${name} (${join(names.map((field) => ident(field)))})
select ${each(names, (_, s) => s, ", ")} from ${s}
where not exists (select 1 from ${name} where ${isSameRow})`.text,
  );
};

/** Parameters of one statement; Redshift allows 32,767. */
const valuesAtOnce = 10_000;

const insert = async (
  client: pg.Client,
  into: Sql,
  columns: readonly WrittenColumn[],
  written: readonly WrittenColumn[],
  rows: readonly Row[],
): Promise<void> => {
  const rowsAtOnce = Math.ceil(valuesAtOnce / columns.length);
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    const part = rows.slice(first, first + rowsAtOnce);
    const values = part.flatMap((row) => written.map(({ name }) => sent(name, row[name] ?? null)));
    await client.query(insertion(into, columns, part.length), values);
  }
};

/** Refuses a text that a cast would cut without a word. */
const sent = (column: string, value: Row[string]): string | null => {
  if (value === null || (typeof value === "number" && !Number.isFinite(value))) return null;
  const text = String(value);
  if (Buffer.byteLength(text) > textBytes)
    throw refuse("connection-failed", {
      detail: `a text of ${column} is too long for Redshift, which keeps ${textBytes} bytes`,
    });
  return text;
};

const insertion = (into: Sql, columns: readonly WrittenColumn[], rows: number): string => {
  const tuple = (row: number) =>
    columns.map(({ type }, i) => `cast($${row * columns.length + i + 1} as ${typeNames[type].text})`);
  const tuples = Array.from({ length: rows }, (_, row) => `(${tuple(row).join(", ")})`);
  return `insert into ${into.text} (${join(columns.map(({ name }) => ident(name))).text}) values ${tuples.join(", ")}`;
};

const definitions = (columns: readonly WrittenColumn[]): Sql =>
  join(columns.map(({ name, type }) => sql`${ident(name)} ${typeNames[type]}`));

const textBytes = 65_535;

/** As the database spells them. Redshift's `text` has 256 bytes. */
const typeNames: Record<WrittenColumn["type"], Sql> = {
  text: sql`character varying(${textBytes})`,
  "double precision": sql`double precision`,
  bigint: sql`bigint`,
  boolean: sql`boolean`,
};
