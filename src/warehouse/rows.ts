// Rows of any relation: all of them, those of some keys, those that others replace; and the types
// of their columns.

import type { Engine } from "./engine.js";
import { ident, parquet, type Relation, type Sql, sql } from "./sql/sql.js";

/** Rows of a statement, as something that can stand after FROM. */
export const resultOf = (rows: Sql): Relation => sql`(${rows})`;

/** Rows of Parquet files of one shape. */
export const inFiles = (files: string | readonly string[]): Relation => parquet(files);

/** Every row, as a statement. */
export const allRows = (rows: Relation): Sql => sql`select * from ${rows}`;

/** The rows, ordered by person. */
export const byPerson = (rows: Relation): Sql => sql`select r.* from ${rows} as r order by r.person_id`;

/** The rows of this person. */
export const rowsOfPerson = (rows: Relation, personId: bigint): Sql =>
  sql`select own.* from ${rows} as own where own.person_id = ${personId}`;

/** The rows with one of these keys in a column. `key`: the column of `keys`. */
export const rowsAmong = (rows: Relation, keys: Relation, column: string, key = column): Relation => sql`(
  select own.* from ${rows} as own semi join ${keys} as chosen on ${ident("chosen", key)} = ${ident("own", column)})`;

/** The rows without those of the `replaced` keys, and `others`. `column`: the column of the keys in all three. */
export const withRowsReplaced = (
  rows: Relation,
  column: string,
  replaced: Relation,
  others: Relation,
): Relation => sql`(
  select own.* from ${rows} as own anti join ${replaced} as gone using (${ident(column)})
  union all by name select * from ${others})`;

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
