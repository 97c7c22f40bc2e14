// Parts: the Parquet files that a cluster writes for one relation.

import { mkdir, readdir, rename } from "node:fs/promises";
import path from "node:path";
import type { Engine } from "../engine.js";
import { list, sql } from "../sql/sql.js";

/**
 * Paths of the parts in a directory, in order of their names; none if it is missing. Writers leave marks and
 * checksums beside them.
 */
export const partsIn = async (dir: string): Promise<string[]> => {
  const names = await readdir(dir).catch(() => []);
  return names
    .filter((name) => name.endsWith(".parquet") && !/^[._]/.test(name))
    .sort()
    .map((name) => path.join(dir, name));
};

/** From the footers of the files. Throws for a file that is no whole Parquet file. */
export const countRows = async (engine: Engine, parts: readonly string[]): Promise<number> => {
  const footers = sql`parquet_file_metadata([${list(parts)}])`;
  const { rows } = await engine.row<{ rows: number }>(
    sql`select cast(sum(num_rows) as bigint) as rows from ${footers}`,
  );
  return rows;
};

/** Moves files to a new directory, under names that keep their order, and returns their paths. */
export const publishParts = async (files: readonly string[], dir: string): Promise<string[]> => {
  await mkdir(dir, { recursive: true });
  const parts = files.map((_, i) => path.join(dir, `part-${String(i).padStart(6, "0")}.parquet`));
  for (const [i, file] of files.entries()) await rename(file, parts[i]!);
  return parts;
};
