// Passwords of accounts. An account with a password signs in by its e-mail address, so the address is unique
// among such accounts; accounts that only use API keys may share one. A stored password is its scrypt hash
// (RFC 7914) with the salt and the costs, so that a later version can raise the costs and still verify old
// hashes. A verification takes 32 MiB and about 0.1 seconds.

import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import { isUniqueViolation } from "../db/transaction.js";
import { Turns } from "../domain/machine/turns.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { refuse } from "../errors/refusal.js";
import { type Account, toAccount } from "./accounts.js";

/**
 * `mayWait`: another account that has not confirmed the address may hold it; then the password works after
 * the confirmation.
 */
type Owner = Pick<Account, "id" | "email"> & { mayWait?: boolean };

/** In place of the address, until it is confirmed. */
const waitingKey = (accountId: string): string => `waiting:${accountId}`;

/**
 * In a transaction: records that the address is the account's, and takes it from accounts that only claimed
 * it. Refuses `email-taken`.
 */
export const confirmEmail = async (
  db: Kysely<Database>,
  { id, email }: Owner,
  now: EpochMs,
): Promise<void> => {
  const holder = await findByEmail(db, email);
  if (holder && holder.account.id !== id) {
    if (holder.account.emailConfirmedAt !== null) throw refuse("email-taken", { email });
    await keyAs(db, holder.account.id, waitingKey(holder.account.id));
  }
  await keyAs(db, id, keyOfEmail(email));
  await db.updateTable("account").set({ email_confirmed_at: now }).where("id", "=", id).execute();
};

const keyAs = async (db: Kysely<Database>, accountId: string, email_key: string): Promise<void> => {
  await db.updateTable("password").set({ email_key }).where("account_id", "=", accountId).execute();
};

/**
 * Sets or changes the password; `hash` is the result of `hashPassword`. Refuses `email-taken` and
 * `password-needs-email`.
 */
export const setPassword = (db: Kysely<Database>, owner: Owner, hash: string): Promise<void> =>
  withOwnEmail(db, owner, async (email_key) => {
    await db
      .insertInto("password")
      .values({ account_id: owner.id, email_key, hash })
      .onConflict((known) => known.column("account_id").doUpdateSet({ email_key, hash }))
      .execute();
  });

/**
 * Follows a change of the account's e-mail address if it has a password. Refuses `email-taken` and
 * `password-needs-email`.
 */
export const signInByNewEmail = async (db: Kysely<Database>, owner: Owner): Promise<void> => {
  if ((await passwordOf(db, owner.id)) === undefined) return;
  await withOwnEmail(db, owner, async (email_key) => {
    await db.updateTable("password").set({ email_key }).where("account_id", "=", owner.id).execute();
  });
};

/** The hash of the account's password; undefined without one. */
export const passwordOf = async (db: Kysely<Database>, accountId: string): Promise<string | undefined> => {
  const found = db.selectFrom("password").select("hash").where("account_id", "=", accountId);
  return (await found.executeTakeFirst())?.hash;
};

/** The account that signs in with the address. */
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

/**
 * An address that an unconfirmed account claims does not keep its owner out: the claim of the one who
 * confirms it counts.
 */
const withOwnEmail = async (
  db: Kysely<Database>,
  { id, email, mayWait = false }: Owner,
  write: (emailKey: string) => Promise<void>,
): Promise<void> => {
  if (email === "") throw refuse("password-needs-email");
  const holder = mayWait ? await findByEmail(db, email) : undefined;
  const isClaimed = holder && holder.account.id !== id && holder.account.emailConfirmedAt === null;
  try {
    await write(isClaimed ? waitingKey(id) : keyOfEmail(email));
  } catch (error) {
    throw isUniqueViolation(error) ? refuse("email-taken", { email }) : error;
  }
};

const costs = { N: 2 ** 15, r: 8, p: 1 };
const saltBytes = 16;
const hashBytes = 32;

/** A different text every time, because of the salt. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(saltBytes);
  return spell(costs, salt, await derive(password, salt, costs));
};

/** Takes equally long for a wrong password and without a stored one (`kept` undefined). */
export const isPassword = async (password: string, kept: string = unguessableHash): Promise<boolean> => {
  const { salt, hash, ...options } = read(kept);
  return timingSafeEqual(await derive(password, salt, options), hash);
};

type Costs = typeof costs;

const scryptOf: (password: string, salt: Buffer, length: number, options: ScryptOptions) => Promise<Buffer> =
  promisify(scrypt);

/** Each takes 32 MB of memory and a core for a tenth of a second, whoever asks for it. */
const turns = new Turns({ running: 2, waiting: Infinity, waitingOfAccount: Infinity });

/** NFKC, since the same characters may be typed as different code points. */
const derive = async (password: string, salt: Buffer, options: Costs): Promise<Buffer> => {
  const leave = (await turns.take(""))!;
  const maxmem = 256 * options.N * options.r;
  return scryptOf(password.normalize("NFKC"), salt, hashBytes, { ...options, maxmem }).finally(leave);
};

const spell = ({ N, r, p }: Costs, salt: Buffer, hash: Buffer): string =>
  ["scrypt", N, r, p, salt.toString("base64url"), hash.toString("base64url")].join("$");

const read = (kept: string): Costs & { salt: Buffer; hash: Buffer } => {
  const [, N, r, p, salt = "", hash = ""] = kept.split("$");
  return {
    N: Number(N),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, "base64url"),
    hash: Buffer.from(hash, "base64url"),
  };
};

/** A hash that no known password has. */
const unguessableHash = spell(costs, Buffer.alloc(saltBytes), Buffer.alloc(hashBytes));
