// Jobs of an account that wait in the queue, by their dedupe key, with the time at which each is due.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import type { EpochMs } from "../domain/resource.js";
import type { JobKind } from "./job.js";

export const queuedJobs = async (
  db: Kysely<Database>,
  accountId: string,
  kind: JobKind,
): Promise<Map<string, EpochMs>> => {
  const rows = await db
    .selectFrom("job")
    .select(["dedupe_key", "run_at"])
    .where("kind", "=", kind)
    .where("state", "=", "queued")
    .where("account_id", "=", accountId)
    .where("dedupe_key", "is not", null)
    .execute();
  return new Map(rows.map(({ dedupe_key, run_at }) => [dedupe_key!, run_at]));
};
