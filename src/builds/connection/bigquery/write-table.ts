// The table that a target writes in BigQuery. Rows are loaded into a staged table, and one atomic statement
// brings them into the table, so readers see the old rows or the new ones, and a killed step leaves the old
// ones. While the columns stay the same, so does the table, with its permissions. BigQuery does not enforce
// keys, so that of a merge is checked here.

import { refuse } from "../../../errors/refusal.js";
import type { Row } from "../../../warehouse/engine.js";
import { ident, join, type Sql, sql } from "../../../warehouse/sql/sql.js";
import type { WrittenColumn, WrittenTable } from "../database.js";
import type { Bigquery } from "./session.js";
import { findTable, type Place, tableIn } from "./tables.js";

/** Refuses what `WrittenTable` says. */
export const writeTable = async (
  session: Bigquery,
  place: Place,
  { table, mark, columns, key }: WrittenTable,
  batches: AsyncIterable<Row[]>,
): Promise<void> => {
  const stagedTable = `${table}__staged`;
  const [target, staged] = [tableIn(place, table), tableIn(place, stagedTable)];
  const found = await findOurs(session, place, table, mark);
  if (await findOurs(session, place, stagedTable, mark)) await dropTable(session, place, stagedTable);
  const reference = { projectId: place.project_id, datasetId: place.dataset, tableId: stagedTable };
  await createStaged(session, place, { tableReference: reference, description: mark }, columns);
  await session.load(reference, linesOf(batches, columns));
  if (key) await checkKey(session, staged, key);
  const isSame = found !== null && hasColumns(found.fields, columns);
  await session.run(isSame ? merge(target, staged, columns, key) : replace(target, staged, columns, mark));
  await dropTable(session, place, stagedTable);
};

/** Null if there is no such table. */
const findOurs = async (session: Bigquery, place: Place, table: string, mark: string) => {
  const found = await findTable(session, place, table);
  if (found && found.description !== mark) throw refuse("table-foreign", { schema: place.dataset, table });
  return found;
};

const dropTable = async (session: Bigquery, { dataset }: Place, table: string): Promise<void> => {
  const place = `/datasets/${dataset}/tables/${encodeURIComponent(table)}`;
  await session.call("DELETE", place, { missing: 404 });
};

/** Should a step be killed, its staged table disappears by itself. */
const stagedMs = 24 * 3_600_000;

const createStaged = async (
  session: Bigquery,
  { dataset }: Place,
  table: object,
  columns: readonly WrittenColumn[],
): Promise<void> => {
  const fields = columns.map(({ name, type }) => ({ name, type: types[type].found, mode: "NULLABLE" }));
  const body = { ...table, schema: { fields }, expirationTime: String(Date.now() + stagedMs) };
  // A conflict is the table itself, which had arrived.
  await session.call("POST", `/datasets/${dataset}/tables`, { body, missing: 409 });
};

const types: Record<WrittenColumn["type"], { written: Sql; found: string }> = {
  text: { written: sql`string`, found: "STRING" },
  "double precision": { written: sql`float64`, found: "FLOAT" },
  bigint: { written: sql`int64`, found: "INTEGER" },
  boolean: { written: sql`bool`, found: "BOOLEAN" },
};

const hasColumns = (
  found: readonly { name: string; type: string }[],
  columns: readonly WrittenColumn[],
): boolean =>
  found.length === columns.length &&
  columns.every(({ name, type }, i) => found[i]!.name === name && found[i]!.type === types[type].found);

/** A line of JSON per row. Large integers are texts, which BigQuery reads exactly. */
async function* linesOf(
  batches: AsyncIterable<Row[]>,
  columns: readonly WrittenColumn[],
): AsyncGenerator<string> {
  for await (const rows of batches)
    yield rows
      .map((row) => {
        const values = columns.map(({ name, type }) => [name, jsonOf(row[name] ?? null, type)]);
        return `${JSON.stringify(Object.fromEntries(values))}\n`;
      })
      .join("");
}

const jsonOf = (value: Row[string], type: WrittenColumn["type"]): Exclude<Row[string], bigint> => {
  if (value === null || type === "boolean" || (type === "double precision" && Number.isFinite(value)))
    return value as string | number | boolean | null;
  return String(value);
};

/** Refuses `table-key-repeated`. */
const checkKey = async (session: Bigquery, staged: Sql, key: readonly string[]): Promise<void> => {
  const isNull = join(
    key.map((name) => sql`${ident("s", name)} is null`),
    " or ",
  );
  const repeated = sql`
select 1 as one from ${staged} as s group by ${fields("s", key)} having count(*) > 1 or ${isNull} limit 1`;
  for await (const rows of session.batches(repeated))
    if (rows.length > 0) throw refuse("table-key-repeated", { columns: key.join(", ") });
};

const replace = (target: Sql, staged: Sql, columns: readonly WrittenColumn[], mark: string): Sql => {
  const definitions = columns.map(({ name, type }) => sql`${ident(name)} ${types[type].written}`);
  const names = columns.map(({ name }) => name);
  return sql`
create or replace table ${target} (${join(definitions)}) options(description = ${mark})
as select ${fields("s", names)} from ${staged} as s`;
};

/**
 * With a key it writes what is different. Without one no row is the same as another: all are removed and all
 * are added.
 */
const merge = (
  target: Sql,
  staged: Sql,
  columns: readonly WrittenColumn[],
  key: readonly string[] | null,
): Sql => {
  const names = columns.map(({ name }) => name);
  const others = names.filter((name) => !key?.includes(name));
  const pairs = (compared: readonly string[], comparison: Sql, separator: string) =>
    join(
      compared.map((name) => sql`${ident("t", name)} ${comparison} ${ident("s", name)}`),
      separator,
    );
  const updates = others.map((name) => sql`${ident(name)} = ${ident("s", name)}`);
  const update = sql`
when matched and (${pairs(others, sql`is distinct from`, " or ")}) then update set ${join(updates)}`;
  return sql`
merge into ${target} as t using ${staged} as s on ${key ? pairs(key, sql`=`, " and ") : sql`false`}${
    key && others.length > 0 ? update : sql``
  }
when not matched by target then insert (${join(names.map((name) => ident(name)))}) values (${fields("s", names)})
when not matched by source then delete`;
};

const fields = (row: string, names: readonly string[]): Sql => join(names.map((name) => ident(row, name)));
