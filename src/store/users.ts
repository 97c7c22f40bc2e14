// Users: whoever signs in by an e-mail address and a password. Addresses are unique among users; accounts that
// only use API keys have no user, and may share one. Whoever claims an address without having confirmed it does
// not keep its owner out: the claim of the one who confirms it counts.

import { randomUUID } from "node:crypto";
import type { Kysely, Selectable } from "kysely";
import type { Database, UserTable } from "../db/schema.js";
import { isUniqueViolation, lockAccount } from "../db/transaction.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { refuse } from "../errors/refusal.js";
import { type Account, toAccount } from "./accounts.js";

export interface User {
  id: string;
  email: string;
  /** When they proved that the e-mail address is theirs; null: not yet. */
  emailConfirmedAt: EpochMs | null;
  createdAt: EpochMs;
}

/** A user with the hash of the password; null without one. */
export interface StoredUser {
  user: User;
  hash: string | null;
}

/**
 * `mayWait`: a user who has not confirmed the address may hold it; then the password works after the
 * confirmation.
 */
type Owner = Pick<Account, "id" | "email"> & { mayWait?: boolean };

export const keyOfEmail = (email: string): string => email.trim().toLowerCase();

/** In place of the address, until it is confirmed. */
const waitingKey = (userId: string): string => `waiting:${userId}`;

/** The user who signs in with the address. */
export const findUserByEmail = async (
  db: Kysely<Database>,
  email: string,
): Promise<StoredUser | undefined> => {
  const row = await db
    .selectFrom("app_user")
    .selectAll()
    .where("email_key", "=", keyOfEmail(email))
    .executeTakeFirst();
  return row && { user: toUser(row), hash: row.hash };
};

/** The user who owns the account; undefined if nobody signs in to it. */
export const ownerOf = async (db: Kysely<Database>, accountId: string): Promise<StoredUser | undefined> => {
  const row = await db
    .selectFrom("membership")
    .innerJoin("app_user", "app_user.id", "membership.user_id")
    .selectAll("app_user")
    .where("membership.account_id", "=", accountId)
    .where("membership.role", "=", "owner")
    .executeTakeFirst();
  return row && { user: toUser(row), hash: row.hash };
};

/** The hash of the user's password; undefined without one. */
export const passwordOf = async (db: Kysely<Database>, userId: string): Promise<string | undefined> => {
  const found = db.selectFrom("app_user").select("hash").where("id", "=", userId);
  return (await found.executeTakeFirst())?.hash ?? undefined;
};

/** The account that the user was in last; of those that take passwords, if so asked. */
export const lastAccountOf = async (
  db: Kysely<Database>,
  userId: string,
  { byPassword = false } = {},
): Promise<Account | undefined> => {
  const row = await db
    .selectFrom("membership")
    .innerJoin("account", "account.id", "membership.account_id")
    .selectAll("account")
    .where("membership.user_id", "=", userId)
    .$if(byPassword, (query) => query.where("account.sso_only", "=", 0))
    .orderBy("membership.entered_at", "desc")
    .orderBy("account.id")
    .limit(1)
    .executeTakeFirst();
  return row && toAccount(row);
};

/**
 * In a transaction: sets or changes the password of the account's owner, who becomes a user with the account's e-mail address if nobody
 * signs in to it yet; `hash` is the result of `hashPassword`. Refuses `email-taken` and `password-needs-email`.
 */
export const setOwnersPassword = async (
  db: Kysely<Database>,
  account: Owner,
  hash: string,
  now: EpochMs,
): Promise<User> => {
  await lockAccount(db, account.id);
  const owner = await ownerOf(db, account.id);
  if (owner) {
    await changePassword(db, owner.user.id, hash);
    return owner.user;
  }
  const { email, mayWait } = account;
  const user = await createUser(db, { email, mayWait, hash }, now);
  const accountId = account.id;
  await db
    .insertInto("membership")
    .values({ account_id: accountId, user_id: user.id, role: "owner", created_at: now, entered_at: now })
    .execute();
  return user;
};

/** `hash` is null: the user has no password from then on. */
export const changePassword = async (
  db: Kysely<Database>,
  userId: string,
  hash: string | null,
): Promise<void> => {
  await db.updateTable("app_user").set({ hash }).where("id", "=", userId).execute();
};

interface UserDraft {
  email: string;
  /** Null: without a password. */
  hash: string | null;
  mayWait?: boolean | undefined;
  /** They have shown that the address is theirs, and take it from users who only claimed it. */
  isProven?: boolean;
}

/** In a transaction that makes the user a member. Refuses `email-taken` and `password-needs-email`. */
export const createUser = async (
  db: Kysely<Database>,
  { email, hash, mayWait, isProven = false }: UserDraft,
  now: EpochMs,
): Promise<User> => {
  const id = randomUUID();
  if (isProven) await takeEmail(db, email);
  return withOwnEmail(db, { id, email, mayWait }, async (email_key) => {
    const row = {
      id,
      email: email.trim(),
      email_key,
      hash,
      email_confirmed_at: isProven ? now : null,
      created_at: now,
    };
    await db.insertInto("app_user").values(row).execute();
    return toUser(row);
  });
};

/**
 * Follows a change of the account's e-mail address, `before` the change, if its owner signs in with it. Refuses
 * `email-taken` and `password-needs-email`.
 */
export const signInByNewEmail = async (
  db: Kysely<Database>,
  account: Owner,
  before: string,
): Promise<void> => {
  const owner = await ownerOf(db, account.id);
  if (!owner || keyOfEmail(owner.user.email) !== keyOfEmail(before)) return;
  const { id, email: old, emailConfirmedAt } = owner.user;
  await withOwnEmail(db, { ...account, id }, async (email_key) => {
    const email_confirmed_at = keyOfEmail(account.email) === keyOfEmail(old) ? emailConfirmedAt : null;
    await db
      .updateTable("app_user")
      .set({ email: account.email.trim(), email_key, email_confirmed_at })
      .where("id", "=", id)
      .execute();
  });
};

/**
 * In a transaction: records that the address is the account's and, if its owner signs in with it, the owner's, and takes
 * it from users who only claimed it. Refuses `email-taken`.
 */
export const confirmEmail = async (
  db: Kysely<Database>,
  { id, email }: Owner,
  now: EpochMs,
): Promise<void> => {
  const owner = await ownerOf(db, id);
  const userId = owner && keyOfEmail(owner.user.email) === keyOfEmail(email) ? owner.user.id : undefined;
  await takeEmail(db, email, userId);
  if (userId !== undefined) await confirmUser(db, userId, email, now);
  await db.updateTable("account").set({ email_confirmed_at: now }).where("id", "=", id).execute();
};

/** In a transaction: takes the address from users other than `exceptId` who only claimed it. Refuses `email-taken`. */
const takeEmail = async (db: Kysely<Database>, email: string, exceptId?: string): Promise<void> => {
  const holder = (await findUserByEmail(db, email))?.user;
  if (!holder || holder.id === exceptId) return;
  if (holder.emailConfirmedAt !== null) throw refuse("email-taken", { email });
  const claim = db.updateTable("app_user").set({ email_key: waitingKey(holder.id) });
  await claim.where("id", "=", holder.id).execute();
};

/** In a transaction: the user has shown that their address is theirs. Refuses `email-taken`. */
export const proveEmail = async (db: Kysely<Database>, user: User, now: EpochMs): Promise<User> => {
  if (user.emailConfirmedAt !== null) return user;
  await takeEmail(db, user.email, user.id);
  await confirmUser(db, user.id, user.email, now);
  return { ...user, emailConfirmedAt: now };
};

/**
 * In a transaction: somebody else than who claimed the address has shown that it is theirs. They get the user without
 * the password, the second factor, the passkeys, the sessions and the assistants of before. Refuses `email-taken`.
 */
export const takeOverClaim = async (db: Kysely<Database>, user: User, now: EpochMs): Promise<User> => {
  await changePassword(db, user.id, null);
  for (const table of ["second_factor", "passkey", "security_link", "session", "api_key"] as const)
    await db.deleteFrom(table).where("user_id", "=", user.id).execute();
  return proveEmail(db, user, now);
};

/** Undefined if there is none. */
export const findUser = async (db: Kysely<Database>, id: string): Promise<User | undefined> => {
  const row = await db.selectFrom("app_user").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toUser(row);
};

const confirmUser = async (
  db: Kysely<Database>,
  userId: string,
  email: string,
  now: EpochMs,
): Promise<void> => {
  const confirmed = { email_key: keyOfEmail(email), email_confirmed_at: now };
  await db.updateTable("app_user").set(confirmed).where("id", "=", userId).execute();
};

/** `id` is the user's. */
const withOwnEmail = async <T>(
  db: Kysely<Database>,
  { id, email, mayWait = false }: { id: string; email: string; mayWait?: boolean | undefined },
  write: (emailKey: string) => Promise<T>,
): Promise<T> => {
  if (email === "") throw refuse("password-needs-email");
  const holder = mayWait ? (await findUserByEmail(db, email))?.user : undefined;
  const isClaimed = holder && holder.id !== id && holder.emailConfirmedAt === null;
  try {
    return await write(isClaimed ? waitingKey(id) : keyOfEmail(email));
  } catch (error) {
    throw isUniqueViolation(error) ? refuse("email-taken", { email }) : error;
  }
};

export const toUser = (row: Selectable<UserTable>): User => ({
  id: row.id,
  email: row.email,
  emailConfirmedAt: row.email_confirmed_at,
  createdAt: row.created_at,
});
