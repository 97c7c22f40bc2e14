// Rows of a table in a lake: those that the cluster reads, and their values as text.

import type { Engine } from "../engine.js";
import type { TableColumn } from "../rows.js";
import { ident, join, parquet, type Sql, sql } from "../sql/sql.js";
import { columnsSql, type LakeTable, textOf } from "./table.js";
import type { VersionRows } from "./versions.js";

export interface ColumnsRead {
  read: TableColumn[];
  /** Columns whose values have parts. */
  leftOut: string[];
  /** Columns that could be read, and are not. */
  unread: TableColumn[];
}

/** The column of the hash. It is no column of the table, and nobody sees it. */
export const rowHashColumn = "bellwether_row_hash";

const hasHash = ({ unread, read }: ColumnsRead): boolean => unread.length > 0 || read.length === 0;

/**
 * One row per row of a version, with the columns that are read and, where others are not, a hash of the whole
 * row: two orders that are equal in the columns are still two rows of the table. In words of the cluster.
 */
export const rowsRead = (
  columns: ColumnsRead,
  table: LakeTable,
  { relation, where = sql`true` }: VersionRows,
  limit: number | null,
): Sql => {
  const hashed = table.columns.filter(({ type }) => !type.includes("MAP("));
  const hash = sql`xxhash64(${columnsSql(hashed)}) as ${ident(rowHashColumn)}`;
  const selected = [...columns.read.map(({ name }) => ident(name)), ...(hasHash(columns) ? [hash] : [])];
  return sql`select ${join(selected)} from ${relation} where ${where}${limit === null ? sql`` : sql` limit ${limit}`}`;
};

/** Writes such rows, which the cluster has written to `parts`, as a text with a header. */
export const writeTexts = async (
  engine: Engine,
  columns: ColumnsRead,
  parts: readonly string[],
  file: string,
): Promise<void> => {
  const texts = [...columns.read.map(textOf), ...(hasHash(columns) ? [ident(rowHashColumn)] : [])];
  await engine.run(sql`set TimeZone = 'UTC'`);
  await engine.run(sql`copy (select ${join(texts)} from ${parquet(parts)}) to ${file}
    (format csv, header true, delimiter ',', quote '"', escape '"', force_quote *)`);
};
