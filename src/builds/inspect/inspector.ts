// Inspections in child processes, because the engine must not run in the service's process. The processes are small and only a few
// run at once, so that inspections never slow down builds.

import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import type { Db } from "../../db/connection.js";
import type { Inspect } from "../../domain/inspection.js";
import { refuse } from "../../errors/refusal.js";
import type { FileGuard } from "../../integrity/file-guard.js";
import { pathsOfAccount } from "../../store/discards.js";
import { listStoredResults } from "../../store/stored-files.js";
import { workDir } from "../execute/data-directory.js";
import type { Reads } from "../execute/reads.js";
import { filesRead } from "../repair/named-files.js";
import { InspectionProcesses } from "./processes.js";
import { sourcesOf } from "./sources.js";

const maxRunning = 2;
/** Further requests are refused. */
const maxWaiting = 16;
const memoryMb = 256;

export interface Inspector {
  inspect: Inspect;
  /** Ends the idle processes. */
  close(): void;
}

/** Checks the files that it reads, and keeps the sweep from removing them. */
interface Guards {
  files: FileGuard;
  reads: Reads;
}

export const createInspector = (db: Db, dataDir: string, { files, reads }: Guards): Inspector => {
  const turns = new Turns(maxRunning, maxWaiting);
  const processes = new InspectionProcesses();
  const filesOf = async (accountId: string, sources: unknown) => {
    const resources = await listStoredResults(db.kysely, accountId);
    return filesRead(sources, dataDir, { accountId, resources, uploads: [] });
  };
  const inspect: Inspect = async (accountId, inspection, input) => {
    const leave = await turns.take();
    if (!leave) throw refuse("inspections-too-many", { seconds: 1 });
    const tempDir = workDir(dataDir, `inspection-${randomUUID()}`);
    let release = (): void => {};
    try {
      release = reads.hold(await pathsOfAccount(db.kysely, accountId));
      const sources = await sourcesOf(inspection, input, { db: db.kysely, dataDir, accountId });
      await files.require(await filesOf(accountId, sources));
      return await processes.answer({ inspection, input, sources, tempDir, memoryMb });
    } finally {
      leave();
      release();
      await rm(tempDir, { recursive: true, force: true });
    }
  };
  return { inspect, close: () => processes.close() };
};

/** A queue that admits a few at once, in order of arrival, and lets a limited number wait. */
export class Turns {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly maxRunning: number,
    private readonly maxWaiting: number,
  ) {}

  /** Resolves to the function that ends the turn, once it has begun; null at once if too many wait. */
  async take(): Promise<(() => void) | null> {
    if (this.running < this.maxRunning) this.running++;
    else if (this.waiting.length >= this.maxWaiting) return null;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    return () => this.leave();
  }

  /** Passes the turn on to the next in line. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running--;
  }
}
