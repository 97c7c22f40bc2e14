// Storing of a result's files in the bucket, before the row that names them is written. A step that has ended
// need not run again because the bucket does not answer: its files wait for it.

import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { StoredFile } from "../../domain/machine/stored-file.js";
import type { Refusal } from "../../errors/refusal.js";
import { worldTrouble } from "../../errors/world.js";
import type { FileCache } from "../../objects/file-cache.js";

export interface ResultFiles {
  files: readonly StoredFile[];
  /** The directory where they are. */
  from: string;
  /** The directory of their result, relative to the data directory. */
  dir: string;
}

const putAtOnce = 4;

/** `pauseFor` says for how many milliseconds to wait, each time that the bucket does not answer. */
export const storeFiles = async (
  cache: FileCache,
  { files, from, dir }: ResultFiles,
  pauseFor: (trouble: Refusal) => number,
  signal: AbortSignal,
): Promise<void> => {
  // A file with an object was linked from an earlier result.
  const left = files.filter(({ object }) => object === undefined).map(({ path: name }) => name);
  const putNext = async (): Promise<void> => {
    for (let name = left.shift(); name !== undefined; name = left.shift())
      try {
        await cache.put(path.join(dir, name), path.join(from, name), signal);
      } catch (error) {
        left.push(name);
        throw error;
      }
  };
  while (left.length > 0) {
    const outcomes = await Promise.allSettled(Array.from({ length: putAtOnce }, putNext));
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    if (!failed) break;
    const trouble = worldTrouble(failed.reason);
    if (signal.aborted || trouble?.code !== "files-unavailable") throw failed.reason;
    await sleep(pauseFor(trouble), undefined, { signal });
  }
  await cache.noteAdded(files.reduce((sum, { bytes }) => sum + bytes, 0));
};
