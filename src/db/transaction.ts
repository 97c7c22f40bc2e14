// Transactions: hooks that run before and after the commit, commits that were not confirmed, the lock of an account, and
// the detection of unique violations.

import type { Kysely, Transaction } from "kysely";
import { Refusal } from "../errors/refusal.js";
import { worldRefusal } from "../errors/world.js";
import { isCommitted, markCommit } from "./commit.js";
import type { Dialect } from "./migrations/migration.js";
import { isPostgres } from "./postgres.js";
import type { Database } from "./schema.js";

interface Hooks {
  before: (() => Promise<void>)[];
  after: (() => void)[];
  store: Kysely<Database>;
  lockedAccounts: Set<string>;
}

const hooks = new WeakMap<Kysely<Database>, Hooks>();

/**
 * Runs `work` in a transaction, and after the commit the functions that it passed to `afterCommit`. If the
 * connection breaks during the commit, the store is asked what became of it. If it does not answer either,
 * `store-unavailable` leaves open what became of it.
 */
export const transact = async <T>(
  kysely: Kysely<Database>,
  kind: Dialect,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> => {
  const own: Hooks = { before: [], after: [], store: kysely, lockedAccounts: new Set() };
  let result: T;
  let marker: string | null = null;
  await kysely
    .transaction()
    .execute(async (trx) => {
      hooks.set(trx, own);
      result = await work(trx);
      for (const act of own.before) await act();
      if (kind === "postgres") marker = await markCommit(trx);
    })
    .catch((error) => requireCommitted(kysely, marker, error));
  for (const act of own.after) act();
  return result!;
};

/** With a marker, the error is of the commit. */
const requireCommitted = async (
  kysely: Kysely<Database>,
  marker: string | null,
  error: unknown,
): Promise<void> => {
  if (marker === null || !(error instanceof Refusal)) throw error;
  if (!(await isCommitted(kysely, marker))) throw worldRefusal("store-unavailable", error.cause);
};

/**
 * Runs `act` after the commit, or at once outside a transaction; never after a rollback. A worker must not be
 * woken for a job that is not committed yet.
 */
export const afterCommit = (db: Kysely<Database>, act: () => void): void => {
  const own = hooks.get(db);
  if (own) own.after.push(act);
  else act();
};

/**
 * Runs `act` as the last of the transaction's work, so that the locks it takes are held for a moment and come after
 * all others; at once in a transaction that `transact` did not begin.
 */
export const beforeCommit = async (trx: Kysely<Database>, act: () => Promise<void>): Promise<void> => {
  const own = hooks.get(trx);
  if (own) own.before.push(act);
  else await act();
};

/** The store of a transaction. */
export const storeOf = (db: Kysely<Database>): Kysely<Database> => hooks.get(db)?.store ?? db;

/** Runs `work` in the transaction that `db` is, or in one of its own. */
export const inTransaction = <T>(
  db: Kysely<Database>,
  work: (trx: Kysely<Database>) => Promise<T>,
): Promise<T> => (db.isTransaction ? work(db) : transact(db, isPostgres(db) ? "postgres" : "sqlite", work));

/**
 * Serialises the changes of an account until the transaction ends. Each change reads the account's resources
 * and decides on them, so two concurrent ones would miss each other. A transaction on SQLite has the single writer from
 * its beginning; PostgreSQL locks the account's row. Take this lock before locking any other row.
 */
export const lockAccount = async (db: Kysely<Database>, accountId: string): Promise<void> => {
  const locked = hooks.get(db)?.lockedAccounts;
  if (!isPostgres(db) || locked?.has(accountId)) return;
  await db
    .updateTable("account")
    .set((row) => ({ id: row.ref("id") }))
    .where("id", "=", accountId)
    .execute();
  locked?.add(accountId);
};

const postgresUniqueViolation = "23505";
/** SQLite's message, since the driver does not always pass on the error code. */
const sqliteUniqueViolation = /^UNIQUE constraint failed: /;

export const isUniqueViolation = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  return (
    ("code" in error && error.code === postgresUniqueViolation) || sqliteUniqueViolation.test(error.message)
  );
};
