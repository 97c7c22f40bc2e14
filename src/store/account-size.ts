// Size of an account, for its limits: its resources, and the bytes of its files.

import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.js";

export interface ResourceCounts {
  /** Of all types, also archived ones. */
  all: number;
  streams: number;
}

export const countResources = async (db: Kysely<Database>, accountId: string): Promise<ResourceCounts> => {
  const { all, streams } = await db
    .selectFrom("resource")
    .select((row) => [
      row.fn.countAll<number>().as("all"),
      sql<number>`count(case when type = 'streams' then 1 end)`.as("streams"),
    ])
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return { all, streams };
};

/** Bytes of uploaded files, and of resumable uploads that have not ended, in full. */
export const storedBytes = async (db: Kysely<Database>, accountId: string): Promise<number> => {
  const total = sql<number | null>`cast(sum(bytes) as bigint)`.as("total");
  const files = await db
    .selectFrom("upload")
    .select(total)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  const parts = await db
    .selectFrom("resumable_upload")
    .select(total)
    .where("account_id", "=", accountId)
    .where("finished_at", "is", null)
    .executeTakeFirst();
  return Number(files?.total ?? 0) + Number(parts?.total ?? 0);
};
