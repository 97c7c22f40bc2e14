// Passwords of accounts. Who has one signs in with their e-mail address, so that an address is of one such account at most;
// accounts that are used by key alone may share one.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import { isUniqueViolation } from "../db/violation.js";
import { refuse } from "../errors/refusal.js";
import { type Account, toAccount } from "./accounts.js";

type Owner = Pick<Account, "id" | "email">;

/** Sets or changes it; `hash` is as `hashPassword` makes it. Throws `email-taken` or `password-needs-email`. */
export const setPassword = (db: Kysely<Database>, owner: Owner, hash: string): Promise<void> =>
  withOwnEmail(owner, async (email_key) => {
    await db
      .insertInto("password")
      .values({ account_id: owner.id, email_key, hash })
      .onConflict((known) => known.column("account_id").doUpdateSet({ email_key, hash }))
      .execute();
  });

/** After a change of the account's address. Throws `email-taken`, or `password-needs-email` where it has a password. */
export const signInByNewEmail = async (db: Kysely<Database>, owner: Owner): Promise<void> => {
  if ((await passwordOf(db, owner.id)) === undefined) return;
  await withOwnEmail(owner, async (email_key) => {
    await db.updateTable("password").set({ email_key }).where("account_id", "=", owner.id).execute();
  });
};

/** The hash of the account's password; undefined: it has none. */
export const passwordOf = async (db: Kysely<Database>, accountId: string): Promise<string | undefined> => {
  const found = db.selectFrom("password").select("hash").where("account_id", "=", accountId);
  return (await found.executeTakeFirst())?.hash;
};

/** Who signs in with the address. */
export const findByEmail = async (
  db: Kysely<Database>,
  email: string,
): Promise<{ account: Account; hash: string } | undefined> => {
  const row = await db
    .selectFrom("password")
    .innerJoin("account", "account.id", "password.account_id")
    .selectAll("account")
    .select("password.hash")
    .where("password.email_key", "=", keyOfEmail(email))
    .executeTakeFirst();
  return row && { account: toAccount(row), hash: row.hash };
};

export const keyOfEmail = (email: string): string => email.trim().toLowerCase();

const withOwnEmail = async ({ email }: Owner, write: (emailKey: string) => Promise<void>): Promise<void> => {
  if (email === "") throw refuse("password-needs-email");
  try {
    await write(keyOfEmail(email));
  } catch (error) {
    throw isUniqueViolation(error) ? refuse("email-taken", { email }) : error;
  }
};
