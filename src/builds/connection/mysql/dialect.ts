// MySQL's and MariaDB's dialect. A statement that makes, renames or drops a table commits at once, so rows are
// put into a table beside the target's. A single `rename table` then puts that in the place of the old one; or,
// with a key, one transaction writes what is different. A killed step leaves at most staged tables, which the
// next one drops.

import type { MysqlOptions } from "../../../domain/data/connection.js";
import { ident, join, type Sql, sql } from "../../../warehouse/sql/sql.js";
import type { Dialect, FoundColumn, OpenDialect, TableRow, Target } from "../dialect.js";
import { identifiers, mergeInThree, paired, portions } from "../staged-table.js";
import { type MysqlSession, withMysql } from "./session.js";
import { definitionOf, exactCollation, existing, isNamed, nameRule } from "./structure.js";

export const withMysqlDialect: OpenDialect<MysqlOptions> = (access, work) =>
  withMysql(access, (session) => work(dialectOf(session, access.options.database)));

export const dialectOf = (session: MysqlSession, database: string): Dialect => {
  const collation = once(() => exactCollation(session));
  const stagedNames = once(() => namesOfSession(session));
  const definition = async ({ columns, key }: Target) => definitionOf(columns, key ?? [], await collation());
  const replace = async ({ name }: Target, staged: Sql): Promise<Sql[]> => {
    const { replaced } = await stagedNames();
    return [sql`rename table ${name} to ${ident(replaced)}, ${staged} to ${name}`];
  };
  return {
    place: database,
    run: (statement) => session.rows(statement),
    whileComputing: (work) => session.whileComputing(work),
    begin: { reading: sql`start transaction with consistent snapshot, read only` },

    listTables: async () => {
      const found = await session.rows<{ name: string }>(sql`
    select distinct c.table_name as name from (${readable}) as c`);
      return found.map(({ name }) => name).sort();
    },
    columnsOf: (table) =>
      session.rows<{ name: string; type: string }>(sql`
    select c.column_name as name, c.data_type as type from (${readable}) as c
    where cast(c.table_name as binary) = cast(${table} as binary) order by c.ordinal_position`),
    rowsOf: (table, columns) =>
      inBatches(session.stream(sql`select ${join(columns.map(asText))} from ${ident(table)} as t`)),

    names: nameRule,
    named: (table) => ident(table),
    find: (table) => existing(session, table),
    structureOf: async (target) => (await definition(target)).structure,
    stage: async (target, change, work) => {
      await dropLeftOver(session, target);
      const names = await stagedNames();
      const { body } = await definition(target);
      const form =
        change === "refill" || change === "merge"
          ? sql`like ${target.name}`
          : sql`(${body}) engine = InnoDB comment = ${target.mark}`;
      const drop = () => session.rows(dropping(Object.values(names)));
      try {
        await session.rows(sql`create table ${ident(names.staged)} ${form}`);
        await work(ident(names.staged));
      } catch (error) {
        await drop().catch(() => {});
        throw error;
      }
      await drop();
    },
    load: async (staged, { columns }, batches) => {
      await session.rows(sql`start transaction`);
      const placeholders = sql`(${join(columns.map(() => sql`?`))})`;
      for await (const rows of portions(batches, columns)) {
        const tuples = join(rows.map(() => placeholders));
        await session.execute(
          sql`insert into ${staged} (${identifiers(columns)}) values ${tuples}`,
          rows.flat(),
        );
      }
      await session.rows(sql`commit`);
    },
    /** Violations of a primary key: of its uniqueness, or by null. */
    keys: {
      isRefused: (error) =>
        error instanceof Error && "errno" in error && (error.errno === 1062 || error.errno === 1048),
    },
    bring: {
      place: ({ name }, staged) => [sql`rename table ${staged} to ${name}`],
      swap: replace,
      refill: replace,
      merge: (target, staged) => [sql`start transaction`, ...merge(target, staged), sql`commit`],
    },
  };
};

const once = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= work();
    return made;
  };
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

/** A value that the server sends as text without loss. Moments are in UTC, and bytes hexadecimal. */
const asText = ({ name, type }: FoundColumn): Sql => {
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

const stagedPrefix = "bellwether_staged_";

/** No two sessions have the same names, so that a step that was given up does not write into the table of the next. */
const namesOfSession = async (session: MysqlSession): Promise<{ staged: string; replaced: string }> => {
  const [connection] = await session.rows<{ id: number }>(sql`select connection_id() as id`);
  const staged = `${stagedPrefix}${connection!.id}`;
  return { staged, replaced: `${staged}_replaced` };
};

/** Staged tables have the mark of their target too. */
const dropLeftOver = async (session: MysqlSession, { table, mark }: Target): Promise<void> => {
  const found = await session.rows<{ name: string }>(sql`
    select t.table_name as name
    from information_schema.tables as t
    where t.table_schema = database() and t.table_comment = ${mark}
      and left(t.table_name, ${stagedPrefix.length}) = ${stagedPrefix} and not ${isNamed(table)}`);
  if (found.length > 0) await session.rows(dropping(found.map(({ name }) => name)));
};

const dropping = (tables: readonly string[]): Sql =>
  sql`drop table if exists ${join(tables.map((name) => ident(name)))}`;

const merge = (target: Target, staged: Sql): Sql[] => {
  const [from, rows] = [sql`${target.name} as t`, sql`${staged} as s`];
  const isSameRow = paired(["t", "s"], target.key!, (t, s) => sql`${t} = ${s}`, " and ");
  return mergeInThree(target, staged, {
    from,
    deletion: sql`delete t from ${from}`,
    isSameRow,
    update: (values) => {
      const isUnchanged = paired(["t", "s"], values, (t, s) => sql`${t} <=> ${s}`, " and ");
      const assigned = paired(["t", "s"], values, (t, s) => sql`${t} = ${s}`, ", ");
      return sql`update ${from} join ${rows} on ${isSameRow} set ${assigned} where not (${isUnchanged})`;
    },
  });
};
