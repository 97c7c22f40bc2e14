// Jobs as they are enqueued, and as a worker receives them.

import type { Database } from "../db/schema.js";
import type { EpochMs } from "../domain/resource/resource.js";

export type JobKind = Database["job"]["kind"];

export interface NewJob {
  accountId: string;
  kind: JobKind;
  /** Plain data, kept as JSON. */
  payload: unknown;
  /** At most one job with this key is queued, and at most one runs. */
  dedupeKey?: string;
  /** Absent: now. */
  runAt?: EpochMs;
}

/** A claimed job. Its worker can change it only while (owner, attempt) are those of the lease. */
export interface Job {
  id: string;
  accountId: string;
  kind: JobKind;
  payload: unknown;
  owner: string;
  /** Number of claims, including this one. */
  attempt: number;
  /** Number of failed attempts before this one. Attempts that were released, or whose worker died, do not count. */
  failures: number;
  createdAt: EpochMs;
}

export interface JobCounts {
  queued: number;
  running: number;
  failed: number;
}
