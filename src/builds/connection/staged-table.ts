// The table that a target writes. Rows are loaded into a staged table and then brought into the table at once,
// so readers see the old rows or the new ones, and a killed step leaves the old ones. While the columns and
// the key stay the same, so does the table, with its grants, indexes and views.

import { refuse } from "../../errors/refusal.js";
import type { Row } from "../../warehouse/engine.js";
import { ident, join, type Sql, sql } from "../../warehouse/sql/sql.js";
import type { WrittenColumn, WrittenTable } from "./database.js";
import type { Change, Dialect, FoundColumn, FoundTable, Target } from "./dialect.js";
import { keptColumns } from "./kept-names.js";

/** Refuses what `WrittenTable` says. */
export const writeTable = async (
  dialect: Dialect,
  written: WrittenTable,
  batches: AsyncIterable<Row[]>,
): Promise<void> => {
  const target = targetOf(dialect, written);
  const repeated = () => refuse("table-key-repeated", { columns: written.key?.join(", ") ?? "" });
  const { keys, begin } = dialect;
  if (begin?.writing) await dialect.run(begin.writing);
  const found = await findOwn(dialect, target.table, target.mark);
  const isSame = found?.structure === (await dialect.structureOf(target));
  const changeOf = (isThere: boolean): Change => {
    if (!isThere) return "place";
    if (!isSame) return "swap";
    return target.key ? "merge" : "refill";
  };
  const planned = changeOf(found !== null);
  await dialect.stage(target, planned, async (staged) => {
    await dialect.load(staged, target, valuesOf(batches, written.columns)).catch((error) => {
      throw target.key && "isRefused" in keys && keys.isRefused(error) ? repeated() : error;
    });
    if (target.key && "rows" in keys && (await keys.rows(repeatedKey(staged, target.key))).length > 0)
      throw repeated();
    // Without a transaction, the table may be another's by now.
    const change = begin?.writing
      ? planned
      : changeOf((await findOwn(dialect, target.table, target.mark)) !== null);
    for (const statement of await dialect.bring[change](target, staged)) await dialect.run(statement);
  });
  if (begin?.writing) await dialect.run(sql`commit`);
};

const targetOf = (dialect: Dialect, { table: given, mark, columns: written, key }: WrittenTable): Target => {
  const columns = dialect.names ? keptColumns(written, dialect.names) : written;
  const table = dialect.names?.keepTable?.(given) ?? given;
  const kept = key && columns.filter((_, i) => key.includes(written[i]!.name)).map(({ name }) => name);
  return { table, name: dialect.named(table), mark, columns, key: kept };
};

/** Null if there is no such table. Refuses `table-foreign` for one without the mark. */
export const findOwn = async (dialect: Dialect, table: string, mark: string): Promise<FoundTable | null> => {
  const found = await dialect.find(table);
  if (found && found.comment !== mark) throw refuse("table-foreign", { schema: dialect.place, table });
  return found;
};

async function* valuesOf(
  batches: AsyncIterable<Row[]>,
  columns: readonly WrittenColumn[],
): AsyncGenerator<Row[string][][]> {
  for await (const rows of batches) yield rows.map((row) => columns.map(({ name }) => row[name] ?? null));
}

/** The rows, as many at once as one statement may have values. */
export async function* portions(
  batches: AsyncIterable<Row[string][][]>,
  columns: readonly WrittenColumn[],
): AsyncGenerator<Row[string][][]> {
  const rowsAtOnce = Math.ceil(valuesAtOnce / columns.length);
  for await (const rows of batches)
    for (let first = 0; first < rows.length; first += rowsAtOnce) yield rows.slice(first, first + rowsAtOnce);
}

/** MySQL allows 65,535 values in a statement, Redshift 32,767. */
const valuesAtOnce = 10_000;

/** A row for a key that is repeated, or null in a part. */
export const repeatedKey = (rows: Sql, key: readonly string[]): Sql => {
  const isNull = join(
    key.map((name) => sql`${ident("s", name)} is null`),
    " or ",
  );
  return sql`
select 1 as one from ${rows} as s group by ${fields("s", key)} having count(*) > 1 or ${isNull} limit 1`;
};

export interface MergeForm {
  /** The table where rows are looked for. */
  from: Sql;
  /** Up to the condition. */
  deletion: Sql;
  /** Whether a row `s` of the staged table has the key of a row of the table. */
  isSameRow: Sql;
  /** Writes the columns beside the key where they differ. */
  update(values: readonly string[]): Sql;
}

/** Statements that write what is different: rows that are gone, changed and new. */
export const mergeInThree = ({ name, columns, key }: Target, staged: Sql, form: MergeForm): Sql[] => {
  const names = columns.map((column) => column.name);
  const values = names.filter((column) => !key!.includes(column));
  const rows = sql`${staged} as s`;
  return [
    sql`${form.deletion} where not exists (select 1 from ${rows} where ${form.isSameRow})`,
    ...(values.length > 0 ? [form.update(values)] : []),
    sql`
insert into ${name} (${identifiers(columns)}) select ${fields("s", names)} from ${rows}
where not exists (select 1 from ${form.from} where ${form.isSameRow})`,
  ];
};

/** Expression that `form` makes of each column of two rows. */
export const paired = (
  [t, s]: readonly [string, string],
  columns: readonly string[],
  form: (t: Sql, s: Sql) => Sql,
  separator: string,
): Sql =>
  join(
    columns.map((column) => form(ident(t, column), ident(s, column))),
    separator,
  );

export type ColumnTypes = Record<WrittenColumn["type"], Sql>;

export const definitions = (columns: readonly WrittenColumn[], types: ColumnTypes): Sql =>
  join(columns.map(({ name, type }) => sql`${ident(name)} ${types[type]}`));

/** Names and types in order. */
export const structureOf = (columns: readonly FoundColumn[]): string =>
  JSON.stringify(columns.map(({ name, type }) => [name, type]));

export const identifiers = (columns: readonly { name: string }[]): Sql =>
  join(columns.map(({ name }) => ident(name)));

export const fields = (row: string, names: readonly string[]): Sql =>
  join(names.map((name) => ident(row, name)));
