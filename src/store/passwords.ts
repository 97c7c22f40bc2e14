// Passwords of accounts. Who has one signs in with their e-mail address, so that an address is of one such account at most;
// accounts that are used by key alone may share one.

import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import { isUniqueViolation } from "../db/transaction.js";
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

// What is kept of a password: scrypt (RFC 7914) of it, with the salt and the costs that it was made with, so that a later
// version can raise them and still read what is there. With these costs a guess takes 32 MiB and about a tenth of a second.

const costs = { N: 2 ** 15, r: 8, p: 1 };
const saltBytes = 16;
const hashBytes = 32;

/** Another text every time. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(saltBytes);
  return spell(costs, salt, await derive(password, salt, costs));
};

/** Takes as long for a password that is wrong, and where `kept` is undefined because there is none. */
export const isPassword = async (password: string, kept: string = unguessableHash): Promise<boolean> => {
  const { salt, hash, ...options } = read(kept);
  return timingSafeEqual(await derive(password, salt, options), hash);
};

type Costs = typeof costs;

const scryptOf: (password: string, salt: Buffer, length: number, options: ScryptOptions) => Promise<Buffer> =
  promisify(scrypt);

/** The same characters may be typed as different code points: NFKC makes them one. */
const derive = (password: string, salt: Buffer, options: Costs): Promise<Buffer> =>
  scryptOf(password.normalize("NFKC"), salt, hashBytes, { ...options, maxmem: 256 * options.N * options.r });

const spell = ({ N, r, p }: Costs, salt: Buffer, hash: Buffer): string =>
  ["scrypt", N, r, p, salt.toString("base64url"), hash.toString("base64url")].join("$");

const read = (kept: string): Costs & { salt: Buffer; hash: Buffer } => {
  const [, N, r, p, salt = "", hash = ""] = kept.split("$");
  return {
    ...{ N: Number(N), r: Number(r), p: Number(p) },
    ...{ salt: Buffer.from(salt, "base64url"), hash: Buffer.from(hash, "base64url") },
  };
};

/** Of no password that anybody could find. */
const unguessableHash = spell(costs, Buffer.alloc(saltBytes), Buffer.alloc(hashBytes));
