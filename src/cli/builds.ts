// Builds run in the background; whoever needs a result asks for the record until it is ready.

import { setTimeout as sleep } from "node:timers/promises";
import type { ResourceStatus } from "../domain/resource.js";
import type { Client } from "./client.js";

/** What every record of a resource that builds has. */
export interface BuildRecord {
  id: string;
  name: string;
  status: ResourceStatus;
  /** What to do, when the status is error. */
  status_error?: string;
  /** Share done while running, 0 to 1, and what is being done. */
  progress?: number;
  progress_text?: string;
  last_updated_output_at?: string;
}

export interface Waiting<R> {
  /** Told of every record that is not ready yet; waiting ends with what it throws. */
  report(record: R): unknown;
  /** Ready is enough if absent. */
  isNewEnough?(record: R): boolean;
  timeoutMs?: number;
  pollMs?: number;
  signal?: AbortSignal;
}

/** The record at `path` once it is ready. Throws when its build is refused, or not done in time (15 minutes). */
export const waitUntilReady = async <R extends BuildRecord>(
  client: Client,
  path: string,
  { report, isNewEnough = () => true, timeoutMs = 900_000, pollMs = 250, signal }: Waiting<R>,
): Promise<R> => {
  for (const until = Date.now() + timeoutMs; ; ) {
    const record = await client.get<R>(path);
    if (record.status === "error") throw new Error(`${record.name} failed: ${record.status_error}`);
    if (record.status === "ready" && isNewEnough(record)) return record;
    if (Date.now() > until) throw new Error(tooLate(record, timeoutMs));
    await report(record);
    await sleep(pollMs, undefined, signal && { signal });
  }
};

const tooLate = (record: BuildRecord, timeoutMs: number): string =>
  `${record.name} is still ${record.status} after ${Math.round(timeoutMs / 1000)} s. ${record.status_error ?? ""}`;
