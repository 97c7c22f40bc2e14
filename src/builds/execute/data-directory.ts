// The data directory: the places of its files, and the durable move by which a step's directory becomes a
// result. Recorded paths are relative, so that the directory can be moved.
//
//   bellwether.sqlite                       the metadata store
//   service.lock                            held by the service that runs on the directory, with SQLite
//   nodes/<node>.lock, .json                held by a node, with PostgreSQL; its mark for the others
//   uploads/<account>/<directory>/…         files as they arrived
//   relations/<account>/<resource>/<build>  results; the name of a build is its fingerprint and its attempt
//   work/<node>/<attempt>/                  output and spill of a running step; worthless afterwards
//
// An attempt is a job and the number of its claim: two attempts never write to one place, although a worker
// may not know yet that it lost its job.

import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { sync } from "../../integrity/sync.js";
import type { Job } from "../../queue/queue.js";

export const resultDir = (accountId: string, resourceId: string, build: string): string =>
  path.join("relations", accountId, resourceId, build);

export const attemptName = ({ id, attempt }: Pick<Job, "id" | "attempt">): string =>
  `${id.slice(0, 8)}-${attempt}`;

/** Where a node works. */
export const workDirOf = (dataDir: string, node: string): string => path.join(workRoot(dataDir), node);
export const workRoot = (dataDir: string): string => path.join(dataDir, "work");
export const relationsRoot = (dataDir: string): string => path.join(dataDir, "relations");
export const uploadsRoot = (dataDir: string): string => path.join(dataDir, "uploads");

/**
 * Renames `from` to `to` after every file in it is on the disk, so that an existing result directory is
 * complete whatever was killed or lost power before. A leftover at `to` was never recorded and is replaced.
 */
export const publishDirectory = async (from: string, to: string): Promise<void> => {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    await sync(path.join(entry.parentPath, entry.name));
  }
  await sync(from);
  await makeDirectory(path.dirname(to));
  await rm(to, { recursive: true, force: true });
  await rename(from, to);
  await sync(path.dirname(to));
};

/** A new directory is on the disk once its parent directory is. */
const makeDirectory = async (dir: string): Promise<void> => {
  const topmost = await mkdir(dir, { recursive: true });
  if (topmost === undefined) return;
  for (let made = dir; made.length >= topmost.length; made = path.dirname(made))
    await sync(path.dirname(made));
};
