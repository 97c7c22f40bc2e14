// The Parquet file of a target: its rows in their order, with types that every reader has. The same rows give
// the same bytes.

import path from "node:path";
import type { DeliveredColumn } from "../../delivery/structure.js";
import type { Engine } from "../../warehouse/engine.js";
import { ident, join, type Sql, sql } from "../../warehouse/sql/sql.js";
import type { WrittenColumn } from "../connection/database.js";

/** Not by the engine's usual writing: Spark (4.1) does not read fractions of version 2 (BYTE_STREAM_SPLIT). */
export const copyToParquet = (rows: Sql, file: string): Sql =>
  sql`copy (${rows}) to ${file} (format parquet, parquet_version v1, compression zstd)`;

export const columnsOf = async (engine: Engine, rows: Sql): Promise<WrittenColumn[]> => {
  const described = await engine.rows<{ column_name: string; column_type: string }>(sql`describe ${rows}`);
  return described.map(({ column_name: name, column_type: type }) => ({ name, type: typeOf(type) }));
};

const typeOf = (type: string): WrittenColumn["type"] => {
  if (type === "BOOLEAN") return "boolean";
  if (/^(TINY|SMALL|BIG|U)?INT/.test(type)) return "bigint";
  if (/^(DOUBLE|FLOAT|DECIMAL)/.test(type)) return "double precision";
  return "text";
};

/** The rows with types that every format has. `days`: the columns of text that are days. */
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

/** Returns the name of the file in the directory. */
export const writeParquetFile = async (
  engine: Engine,
  rows: Sql,
  columns: readonly DeliveredColumn[],
  dir: string,
): Promise<string> => {
  const days = columns.filter(({ holds }) => holds === "day").map(({ output_col }) => output_col);
  const file = "scores.parquet";
  await engine.run(copyToParquet(typedRows(rows, await columnsOf(engine, rows), days), path.join(dir, file)));
  return file;
};
