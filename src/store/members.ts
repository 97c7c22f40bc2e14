// Members of accounts. A user is a member of at least one: whoever leaves the last one is deleted.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import type { Role } from "../domain/account/role.js";

/**
 * Serialises the changes of what the user is a member of until the transaction ends. Take it after the lock of the
 * account.
 */
export const lockUser = async (db: Kysely<Database>, userId: string): Promise<void> => {
  await db
    .updateTable("app_user")
    .set((row) => ({ id: row.ref("id") }))
    .where("id", "=", userId)
    .execute();
};

/** Deletes those of the users, who are locked, that are members of no account any more. */
export const removeUsersWithoutAccount = async (
  db: Kysely<Database>,
  among: readonly string[],
): Promise<void> => {
  if (among.length === 0) return;
  await db
    .deleteFrom("app_user")
    .where("id", "in", among)
    .where("id", "not in", (query) => query.selectFrom("membership").select("user_id"))
    .execute();
};

/** Undefined if the user is no member. */
export const roleOf = async (
  db: Kysely<Database>,
  accountId: string,
  userId: string,
): Promise<Role | undefined> => {
  const row = await db
    .selectFrom("membership")
    .select("role")
    .where("account_id", "=", accountId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.role;
};
