// Answers questions about what builds have left. The engine must not run in the server's process, so each question is answered in
// another one: a small one, and few at once, so that who asks never slows down who builds.

import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import type { Db } from "../../db/connection.js";
import type { Inspect } from "../../domain/inspection.js";
import { refuse } from "../../errors/refusal.js";
import { workDir } from "../layout.js";
import { Helpers } from "./helpers.js";
import { sourcesOf } from "./sources.js";
import { Turns } from "./turns.js";

const atOnce = 2;
/** Who would have to wait for more than these is refused. */
const mostWaiting = 16;
const memoryMb = 256;

export interface Inspector {
  inspect: Inspect;
  /** Ends the processes that wait for a question. */
  close(): void;
}

export const createInspector = (db: Db, dataDir: string): Inspector => {
  const turns = new Turns(atOnce, mostWaiting);
  const helpers = new Helpers();
  const inspect: Inspect = async (accountId, question, asked) => {
    const leave = await turns.take();
    if (!leave) throw refuse("inspections-too-many", { seconds: 1 });
    const tempDir = workDir(dataDir, `inspection-${randomUUID()}`);
    try {
      const sources = await sourcesOf(question, asked, { db: db.kysely, dataDir, accountId });
      return await helpers.answer({ question, asked, sources, tempDir, memoryMb });
    } finally {
      leave();
      await rm(tempDir, { recursive: true, force: true });
    }
  };
  return { inspect, close: () => helpers.close() };
};
