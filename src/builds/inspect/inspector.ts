// Inspections in child processes, because the engine must not run in the service's process. The processes are
// small and only a few run at once, so that inspections never slow down builds.

import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import type { Db } from "../../db/connection.js";
import type { Inspect, InspectionName } from "../../domain/kinds/inspection.js";
import { Turns } from "../../domain/machine/turns.js";
import { limits } from "../../domain/resource/limits.js";
import { refuse } from "../../errors/refusal.js";
import type { FileGuard } from "../../integrity/file-guard.js";
import { pathsOfAccount } from "../../store/discards.js";
import { listStoredResults } from "../../store/stored-files.js";
import { listUploads } from "../../store/uploads.js";
import type { Reads } from "../execute/reads.js";
import { filesRead } from "../repair/named-files.js";
import { InspectionProcesses } from "./processes.js";
import type { Records } from "./records.js";
import { sourcesOf } from "./sources.js";

const turnLimits = {
  running: 2,
  waiting: limits.inspectionsWaiting.is,
  waitingOfAccount: limits.inspectionsWaitingOfAccount.is,
};
const memoryMb = 256;
const readingUploads: readonly InspectionName[] = ["left_out_rows", "person_archive"];

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

/** `workDir` is on the file system of the data directory. */
export const createInspector = (
  db: Db,
  places: Pick<
    Records,
    "dataDir" | "workDir" | "privateAddresses" | "sealingKeyCommand" | "isTlsRequired" | "maxUnpackedBytes"
  >,
  { files, reads }: Guards,
): Inspector => {
  const turns = new Turns(turnLimits);
  const processes = new InspectionProcesses();
  const { dataDir, workDir } = places;
  const filesOf = async (accountId: string, inspection: InspectionName, sources: unknown) => {
    const resources = await listStoredResults(db.kysely, accountId);
    const uploads = readingUploads.includes(inspection) ? await listUploads(db.kysely, accountId) : [];
    return filesRead(sources, dataDir, { accountId, resources, uploads });
  };
  const inspect: Inspect = async (accountId, inspection, input) => {
    const leave = await turns.take(accountId);
    if (!leave) throw refuse("inspections-too-many", { seconds: 1 });
    const tempDir = path.join(workDir, `inspection-${randomUUID()}`);
    let release = (): void => {};
    try {
      release = reads.hold(await pathsOfAccount(db.kysely, accountId));
      const sources = await sourcesOf(inspection, input, {
        db: db.kysely,
        ...places,
        accountId,
      });
      await files.require(await filesOf(accountId, inspection, sources));
      return await processes.answer({ inspection, input, sources, tempDir, memoryMb }, accountId);
    } finally {
      leave();
      release();
      await rm(tempDir, { recursive: true, force: true });
    }
  };
  return { inspect, close: () => processes.close() };
};
