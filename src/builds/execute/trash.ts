// Trash: files that the store does not know, set aside for some days instead of being removed, so that
// whoever lost a store or restored an old one can put them back. trash/<day>/uploads/… and
// trash/<day>/relations/… keep the paths of the files.

import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { EpochMs } from "../../domain/resource/resource.js";

const trashRoot = (dataDir: string): string => path.join(dataDir, "trash");

/** The trash of a day, relative to the data directory. */
export const trashOf = (day: string): string => path.join("trash", day);

/** Moves a file or directory, named relative to the data directory, to the trash of the day, and returns that. */
export const moveToTrash = async (dataDir: string, name: string, now: EpochMs): Promise<string> => {
  const today = trashOf(new Date(now).toISOString().slice(0, 10));
  const to = path.join(dataDir, today, name);
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  await rm(to, { recursive: true, force: true });
  await rename(path.join(dataDir, name), to);
  return today;
};

/** The days of the trash, such as `2026-11-22`, oldest first. */
export const trashDays = async (dataDir: string): Promise<string[]> =>
  (await readdir(trashRoot(dataDir)).catch(() => [])).filter((name) => /^\d{4}-\d\d-\d\d$/.test(name)).sort();

export const emptyTrash = (dataDir: string, day: string): Promise<void> =>
  rm(path.join(trashRoot(dataDir), day), { recursive: true, force: true, maxRetries: 4 });

/**
 * Removes a file or directory, named relative to the data directory, from the trash of all days. What people
 * or accounts have had deleted must not rest there.
 */
export const purgeTrash = async (dataDir: string, name: string): Promise<void> => {
  for (const day of await trashDays(dataDir))
    await rm(path.join(trashRoot(dataDir), day, name), { recursive: true, force: true, maxRetries: 4 });
};

/** Removes everything of an account from the trash. */
export const purgeTrashOfAccount = async (dataDir: string, accountId: string): Promise<void> => {
  for (const root of ["uploads", "relations"]) await purgeTrash(dataDir, path.join(root, accountId));
};
