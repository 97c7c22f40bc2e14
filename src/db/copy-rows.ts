// Copies of a store. A copy is a SQLite file whatever the store is, so that a backup of one kind of store can
// be restored into the other. Rows are those of one moment, although the service goes on writing.

import { chmod, open } from "node:fs/promises";
import { DatabaseSync } from "@photostructure/sqlite";
import { type Kysely, sql, type Transaction } from "kysely";
import { type Db, openDb } from "./connection.js";
import { isPostgres } from "./postgres.js";
import type { Database } from "./schema.js";

/** Writes a copy of the store to a new file. `sqliteFile`: that of the store, if it is SQLite. */
export const copyStore = async (db: Db, sqliteFile: string, to: string): Promise<void> => {
  await (await open(to, "wx", 0o600)).close();
  if (db.kind === "sqlite") return vacuumInto(sqliteFile, to);
  const copy = await openDb({ file: to, isAlone: true });
  try {
    await db.kysely
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute((trx) => copy.transaction((into) => copyRows(trx, into)));
  } finally {
    await copy.close();
  }
  await chmod(to, 0o600);
};

/** A reader of its own: the service may write meanwhile. */
const vacuumInto = (from: string, to: string): void => {
  const reader = new DatabaseSync(from, { readOnly: true, timeout: 60_000 });
  try {
    reader.prepare("vacuum into ?").run(to);
  } finally {
    reader.close();
  }
};

/** In transactions: replaces all rows of `to`, whose tables are those of this version, by those of `from`. */
export const replaceRows = async (
  from: Kysely<Database>,
  to: Transaction<Database>,
  kind: Db["kind"],
): Promise<void> => {
  const tables = await tablesOf(from);
  for (const name of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(to);
  await copyRows(from, to, tables);
  if (kind === "postgres") await continueSequences(to, tables);
};

const copyRows = async (
  from: Kysely<Database>,
  to: Kysely<Database>,
  tables?: readonly string[],
): Promise<void> => {
  for (const name of tables ?? (await tablesOf(to))) await copyTable(from, to, name);
};

const pageRows = 200;

/** Read in pages, since results and messages are large. */
const copyTable = async (from: Kysely<Database>, to: Kysely<Database>, name: string): Promise<void> => {
  const table = sql.table(name);
  const order = await keyOf(to, from, name);
  for (let offset = 0; ; offset += pageRows) {
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${table} order by ${sql.join(order.map((column) => sql.ref(column)))}
      limit ${pageRows} offset ${offset}`.execute(from);
    if (rows.length > 0) await insertRows(to, name, rows);
    if (rows.length < pageRows) return;
  }
};

/** Numbers of rows are kept: they say in which order rows of one millisecond were written. */
const insertRows = async (
  to: Kysely<Database>,
  name: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> => {
  const columns = Object.keys(rows[0]!);
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  const overriding = isPostgres(to) ? sql`overriding system value` : sql``;
  await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
    ${overriding} values ${sql.join(values)}`.execute(to);
};

/** Tables of a SQLite store, referenced ones first. Migrations are those of the program that opened it. */
const tablesOf = async (db: Kysely<Database>): Promise<string[]> => {
  const { rows } = await sql<{ name: string; parents: string | null }>`
    select t.name, group_concat(f."table") as parents
    from sqlite_master as t left join pragma_foreign_key_list(t.name) as f on true
    where t.type = 'table' and t.name not like 'sqlite~_%' escape '~' and t.name <> 'migration'
    group by t.name order by t.name`.execute(db);
  const waiting = new Map(rows.map(({ name, parents }) => [name, parents?.split(",") ?? []]));
  const ordered: string[] = [];
  while (waiting.size > 0) {
    const next = [...waiting].find(([name, parents]) =>
      parents.every((each) => each === name || !waiting.has(each)),
    );
    if (!next) throw new Error(`Bug: tables refer to each other: ${[...waiting.keys()].join(", ")}`);
    waiting.delete(next[0]);
    ordered.push(next[0]);
  }
  return ordered;
};

/** Columns that order the rows of a table: its primary key. One of both stores is SQLite. */
const keyOf = async (a: Kysely<Database>, b: Kysely<Database>, name: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_info(${name}) where pk > 0 order by pk`.execute(isPostgres(a) ? b : a);
  return rows.map((row) => row.name);
};

const continueSequences = async (db: Kysely<Database>, tables: readonly string[]): Promise<void> => {
  for (const name of tables) {
    const { rows } = await sql<{ sequence: string | null }>`
      select pg_get_serial_sequence(${name}, c.column_name) as sequence from information_schema.columns as c
      where c.table_schema = current_schema() and c.table_name = ${name} and c.is_identity = 'YES'`.execute(
      db,
    );
    if (!rows[0]?.sequence) continue;
    await sql`select setval(${rows[0].sequence}, greatest(1, (select coalesce(max(sequence), 0) from ${sql.table(name)})),
      exists (select 1 from ${sql.table(name)}))`.execute(db);
  }
};
