// Counts over all accounts, for monitoring.

import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.js";
import type { EpochMs } from "../domain/resource/resource.js";

/** Jobs by kind and state, overdue jobs, resources that are not archived by type and status, and accounts. */
export const readCounts = async (db: Kysely<Database>, now: EpochMs) => {
  const jobs = await db
    .selectFrom("job")
    .select((row) => ["kind", "state", row.fn.countAll<number>().as("jobs")])
    .groupBy(["kind", "state"])
    .execute();
  const due = await db
    .selectFrom("job")
    .select((row) => ["kind", row.fn.min<number>("run_at").as("since")])
    .where("state", "=", "queued")
    .where("run_at", "<=", now)
    .groupBy("kind")
    .execute();
  const resources = await db
    .selectFrom("resource")
    .select((row) => ["type", "status", row.fn.countAll<number>().as("resources")])
    .where("archived_at", "is", null)
    .groupBy(["type", "status"])
    .execute();
  const { accounts } = await db
    .selectFrom("account")
    .select(sql<number>`count(*)`.as("accounts"))
    .executeTakeFirstOrThrow();
  const overdue = due.map(({ kind, since }) => ({ kind, seconds: (now - since) / 1000 }));
  return { jobs, overdue, resources, accounts };
};
