// Sample shops: the resources and files that an account's sample shop consists of. At most one for each account.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import type { EpochMs, ResourceType } from "../domain/resource/resource.js";

export interface SampleParts {
  /** In the order in which they were created: each refers only to those before it. */
  resources: { type: ResourceType; id: string }[];
  files: { directory: string; filename: string }[];
}

export interface Sample extends SampleParts {
  createdAt: EpochMs;
}

export const findSample = async (db: Kysely<Database>, accountId: string): Promise<Sample | undefined> => {
  const row = await db
    .selectFrom("sample")
    .select(["made", "created_at"])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row && { ...(JSON.parse(row.made) as SampleParts), createdAt: row.created_at };
};

/** In the transaction that creates the parts. */
export const recordSample = async (
  db: Kysely<Database>,
  accountId: string,
  parts: SampleParts,
  now: EpochMs,
): Promise<void> => {
  await db
    .insertInto("sample")
    .values({ account_id: accountId, made: JSON.stringify(parts), created_at: now })
    .execute();
};

export const forgetSample = async (db: Kysely<Database>, accountId: string): Promise<void> => {
  await db.deleteFrom("sample").where("account_id", "=", accountId).execute();
};
