// An account owns everything else: its keys, uploads, resources and mail.

import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { AccountTable, Database } from "../db/schema.js";
import type { EpochMs } from "../domain/resource.js";

export interface Account {
  id: string;
  name: string;
  /** Where its mail goes. */
  email: string;
  createdAt: EpochMs;
  updatedAt: EpochMs;
}

export const createAccount = async (
  db: Kysely<Database>,
  { name, email }: { name: string; email: string },
  now: EpochMs,
): Promise<Account> => {
  const row = { id: randomUUID(), name, email, created_at: now, updated_at: now };
  await db.insertInto("account").values(row).execute();
  return toAccount(row);
};

export const findAccount = async (db: Kysely<Database>, id: string): Promise<Account | undefined> => {
  const row = await db.selectFrom("account").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toAccount(row);
};

/** Changes what is given. Undefined if there is no such account. */
export const updateAccount = async (
  db: Kysely<Database>,
  id: string,
  change: { name?: string; email?: string },
  now: EpochMs,
): Promise<Account | undefined> => {
  const row = await db
    .updateTable("account")
    .set({ ...change, updated_at: now })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row && toAccount(row);
};

export const toAccount = ({ id, name, email, created_at, updated_at }: AccountTable): Account => ({
  id,
  name,
  email,
  createdAt: created_at,
  updatedAt: updated_at,
});
