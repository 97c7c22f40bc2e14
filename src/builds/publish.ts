// A step's directory becomes a result by one rename, after every file in it is on the disk. So a result directory that
// exists is whole, whatever was killed or lost power before.

import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";

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
