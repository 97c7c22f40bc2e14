// Space of the disk that a directory is on.

import { statfs } from "node:fs/promises";

/** In bytes. `freeBytes` is what this user may fill, without what the system reserves. */
export const diskSpace = async (dir: string): Promise<{ freeBytes: number; sizeBytes: number }> => {
  const { bavail, blocks, bsize } = await statfs(dir);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
};
