// The table that a target writes. One transaction replaces or merges all rows, so readers see the old rows or
// the new ones, and a killed step leaves the old ones. While the columns and the key stay the same, the table
// itself stays, with its grants, indexes and views.

import pg from "pg";
import { refuse } from "../../../errors/refusal.js";
import type { Row } from "../../../warehouse/engine.js";
import { ident, join, type Sql, sql } from "../../../warehouse/sql/sql.js";
import type { WrittenColumn, WrittenTable } from "../database.js";
import { firstBytes, keptColumns, type NameRule } from "../kept-names.js";

/** Refuses what `WrittenTable` says. */
export const writeTable = async (
  client: pg.Client,
  schema: string,
  { table, mark, columns: written, key }: WrittenTable,
  batches: AsyncIterable<Row[]>,
): Promise<void> => {
  const columns = keptColumns(written, nameRule);
  const keyColumns = key && columns.filter((_, i) => key.includes(written[i]!.name)).map(({ name }) => name);
  const target = { schema, table, columns, key: keyColumns };
  const given = written.map(({ name }) => name);
  const insertInto = async (into: Sql) => {
    const insert = insertion(into, columns).text;
    for await (const rows of batches)
      await client.query(insert, [asJson(rows, given)]).catch((error) => {
        throw isNotUnique(error) ? refuse("table-key-repeated", { columns: key?.join(", ") ?? "" }) : error;
      });
  };
  await client.query("begin");
  const isSame = await prepare(client, target, mark);
  if (keyColumns && isSame) await merge(client, target, insertInto);
  else await insertInto(ident(schema, table));
  await client.query("commit");
};

interface Target {
  schema: string;
  table: string;
  columns: readonly WrittenColumn[];
  /** By the names in the database. */
  key: readonly string[] | null;
}

/** Creates the table, unless it is there as it has to be, which is returned. Without a key it is empty then. */
const prepare = async (client: pg.Client, target: Target, mark: string): Promise<boolean> => {
  const { schema, table, columns, key } = target;
  const [found] = (await client.query<Found>(existing(schema, table).text)).rows;
  if (found && found.comment !== mark) throw refuse("table-foreign", { schema, table });
  const isSame =
    found?.columns === columns.map(({ name, type }) => `${name} ${type}`).join("\n") &&
    found.key === (key?.join("\n") ?? null);
  const name = ident(schema, table);
  const statements = isSame
    ? key
      ? []
      : [sql`delete from ${name}`]
    : [...(found ? [sql`drop table ${name}`] : []), ...created(target, mark)];
  for (const statement of statements) await client.query(statement.text);
  return isSame;
};

/** Writes what is different. */
const merge = async (
  client: pg.Client,
  { schema, table, columns, key }: Target,
  insertInto: (into: Sql) => Promise<void>,
): Promise<void> => {
  const [name, staged] = [ident(schema, table), ident("staged_rows")];
  const names = columns.map((column) => column.name);
  const values = names.filter((column) => !key!.includes(column));
  const of = (row: string, fields: readonly string[]) => join(fields.map((field) => ident(row, field)));
  const isSameRow = sql`(${of("s", key!)}) = (${of("t", key!)})`;
  await client.query(
    sql`create temporary table ${staged} (${definitions(columns)}, primary key (${identifiers(key!)})) on commit drop`
      .text,
  );
  await insertInto(staged);
  await client.query(
    sql`delete from ${name} as t where not exists (select 1 from ${staged} as s where ${isSameRow})`.text,
  );
  if (values.length > 0)
    await client.query(
      sql`
update ${name} as t set (${identifiers(values)}) = row(${of("s", values)})
from ${staged} as s where ${isSameRow} and (${of("s", values)}) is distinct from (${of("t", values)})`.text,
    );
  await client.query(
    sql`
insert into ${name} (${identifiers(names)}) select ${of("s", names)} from ${staged} as s
where not exists (select 1 from ${name} as t where ${isSameRow})`.text,
  );
};

/** Violations of a primary key: of its uniqueness, or by null. */
const isNotUnique = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === "23505" || error.code === "23502");

interface Found {
  comment: string | null;
  columns: string;
  key: string | null;
}

/** One row if the table exists: its comment, its columns with their types, in order, and the columns of its key. */
const existing = (schema: string, table: string): Sql => sql`
select obj_description(c.oid, 'pg_class') as comment, (
  select string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), chr(10) order by a.attnum)
  from pg_catalog.pg_attribute as a
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
) as columns, (
  select string_agg(a.attname, chr(10) order by a.attnum)
  from pg_catalog.pg_constraint as k
  join pg_catalog.pg_attribute as a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
  where k.conrelid = c.oid and k.contype = 'p'
) as key
from pg_catalog.pg_class as c
join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
where n.nspname = ${schema} and c.relname = ${table}`;

const created = ({ schema, table, columns, key }: Target, mark: string): Sql[] => [
  sql`create table ${ident(schema, table)} (${definitions(columns)}${key ? sql`, primary key (${identifiers(key)})` : sql``})`,
  sql`comment on table ${ident(schema, table)} is ${mark}`,
];

const identifiers = (names: readonly string[]): Sql => join(names.map((name) => ident(name)));

const definitions = (columns: readonly WrittenColumn[]): Sql =>
  join(columns.map(({ name, type }) => sql`${ident(name)} ${typeNames[type]}`));

const insertion = (into: Sql, columns: readonly WrittenColumn[]): Sql => {
  const fields = columns.map(({ type }, i) => sql`${ident(`c${i}`)} ${typeNames[type]}`);
  return sql`
insert into ${into} (${identifiers(columns.map(({ name }) => name))})
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

/** PostgreSQL cuts longer names. */
const nameRule: NameRule = { keep: (name) => firstBytes(name, 63), words: "keeps 63 bytes of a name" };
