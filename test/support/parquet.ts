// Parquet files, made and read in tests by the engine.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Engine, openEngine, type Row } from "../../src/warehouse/engine.js";
import { parquet, type Sql, sql } from "../../src/warehouse/sql/sql.js";

/** The rows of a query, whose times without a zone are UTC. */
export const parquetOf = (query: Sql): Promise<Buffer> =>
  withEngine(async (engine, dir) => {
    const file = path.join(dir, "rows.parquet");
    await engine.run(sql`set TimeZone = 'UTC'`);
    await engine.run(sql`copy (${query}) to ${file} (format parquet)`);
    return readFile(file);
  });

/** The rows of a file. */
export const parquetRows = (bytes: Buffer): Promise<Row[]> =>
  withEngine(async (engine, dir) => {
    const file = path.join(dir, "rows.parquet");
    await writeFile(file, bytes);
    return engine.rows(sql`select * from ${parquet(file)}`);
  });

const withEngine = async <T>(use: (engine: Engine, dir: string) => Promise<T>): Promise<T> => {
  const dir = await mkdtemp(path.join(tmpdir(), "bw-parquet-"));
  const engine = await openEngine({ memoryMb: 200, threads: 1, tempDir: dir });
  try {
    return await use(engine, dir);
  } finally {
    engine.close();
    await rm(dir, { recursive: true });
  }
};
