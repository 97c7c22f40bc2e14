// The table that a target writes. In MySQL a statement that makes, renames or drops a table commits at once,
// so rows are first put into a table beside it, the staged one. A single `rename table` then puts that in the
// place of the old one; or, with a key, one transaction writes what is different. Readers see the old rows or
// the new ones. A killed step leaves at most staged tables, which the next one drops.

import { refuse } from "../../../errors/refusal.js";
import type { Row } from "../../../warehouse/engine.js";
import { ident, join, type Sql, sql } from "../../../warehouse/sql/sql.js";
import type { WrittenColumn, WrittenTable } from "../database.js";
import { keptColumns } from "../kept-names.js";
import type { MysqlSession } from "./session.js";
import { definitionOf, exactCollation, existing, isNamed, nameRule } from "./structure.js";

/** Refuses what `WrittenTable` says. */
export const writeTable = async (
  session: MysqlSession,
  database: string,
  { table, mark, columns: written, key: keyNames }: WrittenTable,
  batches: AsyncIterable<Row[]>,
): Promise<void> => {
  const columns = keptColumns(written, nameRule);
  const key = columns.filter((_, i) => keyNames?.includes(written[i]!.name)).map(({ name }) => name);
  const findOwn = async () => {
    const found = await existing(session, table);
    if (found && found.comment !== mark) throw refuse("table-foreign", { schema: database, table });
    return found;
  };
  const definition = definitionOf(columns, key, await exactCollation(session));
  const isSame = (await findOwn())?.structure === definition.structure;
  await dropLeftOver(session, table, mark);
  const names = await stagedNames(session);
  try {
    await session.rows(
      sql`create table ${ident(names.staged)} ${isSame ? sql`like ${ident(table)}` : sql`(${definition.body}) engine = InnoDB comment = ${mark}`}`,
    );
    await fill(session, names.staged, columns, written, batches).catch((error) => {
      throw keyNames && isNotUnique(error)
        ? refuse("table-key-repeated", { columns: keyNames.join(", ") })
        : error;
    });
    const isThere = (await findOwn()) !== null;
    if (isThere && isSame && key.length > 0) await merge(session, names.staged, { table, columns, key });
    else await session.rows(renaming(table, names, isThere));
  } catch (error) {
    await session.rows(dropping(Object.values(names))).catch(() => {});
    throw error;
  }
  await session.rows(dropping(Object.values(names)));
};

interface StagedNames {
  staged: string;
  /** Of the replaced table, until it is dropped. */
  replaced: string;
}

const stagedPrefix = "bellwether_staged_";

/** No two sessions have the same names, so that a step that was given up does not write into the table of the next. */
const stagedNames = async (session: MysqlSession): Promise<StagedNames> => {
  const [connection] = await session.rows<{ id: number }>(sql`select connection_id() as id`);
  const staged = `${stagedPrefix}${connection!.id}`;
  return { staged, replaced: `${staged}_replaced` };
};

/** Staged tables have the mark of their target too. */
const dropLeftOver = async (session: MysqlSession, table: string, mark: string): Promise<void> => {
  const found = await session.rows<{ name: string }>(sql`
    select t.table_name as name
    from information_schema.tables as t
    where t.table_schema = database() and t.table_comment = ${mark}
      and left(t.table_name, ${stagedPrefix.length}) = ${stagedPrefix} and not ${isNamed(table)}`);
  if (found.length > 0) await session.rows(dropping(found.map(({ name }) => name)));
};

const dropping = (tables: readonly string[]): Sql =>
  sql`drop table if exists ${join(tables.map((name) => ident(name)))}`;

const renaming = (table: string, { staged, replaced }: StagedNames, isThere: boolean): Sql => {
  const placed = sql`${ident(staged)} to ${ident(table)}`;
  return isThere
    ? sql`rename table ${ident(table)} to ${ident(replaced)}, ${placed}`
    : sql`rename table ${placed}`;
};

/** Placeholders of one statement; MySQL allows 65,535. */
const valuesAtOnce = 10_000;

const fill = async (
  session: MysqlSession,
  staged: string,
  columns: readonly WrittenColumn[],
  written: readonly WrittenColumn[],
  batches: AsyncIterable<Row[]>,
): Promise<void> => {
  const rowsAtOnce = Math.ceil(valuesAtOnce / columns.length);
  await session.rows(sql`start transaction`);
  for await (const rows of batches)
    for (let first = 0; first < rows.length; first += rowsAtOnce) {
      const part = rows.slice(first, first + rowsAtOnce);
      const values = part.flatMap((row) => written.map(({ name }) => row[name] ?? null));
      await session.execute(insertion(staged, columns, part.length), values);
    }
  await session.rows(sql`commit`);
};

const insertion = (into: string, columns: readonly WrittenColumn[], rows: number): Sql => {
  const row = sql`(${join(columns.map(() => sql`?`))})`;
  return sql`insert into ${ident(into)} (${join(columns.map(({ name }) => ident(name)))}) values ${join(Array(rows).fill(row))}`;
};

interface Target {
  table: string;
  columns: readonly WrittenColumn[];
  key: readonly string[];
}

/** Writes what is different. */
const merge = async (
  session: MysqlSession,
  staged: string,
  { table, columns, key }: Target,
): Promise<void> => {
  const [t, s] = [sql`${ident(table)} as t`, sql`${ident(staged)} as s`];
  const names = columns.map(({ name }) => name);
  const values = names.filter((name) => !key.includes(name));
  const each = (fields: readonly string[], form: (t: Sql, s: Sql) => Sql, separator: string) =>
    join(
      fields.map((field) => form(ident("t", field), ident("s", field))),
      separator,
    );
  const isSameRow = each(key, (t, s) => sql`${t} = ${s}`, " and ");
  await session.rows(sql`start transaction`);
  await session.rows(sql`delete t from ${t} where not exists (select 1 from ${s} where ${isSameRow})`);
  if (values.length > 0) {
    const isUnchanged = each(values, (t, s) => sql`${t} <=> ${s}`, " and ");
    const assigned = each(values, (t, s) => sql`${t} = ${s}`, ", ");
    await session.rows(sql`update ${t} join ${s} on ${isSameRow} set ${assigned} where not (${isUnchanged})`);
  }
  await session.rows(sql`
    insert into ${ident(table)} (${join(names.map((name) => ident(name)))})
    select ${each(names, (_, s) => s, ", ")} from ${s}
    where not exists (select 1 from ${t} where ${isSameRow})`);
  await session.rows(sql`commit`);
};

/** Violations of a primary key: of its uniqueness, or by null. */
const isNotUnique = (error: unknown): boolean =>
  error instanceof Error && "errno" in error && (error.errno === 1062 || error.errno === 1048);
