// Inspections in the test's own process. `test/builds/inspect.slow.test.ts` covers the child process.

import path from "node:path";
import { runInspection } from "../../src/builds/inspect/run.js";
import { sourcesOf } from "../../src/builds/inspect/sources.js";
import type { Db } from "../../src/db/connection.js";
import type { Inspect } from "../../src/domain/kinds/inspection.js";
import { openEngine } from "../../src/warehouse/engine.js";

export const inspectHere =
  (db: Db, dataDir: string): Inspect =>
  async (accountId, inspection, input) => {
    const sources = await sourcesOf(inspection, input, {
      db: db.kysely,
      dataDir,
      workDir: path.join(dataDir, "work"),
      accountId,
      privateAddresses: true,
    });
    const engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: dataDir });
    return runInspection(inspection, input, engine, sources).finally(() => engine.close());
  };
