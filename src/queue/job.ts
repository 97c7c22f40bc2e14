// What is asked of the queue, and what a worker is given.

import type { Database } from "../db/schema.js";
import type { EpochMs } from "../domain/resource.js";

export type JobKind = Database["job"]["kind"];

export interface NewJob {
  accountId: string;
  kind: JobKind;
  /** Plain data, kept as JSON. */
  payload: unknown;
  /** At most one job with this key waits, and at most one runs. */
  dedupeKey?: string;
  /** Absent: at once. */
  runAt?: EpochMs;
}

/** A claimed job. What its worker says of it is heard only while (owner, attempt) are still those of the lease. */
export interface Job {
  id: string;
  accountId: string;
  kind: JobKind;
  payload: unknown;
  owner: string;
  /** How many times it has been claimed, this time included. */
  attempt: number;
  /** How many attempts before this one failed. Attempts that were released, or whose worker died, did not. */
  failures: number;
  createdAt: EpochMs;
}

export interface JobCounts {
  queued: number;
  running: number;
  failed: number;
}
