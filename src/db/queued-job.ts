// Row of a job that waits for a worker, for the queue and for what is written together with a record of the store.

import { randomUUID } from "node:crypto";
import type { EpochMs } from "../domain/resource/resource.js";
import type { JobTable } from "./schema.js";

interface NewRow extends Pick<JobTable, "account_id" | "kind"> {
  payload: unknown;
  dedupe_key?: string | undefined;
  run_at?: EpochMs | undefined;
}

export const queuedJob = ({ payload, dedupe_key, run_at, ...job }: NewRow, now: EpochMs) => ({
  ...job,
  id: randomUUID(),
  payload: JSON.stringify(payload),
  state: "queued" as const,
  dedupe_key: dedupe_key ?? null,
  run_at: run_at ?? now,
  attempt: 0,
  failures: 0,
  created_at: now,
});
