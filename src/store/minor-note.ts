// A minor note, such as when a key was last used: worth writing, and not worth refusing a request that only reads.

import { worldTrouble } from "../errors/world.js";

/** The result of a write; undefined if the store cannot take it now. */
export const minorNote = async <R>(write: Promise<R>): Promise<R | undefined> => {
  try {
    return await write;
  } catch (error) {
    if (worldTrouble(error)) return undefined;
    throw error;
  }
};
