// Private data directory: only the user of the service can read it. New files get their permissions from the
// process's mask; if the directory itself is open to others, as a copy may be, it and its files are closed to them.

import { chmod, mkdir, readdir, stat } from "node:fs/promises";
import path from "node:path";

const ofOthers = 0o077;

/**
 * Creates the directory if missing. From now on, this process and its children create files for their own
 * user alone.
 */
export const makePrivate = async (dir: string): Promise<void> => {
  process.umask(ofOthers);
  await mkdir(dir, { recursive: true });
  if (((await stat(dir)).mode & ofOthers) === 0) return;
  // A directory of another user, such as a mounted volume, keeps its permissions.
  await closeToOthers(dir).catch(() => {});
};

/** Children first: if it is interrupted, the next start begins again. */
const closeToOthers = async (dir: string): Promise<void> => {
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const full = path.join(dir, entry.name);
    if (entry.isDirectory()) await closeToOthers(full);
    else if (entry.isFile()) await chmod(full, 0o600);
  }
  await chmod(dir, 0o700);
};
