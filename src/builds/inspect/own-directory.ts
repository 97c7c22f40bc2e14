// Directory of an answer that is a file: made for it, and removed where the file cannot be made.

import { mkdir, rm } from "node:fs/promises";

export const inOwnDirectory = async <T>(dir: string, make: () => Promise<T>): Promise<T> => {
  await mkdir(dir, { recursive: true });
  try {
    return await make();
  } catch (error) {
    await rm(dir, { recursive: true, force: true });
    throw error;
  }
};
