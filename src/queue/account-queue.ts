// Jobs of an account that wait in the queue, by their dedupe key, with the time at which each is due.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import type { EpochMs } from "../domain/resource/resource.js";
import type { JobKind } from "./job.js";

export const queuedJobs = async (
  db: Kysely<Database>,
  accountId: string,
  kinds: readonly JobKind[],
): Promise<Map<string, EpochMs>> => {
  const rows = await queued(db, accountId, kinds).select("run_at").execute();
  return new Map(rows.map(({ dedupe_key, run_at }) => [dedupe_key!, run_at]));
};

/**
 * Dedupe keys of queued jobs that wait to be tried again: they have failed, or met a trouble of the world,
 * and are due later.
 */
export const retriedJobs = async (
  db: Kysely<Database>,
  accountId: string,
  kinds: readonly JobKind[],
  now: EpochMs,
): Promise<Set<string>> => {
  const later = queued(db, accountId, kinds).where("error", "is not", null).where("run_at", ">", now);
  return new Set((await later.execute()).map(({ dedupe_key }) => dedupe_key!));
};

const queued = (db: Kysely<Database>, accountId: string, kinds: readonly JobKind[]) =>
  db
    .selectFrom("job")
    .select("dedupe_key")
    .where("kind", "in", kinds)
    .where("state", "=", "queued")
    .where("account_id", "=", accountId)
    .where("dedupe_key", "is not", null);
