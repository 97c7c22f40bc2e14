// Running builds of a resource: one whose job is claimed has read its input, or is about to.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";

/** `resourceId`: also the dedupe key of its builds. */
export const isRunning = async (db: Kysely<Database>, resourceId: string): Promise<boolean> => {
  const job = await db
    .selectFrom("job")
    .select("id")
    .where("dedupe_key", "=", resourceId)
    .where("state", "=", "running")
    .executeTakeFirst();
  return job !== undefined;
};
