// Rows of a statement as a relation, rows of a relation as a statement, and the types of their columns.

import type { Engine } from "./engine.js";
import { parquet, type Relation, type Sql, sql } from "./sql/sql.js";

/** Rows of a statement, as something that can stand after FROM. */
export const resultOf = (rows: Sql): Relation => sql`(${rows})`;

/** Every row and column of a relation. */
export const allRows = (relation: Relation): Sql => sql`select * from ${relation}`;

/** Rows of Parquet files of one shape. */
export const inFiles = (files: string | readonly string[]): Relation => parquet(files);

/** The first rows of a statement. */
export const firstRows = (rows: Sql, count: number): Sql => sql`${rows} limit ${count}`;

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
