// Queries of build results in the test's own process. `builds/inspect` tests the separate process.

import { answerQuestion } from "../../src/builds/inspect/answer.js";
import { sourcesOf } from "../../src/builds/inspect/sources.js";
import type { Db } from "../../src/db/connection.js";
import type { Inspect } from "../../src/domain/inspection.js";
import { openEngine } from "../../src/warehouse/engine.js";

export const inspectHere =
  (db: Db, dataDir: string): Inspect =>
  async (accountId, question, asked) => {
    const sources = await sourcesOf(question, asked, { db: db.kysely, dataDir, accountId });
    const engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: dataDir });
    return answerQuestion(question, asked, engine, sources).finally(() => engine.close());
  };
