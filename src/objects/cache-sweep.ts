// Sweep of the cache: copies of files that were replaced or deleted do not stay.

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
  let isTidying = true;
  const done = () => {
    isTidying = false;
  };
  // While the store does not answer, nothing is known to be replaced.
  const round = () =>
    tidy()
      .catch(() => {})
      .finally(done);
  let tidying = round();
  const timer = setInterval(() => {
    // Rounds would pile up behind one that takes longer.
    if (isTidying) return;
    isTidying = true;
    tidying = round();
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await tidying;
  };
};
