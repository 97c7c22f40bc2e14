// Sweep of the cache: copies of files that were replaced or deleted do not stay.

import { startRounds } from "../domain/machine/rounds.js";
import type { FileCache } from "./file-cache.js";

/** Together less than the time after which the object itself goes. */
const everyMs = 15_000;
const copiesStayMs = 30_000;

/** `named`: the uploads and results that the store names now. The returned function stops it. */
export const startTidying = (
  cache: FileCache | undefined,
  named: () => Promise<readonly string[]>,
): (() => Promise<void>) => {
  if (!cache) return async () => {};
  const tidy = async () => cache.removeUnnamed(new Set(await named()), copiesStayMs);
  // While the store does not answer, nothing is known to be replaced.
  return startRounds(everyMs, () => tidy().catch(() => {}));
};
