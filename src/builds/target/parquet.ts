// Parquet file of a target, with the columns that are days as dates.

import path from "node:path";
import type { DeliveredColumn } from "../../delivery/structure.js";
import { copyToParquet, typedRows, writtenColumns } from "../../warehouse/delivery/parquet-file.js";
import type { Engine } from "../../warehouse/engine.js";
import type { Sql } from "../../warehouse/sql/sql.js";

/** Returns the name of the file in the directory. */
export const writeParquetFile = async (
  engine: Engine,
  rows: Sql,
  columns: readonly DeliveredColumn[],
  dir: string,
): Promise<string> => {
  const days = columns.filter(({ holds }) => holds === "day").map(({ output_col }) => output_col);
  const file = "scores.parquet";
  const typed = typedRows(rows, await writtenColumns(engine, rows), days);
  await engine.run(copyToParquet(typed, path.join(dir, file)));
  return file;
};
