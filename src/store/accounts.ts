// Accounts, which own everything else: keys, uploads, resources and mail.

import { randomUUID } from "node:crypto";
import { type Kysely, type Selectable, sql } from "kysely";
import type { AccountTable, Database } from "../db/schema.js";
import { lockAccount } from "../db/transaction.js";
import { type EmailChoices, usualEmails } from "../domain/account/mail-choices.js";
import { giveTurn } from "../domain/machine/event-loop.js";
import { limits } from "../domain/resource/limits.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { lockUser, removeUsersWithoutAccount } from "./members.js";

export interface Account {
  id: string;
  name: string;
  /** Recipient of its e-mails; empty without one. */
  email: string;
  createdAt: EpochMs;
  updatedAt: EpochMs;
  /** When the account will be deleted with everything it owns; null: never. */
  deleteAt: EpochMs | null;
  /** Number of revocations of all its signed links. */
  linkEpoch: number;
  /** When its owner proved that the e-mail address is theirs; null: not yet. */
  emailConfirmedAt: EpochMs | null;
  /** The account whose key made it; null: it signed up. */
  parentId: string | null;
  /** Members who sign in without a second factor can do nothing but set one up. */
  needsSecondFactor: boolean;
  /** Nobody signs in to it with a password. */
  ssoOnly: boolean;
  emails: EmailChoices;
  /** When the last summary of a run was written; null: never. */
  summarisedAt: EpochMs | null;
  /** When the last mail about predicted and actual numbers was written; null: never. */
  monthlyMailAt: EpochMs | null;
}

export const createAccount = async (
  db: Kysely<Database>,
  {
    name,
    email,
    parentId = null,
    emails,
  }: { name: string; email: string; parentId?: string | null; emails?: Partial<EmailChoices> | undefined },
  now: EpochMs,
): Promise<Account> => {
  const row = {
    id: randomUUID(),
    name,
    email,
    parent_account_id: parentId,
    created_at: now,
    updated_at: now,
    email_choices: emails ? JSON.stringify(emails) : null,
  };
  return toAccount(await db.insertInto("account").values(row).returningAll().executeTakeFirstOrThrow());
};

export const findAccount = async (db: Kysely<Database>, id: string): Promise<Account | undefined> => {
  const row = await db.selectFrom("account").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toAccount(row);
};

/** Accounts that the account's keys made, newest first. */
export const subAccountsOf = async (db: Kysely<Database>, id: string): Promise<Account[]> => {
  const rows = await db
    .selectFrom("account")
    .selectAll()
    .where("parent_account_id", "=", id)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(toAccount);
};

/** Accounts with this e-mail address, ignoring case, oldest first. */
export const accountsWithEmail = async (db: Kysely<Database>, email: string): Promise<Account[]> => {
  const rows = await db
    .selectFrom("account")
    .selectAll()
    .where((row) => row(row.fn<string>("lower", ["email"]), "=", email.trim().toLowerCase()))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(toAccount);
};

export const isAnyAccount = async (db: Kysely<Database>): Promise<boolean> =>
  (await db.selectFrom("account").select("id").limit(1).executeTakeFirst()) !== undefined;

/** Changes the given fields; `emails` null: as usual. Undefined if there is no such account. */
export const updateAccount = async (
  db: Kysely<Database>,
  id: string,
  {
    emails,
    needsSecondFactor,
    ssoOnly,
    ...change
  }: {
    name?: string;
    email?: string;
    emails?: Partial<EmailChoices> | null;
    needsSecondFactor?: boolean;
    ssoOnly?: boolean;
  },
  now: EpochMs,
): Promise<Account | undefined> => {
  const row = await db
    .updateTable("account")
    .set((own) => ({
      ...change,
      ...(emails !== undefined && { email_choices: emails && JSON.stringify(emails) }),
      ...(needsSecondFactor !== undefined && { needs_second_factor: Number(needsSecondFactor) }),
      ...(ssoOnly !== undefined && { sso_only: Number(ssoOnly) }),
      updated_at: now,
      ...(change.email !== undefined && {
        email_confirmed_at: sql<
          number | null
        >`case when ${own.ref("email")} = ${change.email} then email_confirmed_at end`,
      }),
    }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row && toAccount(row);
};

/** Schedules the deletion of an account; `deleteAt` null cancels it. Undefined if there is no such account. */
export const scheduleDeletion = async (
  db: Kysely<Database>,
  id: string,
  deleteAt: EpochMs | null,
): Promise<Account | undefined> => {
  const row = await db
    .updateTable("account")
    .set({ delete_at: deleteAt })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row && toAccount(row);
};

/** Ends all signed links of the account. Undefined if there is no such account. */
export const revokeAllLinks = async (db: Kysely<Database>, id: string): Promise<Account | undefined> => {
  const row = await db
    .updateTable("account")
    .set((own) => ({ link_epoch: sql`${own.ref("link_epoch")} + 1` }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row && toAccount(row);
};

/**
 * Accounts in order of id, a piece of them in memory at a time. Other work goes on after each. `next` reads
 * at most so many of those after an id.
 */
export async function* accountsInPieces(
  next: (after: string, most: number) => Promise<readonly { id: string }[]>,
): AsyncGenerator<string> {
  const { is: most } = limits.accountsAtOnce;
  for (let after = ""; ; ) {
    const piece = await next(after, most);
    for (const { id } of piece) {
      yield id;
      await giveTurn();
    }
    if (piece.length < most) return;
    after = piece.at(-1)!.id;
  }
}

/** Ids of accounts whose deletion is due. */
export const accountsToDelete = (db: Kysely<Database>, now: EpochMs): AsyncIterable<string> =>
  accountsInPieces((after, most) =>
    db
      .selectFrom("account")
      .select("id")
      .where("delete_at", "<=", now)
      .where("id", ">", after)
      .orderBy("id")
      .limit(most)
      .execute(),
  );

/** In a transaction: deletes the account, everything it owns, and its members who are in no other. False if the deletion has been cancelled. */
export const removeAccount = async (db: Kysely<Database>, id: string, now: EpochMs): Promise<boolean> => {
  await lockAccount(db, id);
  const due = db.selectFrom("account").select("id").where("id", "=", id).where("delete_at", "<=", now);
  if (!(await due.executeTakeFirst())) return false;
  // References first: a resource with references to it cannot be deleted, and the order of a cascade is undefined.
  const owned = db.selectFrom("resource").select("id").where("account_id", "=", id);
  await db.deleteFrom("reference").where("downstream_id", "in", owned).execute();
  const members = await db
    .selectFrom("membership")
    .select("user_id")
    .where("account_id", "=", id)
    .orderBy("user_id")
    .execute();
  for (const { user_id } of members) await lockUser(db, user_id);
  await db.deleteFrom("account").where("id", "=", id).execute();
  await removeUsersWithoutAccount(
    db,
    members.map(({ user_id }) => user_id),
  );
  return true;
};

export const toAccount = (row: Selectable<AccountTable>): Account => ({
  id: row.id,
  name: row.name,
  email: row.email,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  deleteAt: row.delete_at,
  linkEpoch: row.link_epoch,
  emailConfirmedAt: row.email_confirmed_at,
  parentId: row.parent_account_id,
  needsSecondFactor: row.needs_second_factor === 1,
  ssoOnly: row.sso_only === 1,
  emails: { ...usualEmails, ...(JSON.parse(row.email_choices ?? "{}") as Partial<EmailChoices>) },
  summarisedAt: row.summarised_at,
  monthlyMailAt: row.monthly_mail_at,
});
