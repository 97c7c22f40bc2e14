// Redshift's dialect. It speaks PostgreSQL's protocol, and its SQL is that of PostgreSQL 8: statements here keep
// to what both know, so that they can be tried on PostgreSQL. It enforces no primary key.

import type pg from "pg";
import type { RedshiftOptions } from "../../../domain/data/connection.js";
import { refuse } from "../../../errors/refusal.js";
import type { Row } from "../../../warehouse/engine.js";
import { ident, join, type Sql, sql } from "../../../warehouse/sql/sql.js";
import type { WrittenColumn } from "../database.js";
import type { Dialect, OpenDialect, Target } from "../dialect.js";
import { firstBytes } from "../kept-names.js";
import { columnsOf, fetched, listTables, preparing } from "../postgres/dialect.js";
import { type PostgresClient, withPostgres } from "../postgres/session.js";
import {
  type ColumnTypes,
  definitions,
  identifiers,
  mergeInThree,
  paired,
  portions,
  repeatedKey,
  structureOf,
} from "../staged-table.js";

export const withRedshiftDialect: OpenDialect<RedshiftOptions> = (access, work) =>
  withPostgres(access, async (client) => {
    for (const setting of settings) await client.rows(setting);
    return work(dialectOf(client, access.options.schema));
  });

/** Moments are in UTC, and fractions have all their digits. */
const settings = [sql`set datestyle to ISO`, sql`set timezone to 'UTC'`, sql`set extra_float_digits to 2`];

const dialectOf = (client: PostgresClient, schema: string): Dialect => ({
  place: schema,
  run: (statement) => client.rows(statement),
  whileComputing: (work) => client.whileComputing(work),
  begin: { writing: sql`begin` },

  listTables: async () => (await listTables(client, schema, readable)).sort(),
  columnsOf: (table) => columnsOf(client, schema, table),
  async *rowsOf(table, columns) {
    const rows = sql`select ${identifiers(columns)} from ${ident(schema, table)}`;
    await client.rows(sql`begin read only`);
    await client.rows(sql`declare table_rows cursor for ${rows}`);
    // A cluster of one node gives no more at once.
    yield* fetched(client, "fetch forward 1000 from table_rows", asSent);
    await client.rows(sql`commit`);
  },

  names: { keep, keepTable: keep, words: "keeps 127 bytes of a name, in lower case" },
  named: (table) => ident(schema, table),
  find: async (table) => {
    const [found] = await client.rows<{ comment: string | null }>(existing(schema, table));
    return found
      ? { comment: found.comment, structure: structureOf(await columnsOf(client, schema, table)) }
      : null;
  },
  structureOf: ({ columns }) =>
    structureOf(columns.map(({ name, type }) => ({ name, type: types[type].text }))),
  stage: async (target, change, work) => {
    const { name, columns, key } = target;
    const body = definitions(columns, types);
    const statements = { ...preparing(target, body), merge: [] };
    const staged = key ? [sql`create temporary table ${stagedRows} (${body})`] : [];
    for (const statement of [...statements[change], ...staged]) await client.rows(statement);
    await work(key ? stagedRows : name);
  },
  load: async (staged, { columns }, batches) => {
    for await (const rows of portions(batches, columns)) {
      const values = rows.flatMap((row) => row.map((value, i) => sent(columns[i]!.name, value)));
      await client.query(insertion(staged, columns, rows.length), values);
    }
  },
  keys: { rows: (statement) => client.rows(statement) },
  bring: {
    place: merge,
    swap: merge,
    refill: () => [],
    /** Rows that an earlier build wrote without the key may repeat it; they are all replaced. */
    merge: async (target, staged) => {
      const repeated = await client.rows(repeatedKey(target.name, target.key!));
      return [...(repeated.length > 0 ? [sql`delete from ${target.name}`] : []), ...merge(target, staged)];
    },
  },
});

const readable = (schema: string): Sql => sql`
    select c.relname as name
    from pg_catalog.pg_class as c
    join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relkind in ('r', 'v') and has_table_privilege(c.oid, 'select')`;

/** Object identifier of the type boolean, which Redshift cannot cast to a text. */
const boolean = 16;

/** The text that the server sends, which loses nothing. */
const asSent: pg.CustomTypesConfig = {
  getTypeParser: (type: number) =>
    type === boolean ? (text: string) => (text === "t" ? "true" : "false") : (text: string) => text,
};

/** Redshift writes names in lower case, quoted or not. */
const keep = (name: string): string => firstBytes(name.toLowerCase(), 127);

/** One row if there is such a table or view: its comment. */
const existing = (schema: string, table: string): Sql => sql`
select obj_description(c.oid, 'pg_class') as comment
from pg_catalog.pg_class as c
join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
where n.nspname = ${schema} and c.relname = ${table}`;

const stagedRows = ident("bellwether_staged_rows");

/** Redshift does not know `is distinct from`. */
const isDifferent = (t: Sql, s: Sql): Sql => sql`${t} <> ${s} or (${t} is null) <> (${s} is null)`;

/** Nothing without a key: the rows are in the table already. */
const merge = (target: Target, staged: Sql): Sql[] => {
  const { name, table, key } = target;
  if (!key) return [];
  const isSameRow = paired([table, "s"], key, (t, s) => sql`${t} = ${s}`, " and ");
  return mergeInThree(target, staged, {
    from: name,
    deletion: sql`delete from ${name}`,
    isSameRow,
    update: (values) => {
      const isChanged = paired([table, "s"], values, isDifferent, " or ");
      const assigned = join(values.map((field) => sql`${ident(field)} = ${ident("s", field)}`));
      return sql`update ${name} set ${assigned} from ${staged} as s where ${isSameRow} and (${isChanged})`;
    },
  });
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
    columns.map(({ type }, i) => `cast($${row * columns.length + i + 1} as ${types[type].text})`);
  const tuples = Array.from({ length: rows }, (_, row) => `(${tuple(row).join(", ")})`);
  return `insert into ${into.text} (${identifiers(columns).text}) values ${tuples.join(", ")}`;
};

const textBytes = 65_535;

/** Redshift's `text` has 256 bytes. */
const types: ColumnTypes = {
  text: sql`character varying(${textBytes})`,
  "double precision": sql`double precision`,
  bigint: sql`bigint`,
  boolean: sql`boolean`,
};
