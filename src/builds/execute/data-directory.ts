// Where things lie in the data directory. Recorded paths are relative to it, so that it can be moved.
//
//   bellwether.sqlite                       the metadata store
//   service.lock                            held by the service that runs on the directory
//   uploads/<account>/<directory>/…         files as they arrived
//   relations/<account>/<resource>/<build>  results; a build's name is its fingerprint and the attempt that made it
//   work/<attempt>/                         a running step's output and spill; worthless after it
//
// An attempt is a job and the number of its claim, so that no two ever write to one place: who lost a job may not know yet.

import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Job } from "../../queue/queue.js";

export const resultDir = (accountId: string, resourceId: string, build: string): string =>
  path.join("relations", accountId, resourceId, build);

export const attemptName = ({ id, attempt }: Pick<Job, "id" | "attempt">): string =>
  `${id.slice(0, 8)}-${attempt}`;

export const workDir = (dataDir: string, attempt: string): string => path.join(dataDir, "work", attempt);
export const workRoot = (dataDir: string): string => path.join(dataDir, "work");
export const relationsRoot = (dataDir: string): string => path.join(dataDir, "relations");
export const uploadsRoot = (dataDir: string): string => path.join(dataDir, "uploads");

// A step's directory becomes a result by one rename, after every file in it is on the disk. So a result directory that
// exists is whole, whatever was killed or lost power before.

/** Makes `from` the directory `to`, durably. A leftover at `to` was never recorded and gives way. */
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

/** A new directory is on the disk once the one that it is in says so. */
const makeDirectory = async (dir: string): Promise<void> => {
  const topmost = await mkdir(dir, { recursive: true });
  if (topmost === undefined) return;
  for (let made = dir; made.length >= topmost.length; made = path.dirname(made))
    await sync(path.dirname(made));
};

const sync = async (file: string): Promise<void> => {
  const handle = await open(file, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
