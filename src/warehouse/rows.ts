// Rows of any relations: all of them, those with some keys or without them, and those of several together;
// and the types of their columns.

import type { Engine } from "./engine.js";
import { ident, join, parquet, type Relation, type Sql, sql } from "./sql/sql.js";

/** Rows of a statement, as something that can stand after FROM. */
export const resultOf = (rows: Sql): Relation => sql`(${rows})`;

/** Rows of Parquet files of one shape. */
export const inFiles = (files: string | readonly string[]): Relation => parquet(files);

/** Every row, as a statement. */
export const allRows = (rows: Relation): Sql => sql`select * from ${rows}`;

/** Every row, ordered by a column. */
export const orderedBy = (column: string, rows: Relation): Sql =>
  sql`select own.* from ${rows} as own order by ${ident("own", column)}`;

/** The rows with a smaller number in a column. */
export const rowsBelow = (limit: number, rows: Relation, column: string): Relation =>
  sql`(select own.* from ${rows} as own where ${ident("own", column)} < ${limit})`;

/** The rows of this person. */
export const rowsOfPerson = (rows: Relation, personId: bigint): Sql =>
  sql`select own.* from ${rows} as own where own.person_id = ${personId}`;

/** The rows with one of these keys in a column. `key`: the column of the keys. */
export const rowsAmong = (rows: Relation, keys: Relation, column: string, key = column): Relation => sql`(
  select own.* from ${rows} as own semi join ${keys} as chosen on ${ident("chosen", key)} = ${ident("own", column)})`;

/** The rows with none of these keys in a column, which both relations have. */
export const rowsWithout = (rows: Relation, keys: Relation, column: string): Relation => sql`(
  select own.* from ${rows} as own anti join ${keys} as gone on ${ident("gone", column)} = ${ident("own", column)})`;

/** The rows of all of these; a column that one of them lacks is null. */
export const unionOf = (...relations: readonly Relation[]): Relation =>
  sql`(${join(relations.map(allRows), " union all by name ")})`;

/** No row: node as in a relation, and columns of VARCHAR. */
export const noRows = (like: Relation, columns: readonly string[]): Sql => {
  const absent = columns.map((column) => sql`cast(null as varchar) as ${ident(column)}`);
  return sql`select own.node, ${join(absent)} from ${like} as own where false`;
};

/** Whether any row has a value in one of the columns. */
export const hasAny = async (
  engine: Engine,
  rows: Relation,
  columns: readonly string[],
): Promise<boolean> => {
  const found = await engine.rows(sql`
    select 1 as found from ${rows} as own
    where coalesce(${join(columns.map((column) => ident("own", column)))}) is not null limit 1`);
  return found.length > 0;
};

export interface TableColumn {
  name: string;
  /** As the engine names it: VARCHAR, DOUBLE, BIGINT[], … */
  type: string;
}

/** Columns of a statement, in their order. Reads no rows. */
export const columnTypes = async (engine: Engine, rows: Sql): Promise<TableColumn[]> => {
  const columns = await engine.rows<{ column_name: string; column_type: string }>(sql`describe ${rows}`);
  return columns.map(({ column_name: name, column_type: type }) => ({ name, type }));
};

export const hasColumn = async (engine: Engine, rows: Relation, name: string): Promise<boolean> =>
  (await columnTypes(engine, allRows(rows))).some((column) => column.name === name);
