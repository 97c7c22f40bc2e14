// Builds that were given up after crashes, in the store.

import type { Kysely } from "kysely";
import { noteEverything } from "../db/noted-changes.js";
import type { Database } from "../db/schema.js";
import { accountsInPieces } from "./accounts.js";
import { neverFailed } from "./resources.js";

/** Accounts with builds that were given up under a state of program and machine that is not one of these. */
export const accountsGivenUpBefore = (
  db: Kysely<Database>,
  states: readonly string[],
): AsyncIterable<string> =>
  accountsInPieces((after, most) =>
    db
      .selectFrom("resource")
      .select("account_id as id")
      .distinct()
      .where("gave_up_under", "is not", null)
      .where("gave_up_under", "not in", states)
      .where("archived_at", "is", null)
      .where("account_id", ">", after)
      .orderBy("account_id")
      .limit(most)
      .execute(),
  );

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
