// Where things lie in the data directory. Recorded paths are relative to it, so that it can be moved.
//
//   bellwether.sqlite                       the metadata store
//   uploads/<account>/<directory>/…         files as they arrived
//   relations/<account>/<resource>/<build>  results; a build's name is its fingerprint and the job that made it
//   work/<job>/                             a running step's output and spill; worthless after it

import path from "node:path";

export const resultDir = (accountId: string, resourceId: string, build: string): string =>
  path.join("relations", accountId, resourceId, build);

export const workDir = (dataDir: string, jobId: string): string => path.join(dataDir, "work", jobId);
export const workRoot = (dataDir: string): string => path.join(dataDir, "work");
export const relationsRoot = (dataDir: string): string => path.join(dataDir, "relations");
export const uploadsRoot = (dataDir: string): string => path.join(dataDir, "uploads");
