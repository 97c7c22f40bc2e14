// Builds that were given up after crashes, in the store.

import type { Kysely } from "kysely";
import { noteEverything } from "../db/noted-changes.js";
import type { Database } from "../db/schema.js";
import { neverFailed } from "./resources.js";

/** Accounts with builds that were given up under a state of program and machine that is not one of these. */
export const accountsGivenUpBefore = async (
  db: Kysely<Database>,
  states: readonly string[],
): Promise<string[]> => {
  const rows = await db
    .selectFrom("resource")
    .select("account_id")
    .distinct()
    .where("gave_up_under", "is not", null)
    .where("gave_up_under", "not in", states)
    .where("archived_at", "is", null)
    .orderBy("account_id")
    .execute();
  return rows.map((row) => row.account_id);
};

/** In a transaction: forgets that the builds were given up, so that they are planned again. */
export const retryGivenUp = async (
  db: Kysely<Database>,
  accountId: string,
  states: readonly string[],
): Promise<void> => {
  noteEverything(db);
  await db
    .updateTable("resource")
    .set(neverFailed)
    .where("account_id", "=", accountId)
    .where("gave_up_under", "is not", null)
    .where("gave_up_under", "not in", states)
    .execute();
};
