// Parquet files, made in tests by the engine.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openEngine } from "../../src/warehouse/engine.js";
import { type Sql, sql } from "../../src/warehouse/sql/sql.js";

/** The rows of a query, whose times without a zone are UTC. */
export const parquetOf = async (query: Sql): Promise<Buffer> => {
  const dir = await mkdtemp(path.join(tmpdir(), "bw-parquet-"));
  const engine = await openEngine({ memoryMb: 200, threads: 1, tempDir: dir });
  try {
    const file = path.join(dir, "rows.parquet");
    await engine.run(sql`set TimeZone = 'UTC'`);
    await engine.run(sql`copy (${query}) to ${file} (format parquet)`);
    return await readFile(file);
  } finally {
    engine.close();
    await rm(dir, { recursive: true });
  }
};
