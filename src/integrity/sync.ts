// Sync: writes what the machine still holds in memory to the disk itself, so that a power cut cannot undo it.

import { open } from "node:fs/promises";

/** Writes to the disk: of a file its bytes, of a directory the names in it. */
export const sync = async (file: string): Promise<void> => {
  const handle = await open(file);
  await handle.sync().finally(() => handle.close());
};
