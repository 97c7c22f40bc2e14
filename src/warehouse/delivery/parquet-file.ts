// Parquet file of a target: rows in their order, with types that every reader and database has. The same rows
// give the same bytes.

import type { Engine } from "../engine.js";
import { columnTypes } from "../rows.js";
import { ident, join, type Sql, sql } from "../sql/sql.js";

/** Column of a file or table outside, by a type that all of them have. */
export interface WrittenColumn {
  name: string;
  type: "text" | "double precision" | "bigint" | "boolean";
}

export const writtenColumns = async (engine: Engine, rows: Sql): Promise<WrittenColumn[]> => {
  const columns = await columnTypes(engine, rows);
  return columns.map(({ name, type }) => ({ name, type: writtenType(type) }));
};

const writtenType = (type: string): WrittenColumn["type"] => {
  if (type === "BOOLEAN") return "boolean";
  if (/^(TINY|SMALL|BIG|U)?INT/.test(type)) return "bigint";
  if (/^(DOUBLE|FLOAT|DECIMAL)/.test(type)) return "double precision";
  return "text";
};

/** The same rows, each column cast to its written type. `days`: the columns of text that are days. */
export const typedRows = (
  rows: Sql,
  columns: readonly WrittenColumn[],
  days: readonly string[] = [],
): Sql => {
  const values = columns.map(({ name, type }) => {
    const column = ident("r", name);
    const value = {
      text: sql`cast(${column} as varchar)`,
      "double precision": sql`cast(${column} as double)`,
      bigint: sql`cast(${column} as bigint)`,
      boolean: column,
    }[type];
    return sql`${days.includes(name) ? sql`cast(${column} as date)` : value} as ${ident(name)}`;
  });
  return sql`select ${join(values)} from (${rows}) as r`;
};

/** Not by the engine's usual writing: Spark (4.1) does not read fractions of version 2 (BYTE_STREAM_SPLIT). */
export const copyToParquet = (rows: Sql, file: string): Sql =>
  sql`copy (${rows}) to ${file} (format parquet, parquet_version v1, compression zstd)`;
