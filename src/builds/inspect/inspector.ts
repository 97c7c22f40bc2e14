// Answers questions about what builds have left. The engine must not run in the server's process, so each question is answered in
// another one: a small one, and few at once, so that who asks never slows down who builds.

import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import type { Db } from "../../db/connection.js";
import type { Inspect } from "../../domain/inspection.js";
import { refuse } from "../../errors/refusal.js";
import { workDir } from "../execute/data-directory.js";
import { Helpers } from "./helpers.js";
import { sourcesOf } from "./sources.js";

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

// A few at once, the next in order of arrival, and not too many of those.

export class Turns {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
  ) {}

  /** Resolves, when it is one's turn, to what ends it; null at once if too many wait. */
  async take(): Promise<(() => void) | null> {
    if (this.taken < this.atOnce) this.taken++;
    else if (this.waiting.length >= this.mostWaiting) return null;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    return () => this.leave();
  }

  /** Who leaves hands their turn to the next. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.taken--;
  }
}
