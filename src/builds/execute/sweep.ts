// Removal of data that is no longer needed: results that newer ones replaced, files that were uploaded again or stopped
// arriving, remains of killed work, and deleted accounts. The sweep runs while no step runs, because a running step still reads
// results that may have been replaced since it started.

import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Kysely } from "kysely";
import type { Db } from "../../db/connection.js";
import type { Database } from "../../db/schema.js";
import type { EpochMs } from "../../domain/resource.js";
import { accountsToDelete, removeAccount } from "../../store/accounts.js";
import { listResumableUploads, removeResumableUpload } from "../../store/uploads.js";
import { relationsRoot, uploadsRoot, workRoot } from "./data-directory.js";

/** Younger entries may belong to an upload or a build that is about to be recorded. */
const graceMs = 60 * 60 * 1000;

/** An upload that is sent in parts may pause for this long. */
const resumableMs = 24 * 60 * 60 * 1000;

/** Removes unreferenced files of the data directory; returns the number of removed entries. */
export const sweep = async (db: Kysely<Database>, dataDir: string, now: EpochMs): Promise<number> => {
  const results = await db
    .selectFrom("resource")
    .select("result_dir")
    .where("result_dir", "is not", null)
    .execute();
  const uploads = await db.selectFrom("upload").select("path").execute();
  const arriving = await removeStalled(db, dataDir, now);
  const kept = new Set([
    ...results.map((row) => row.result_dir!),
    ...uploads.map((row) => row.path),
    ...arriving,
  ]);
  const found = [...(await entries(relationsRoot(dataDir), 3)), ...(await entries(uploadsRoot(dataDir), 3))];
  let removed = 0;
  for (const file of found) {
    if (kept.has(path.relative(dataDir, file)) || (await isYoung(file, now))) continue;
    await rm(file, { recursive: true, force: true });
    removed++;
  }
  return removed;
};

/** Removes the work of killed processes. Called at start, before any step runs; a killed step may still be writing. */
export const clearWork = (dataDir: string): Promise<void> =>
  rm(workRoot(dataDir), { recursive: true, force: true, maxRetries: 8 });

/** Paths of the uploads that may still go on. The others are removed from the store, and the sweep removes their bytes. */
const removeStalled = async (db: Kysely<Database>, dataDir: string, now: EpochMs): Promise<string[]> => {
  const arriving: string[] = [];
  for (const { id, path: file } of await listResumableUploads(db)) {
    const isStalled = (await ageMs(path.join(dataDir, file), now)) >= resumableMs;
    if (isStalled) await removeResumableUpload(db, id);
    else arriving.push(file);
  }
  return arriving;
};

/** False if the file is gone meanwhile. */
const isYoung = async (file: string, now: EpochMs): Promise<boolean> => {
  const age = await ageMs(file, now);
  return age < graceMs || age === Number.POSITIVE_INFINITY;
};

/** Time since the last write; infinite for a missing file. */
const ageMs = async (file: string, now: EpochMs): Promise<number> => {
  const found = await stat(file).catch(() => null);
  return found === null ? Number.POSITIVE_INFINITY : now - found.mtimeMs;
};

/** Paths at a depth below a directory, and files above that depth. */
const entries = async (dir: string, depth: number): Promise<string[]> => {
  const here = await readdir(dir, { withFileTypes: true }).catch(() => []);
  const nested = here.map((entry) => {
    const full = path.join(dir, entry.name);
    return depth > 1 && entry.isDirectory() ? entries(full, depth - 1) : [full];
  });
  return (await Promise.all(nested)).flat();
};

/**
 * Deletes the accounts that are due, with everything they own; returns their number. Records go first, so that nothing points to
 * the files that are removed next. A step that still runs for such an account finds its job gone, and its result is dropped.
 */
export const deleteDueAccounts = async (db: Db, dataDir: string, now: EpochMs): Promise<number> => {
  let deleted = 0;
  for (const id of await accountsToDelete(db.kysely, now)) {
    if (!(await db.transaction((trx) => removeAccount(trx, id, now)))) continue;
    for (const root of [uploadsRoot(dataDir), relationsRoot(dataDir)])
      await rm(path.join(root, id), { recursive: true, force: true, maxRetries: 4 });
    deleted++;
  }
  return deleted;
};
