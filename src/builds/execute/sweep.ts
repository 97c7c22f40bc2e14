// Sweeping removes what nothing points to any more: results that newer ones replaced, files that were uploaded again or
// stopped arriving, and the remains of killed work. It runs while no step runs, for a running step still reads what it was ordered with.

import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Kysely } from "kysely";
import type { Db } from "../../db/connection.js";
import type { Database } from "../../db/schema.js";
import type { EpochMs } from "../../domain/resource.js";
import { accountsToDelete, removeAccount } from "../../store/accounts.js";
import { listResumableUploads, removeResumableUpload } from "../../store/resumable-uploads.js";
import { relationsRoot, uploadsRoot, workRoot } from "./data-directory.js";

/** What is younger may belong to an upload or a build that is about to be recorded. */
const graceMs = 60 * 60 * 1000;

/** An upload that is sent in parts may go on for so long after its last byte. */
const resumableMs = 24 * 60 * 60 * 1000;

/** Removes unreferenced files of the data directory; returns how many entries went. */
export const sweep = async (db: Kysely<Database>, dataDir: string, now: EpochMs): Promise<number> => {
  const results = await db
    .selectFrom("resource")
    .select("result_dir")
    .where("result_dir", "is not", null)
    .execute();
  const uploads = await db.selectFrom("upload").select("path").execute();
  const arriving = await forgetStalled(db, dataDir, now);
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

/** At start, before any step runs: whatever a killed process left of its running steps, which may yet be falling. */
export const clearWork = (dataDir: string): Promise<void> =>
  rm(workRoot(dataDir), { recursive: true, force: true, maxRetries: 8 });

/** Paths of the files that may still arrive. Of others the bytes go with what nothing points to. */
const forgetStalled = async (db: Kysely<Database>, dataDir: string, now: EpochMs): Promise<string[]> => {
  const arriving: string[] = [];
  for (const { id, path: place } of await listResumableUploads(db)) {
    const isStalled = (await ageMs(path.join(dataDir, place), now)) >= resumableMs;
    if (isStalled) await removeResumableUpload(db, id);
    else arriving.push(place);
  }
  return arriving;
};

/** What is gone meanwhile is removed already. */
const isYoung = async (file: string, now: EpochMs): Promise<boolean> => {
  const age = await ageMs(file, now);
  return age < graceMs || age === Number.POSITIVE_INFINITY;
};

/** Since it was last written to; infinite of what is not there. */
const ageMs = async (file: string, now: EpochMs): Promise<number> => {
  const found = await stat(file).catch(() => null);
  return found === null ? Number.POSITIVE_INFINITY : now - found.mtimeMs;
};

/** Paths at a depth below a directory; anything that is a file higher up is one too. */
const entries = async (dir: string, depth: number): Promise<string[]> => {
  const here = await readdir(dir, { withFileTypes: true }).catch(() => []);
  const nested = here.map((entry) => {
    const full = path.join(dir, entry.name);
    return depth > 1 && entry.isDirectory() ? entries(full, depth - 1) : [full];
  });
  return (await Promise.all(nested)).flat();
};

// Accounts whose time has come are deleted with everything they own: what is recorded first, so that nothing points to
// what is then removed from the disk. A step that still runs for one finds its job gone and leaves nothing that counts.

/** Returns how many accounts went. */
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
