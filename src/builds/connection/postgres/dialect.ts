// PostgreSQL's dialect. Rows are read through a cursor, and one transaction replaces or merges all of them.

import pg from "pg";
import type { PostgresOptions } from "../../../domain/data/connection.js";
import { refuse } from "../../../errors/refusal.js";
import type { Row } from "../../../warehouse/engine.js";
import { ident, join, type Sql, sql } from "../../../warehouse/sql/sql.js";
import type { WrittenColumn } from "../database.js";
import type { Dialect, FoundColumn, OpenDialect, TableRow, Target } from "../dialect.js";
import { firstBytes } from "../kept-names.js";
import { type ColumnTypes, definitions, fields, identifiers, mergeInThree } from "../staged-table.js";
import { type PostgresClient, withPostgres } from "./session.js";

export const withPostgresDialect: OpenDialect<PostgresOptions> = (access, work) =>
  withPostgres(access, (client) => work(dialectOf(client, access.options.schema)));

const dialectOf = (client: PostgresClient, schema: string): Dialect => ({
  place: schema,
  run: (statement) => client.rows(statement),
  whileComputing: (work) => client.whileComputing(work),
  begin: { reading: sql`begin isolation level repeatable read read only`, writing: sql`begin` },

  listTables: () => listTables(client, schema, readable),
  columnsOf: (table) => columnsOf(client, schema, table),
  async *rowsOf(table, columns) {
    const texts = join(columns.map(({ name }) => sql`cast(${ident("t", name)} as text)`));
    await client.rows(sql`
declare table_rows no scroll cursor for select ${texts} from ${ident(schema, table)} as t`);
    yield* fetched(client, "fetch 5000 from table_rows");
  },

  names: { keep: (name) => firstBytes(name, 63), words: "keeps 63 bytes of a name" },
  named: (table) => ident(schema, table),
  find: async (table) => {
    const [found] = await client.rows<Found>(existing(schema, table));
    return found ? { comment: found.comment, structure: `${found.columns}\n\n${found.key}` } : null;
  },
  structureOf: ({ columns, key }) =>
    `${columns.map(({ name, type }) => `${name} ${type}`).join("\n")}\n\n${key?.join("\n") ?? null}`,
  stage: async (target, change, work) => {
    const { name, columns, key } = target;
    const body = key
      ? sql`${definitions(columns, types)}, primary key (${namesOf(key)})`
      : definitions(columns, types);
    const statements = {
      ...preparing(target, body),
      merge: [sql`create temporary table ${stagedRows} (${body}) on commit drop`],
    };
    for (const statement of statements[change]) await client.rows(statement);
    await work(change === "merge" ? stagedRows : name);
  },
  load: async (staged, { columns }, batches) => {
    const insert = insertion(staged, columns).text;
    for await (const rows of batches) await client.query(insert, [asJson(rows)]);
  },
  /** Violations of a primary key: of its uniqueness, or by null. */
  keys: {
    isRefused: (error) =>
      error instanceof pg.DatabaseError && (error.code === "23505" || error.code === "23502"),
  },
  bring: { place: () => [], swap: () => [], refill: () => [], merge },
});

/** Tables and views of a schema that the user may read: `readable` has a row for each. */
export const listTables = async (
  client: PostgresClient,
  schema: string,
  readable: (schema: string) => Sql,
): Promise<string[]> => {
  const schemas = await client.rows(
    sql`select 1 from pg_catalog.pg_namespace as n where n.nspname = ${schema}`,
  );
  if (schemas.length === 0) throw refuse("connection-failed", { detail: `there is no schema ${schema}` });
  return (await client.rows<{ name: string }>(readable(schema))).map(({ name }) => name);
};

/** One row per table, partitioned table, view, materialised view or foreign table: name. */
const readable = (schema: string) => sql`
select c.relname as name
from pg_catalog.pg_class as c
join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
where n.nspname = ${schema} and c.relkind in ('r', 'p', 'v', 'm', 'f')
  and not c.relispartition and has_table_privilege(c.oid, 'select')
order by c.relname`;

/** In order. */
export const columnsOf = (client: PostgresClient, schema: string, table: string): Promise<FoundColumn[]> =>
  client.rows(sql`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_catalog.pg_attribute as a
    join pg_catalog.pg_class as c on c.oid = a.attrelid
    join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relname = ${table} and a.attnum > 0 and not a.attisdropped
    order by a.attnum`);

/** Rows of a cursor, some at a time. `types` read what the server sends; default: as the driver does. */
export async function* fetched(
  client: PostgresClient,
  text: string,
  types?: pg.CustomTypesConfig,
): AsyncGenerator<TableRow[]> {
  for (;;) {
    const { rows } = await client.query<(string | null)[]>({
      text,
      rowMode: "array",
      ...(types && { types }),
    });
    if (rows.length === 0) return;
    yield rows;
  }
}

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

/** Statements after which the table is empty and has its structure and its mark. */
export const preparing = ({ name, mark }: Target, body: Sql): Record<"place" | "swap" | "refill", Sql[]> => {
  const place = [sql`create table ${name} (${body})`, sql`comment on table ${name} is ${mark}`];
  return { place, swap: [sql`drop table ${name}`, ...place], refill: [sql`delete from ${name}`] };
};

const stagedRows = ident("staged_rows");

const namesOf = (names: readonly string[]): Sql => join(names.map((name) => ident(name)));

const merge = (target: Target, staged: Sql): Sql[] => {
  const [name, key] = [target.name, target.key!];
  const isSameRow = sql`(${fields("s", key)}) = (${fields("t", key)})`;
  return mergeInThree(target, staged, {
    from: sql`${name} as t`,
    deletion: sql`delete from ${name} as t`,
    isSameRow,
    update: (values) => sql`
update ${name} as t set (${namesOf(values)}) = row(${fields("s", values)})
from ${staged} as s where ${isSameRow} and (${fields("s", values)}) is distinct from (${fields("t", values)})`,
  });
};

const insertion = (into: Sql, columns: readonly WrittenColumn[]): Sql => {
  const read = columns.map(({ type }, i) => sql`${ident(`c${i}`)} ${types[type]}`);
  return sql`
insert into ${into} (${identifiers(columns)})
select row.*
from json_to_recordset($1) as row (${join(read)})`;
};

const types: ColumnTypes = {
  text: sql`text`,
  "double precision": sql`double precision`,
  bigint: sql`bigint`,
  boolean: sql`boolean`,
};

const asJson = (rows: readonly Row[string][][]): string =>
  JSON.stringify(
    rows.map((values) => Object.fromEntries(values.map((value, i) => [`c${i}`, value]))),
    (_, value) => (typeof value === "bigint" ? String(value) : value),
  );
