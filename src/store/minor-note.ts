// A minor note, such as when a key was last used: worth writing, and not worth refusing a request that only reads on a full disk.

import { worldTrouble } from "../errors/world.js";

/** The result of a write; undefined if the disk cannot take it. */
export const minorNote = async <R>(write: Promise<R>): Promise<R | undefined> => {
  try {
    return await write;
  } catch (error) {
    if (worldTrouble(error)?.entry.status === 507) return undefined;
    throw error;
  }
};
