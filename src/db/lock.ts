// Changes of one account happen one after another: each reads what the account has and decides what follows from it, and
// two that did so side by side would each miss the other. SQLite has one writer anyway; PostgreSQL holds the account's row.

import type { Kysely } from "kysely";
import type { Database } from "./schema.js";

/** Waits for the account's other changes; holds until the transaction ends. To be taken before any other row. */
export const lockAccount = async (db: Kysely<Database>, accountId: string): Promise<void> => {
  await db
    .updateTable("account")
    .set((row) => ({ id: row.ref("id") }))
    .where("id", "=", accountId)
    .execute();
};
