// Entries of the data directory: uploaded files and directories of results, as the sweep judges them.

import { lstat, readdir } from "node:fs/promises";
import path from "node:path";

/** Uploads are at uploads/<account>/<directory>/<file>, results at relations/<account>/<resource>/<build>. */
const depth = 3;

/** Paths of all entries below a root, and of files above their depth, relative to the data directory. */
export const entriesOf = (dataDir: string, root: "uploads" | "relations"): Promise<string[]> =>
  below(dataDir, root, depth);

const below = async (dataDir: string, dir: string, levels: number): Promise<string[]> => {
  const here = await readdir(path.join(dataDir, dir), { withFileTypes: true }).catch(() => []);
  const nested = here.map((entry) => {
    const name = path.join(dir, entry.name);
    return levels > 1 && entry.isDirectory() ? below(dataDir, name, levels - 1) : [name];
  });
  return (await Promise.all(nested)).flat();
};

/** Bytes of a file, or of all files in a directory; 0 for a missing one. */
export const bytesOf = async (file: string): Promise<number> => {
  const found = await lstat(file).catch(() => null);
  if (!found?.isDirectory()) return found?.size ?? 0;
  const within = await readdir(file).catch(() => []);
  const sizes = await Promise.all(within.map((name) => bytesOf(path.join(file, name))));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
};

/** A text that changes with the entry; undefined for a missing one. */
export const markOf = async (file: string): Promise<string | undefined> => {
  const found = await lstat(file).catch(() => null);
  return found ? `${found.size} ${found.mtimeMs}` : undefined;
};

/** A body that is still arriving, or whose service was killed: never acknowledged. */
export const isUnfinished = (name: string): boolean => path.basename(name).startsWith("tmp-");
