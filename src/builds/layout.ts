// Where things lie in the data directory. Recorded paths are relative to it, so that it can be moved.
//
//   bellwether.sqlite                       the metadata store
//   service.lock                            held by the service that runs on the directory
//   uploads/<account>/<directory>/…         files as they arrived
//   relations/<account>/<resource>/<build>  results; a build's name is its fingerprint and the attempt that made it
//   work/<attempt>/                         a running step's output and spill; worthless after it
//
// An attempt is a job and the number of its claim, so that no two ever write to one place: who lost a job may not know yet.

import path from "node:path";
import type { Job } from "../queue/queue.js";

export const resultDir = (accountId: string, resourceId: string, build: string): string =>
  path.join("relations", accountId, resourceId, build);

export const attemptName = ({ id, attempt }: Pick<Job, "id" | "attempt">): string =>
  `${id.slice(0, 8)}-${attempt}`;

export const workDir = (dataDir: string, attempt: string): string => path.join(dataDir, "work", attempt);
export const workRoot = (dataDir: string): string => path.join(dataDir, "work");
export const relationsRoot = (dataDir: string): string => path.join(dataDir, "relations");
export const uploadsRoot = (dataDir: string): string => path.join(dataDir, "uploads");
