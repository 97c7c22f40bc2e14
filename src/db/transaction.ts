// Transactions: hooks that run after the commit, commits that were not confirmed, the lock of an account, and
// the detection of unique violations.

import type { Kysely, Transaction } from "kysely";
import { Refusal } from "../errors/refusal.js";
import { worldRefusal } from "../errors/world.js";
import { isCommitted, markCommit } from "./commit.js";
import type { Dialect } from "./migrations/migration.js";
import type { Database } from "./schema.js";

const waiting = new WeakMap<Kysely<Database>, (() => void)[]>();

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
  const acts: (() => void)[] = [];
  let result: T;
  let marker: string | null = null;
  await kysely
    .transaction()
    .execute(async (trx) => {
      waiting.set(trx, acts);
      result = await work(trx);
      if (kind === "postgres") marker = await markCommit(trx);
    })
    .catch((error) => requireCommitted(kysely, marker, error));
  for (const act of acts) act();
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
  const acts = waiting.get(db);
  if (acts) acts.push(act);
  else act();
};

/**
 * Serialises the changes of an account until the transaction ends. Each change reads the account's resources
 * and decides on them, so two concurrent ones would miss each other. SQLite has a single writer anyway;
 * PostgreSQL locks the account's row. Take this lock before locking any other row.
 */
export const lockAccount = async (db: Kysely<Database>, accountId: string): Promise<void> => {
  await db
    .updateTable("account")
    .set((row) => ({ id: row.ref("id") }))
    .where("id", "=", accountId)
    .execute();
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
