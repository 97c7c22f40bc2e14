// A transaction, and what waits for it: a worker must not be woken for a job that is not yet recorded.

import type { Kysely, Transaction } from "kysely";
import type { Database } from "./schema.js";

const waiting = new WeakMap<Kysely<Database>, (() => void)[]>();

/** Commits what `work` did, all or nothing, then runs what it left for `afterCommit`. */
export const transact = async <T>(
  kysely: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> => {
  const acts: (() => void)[] = [];
  const result = await kysely.transaction().execute((trx) => {
    waiting.set(trx, acts);
    return work(trx);
  });
  for (const act of acts) act();
  return result;
};

/** Runs `act` once the transaction is recorded, never if it is rolled back; at once outside a transaction. */
export const afterCommit = (db: Kysely<Database>, act: () => void): void => {
  const acts = waiting.get(db);
  if (acts) acts.push(act);
  else act();
};

// Changes of one account happen one after another: each reads what the account has and decides what follows from it, and
// two that did so side by side would each miss the other. SQLite has one writer anyway; PostgreSQL holds the account's row.

/** Waits for the account's other changes; holds until the transaction ends. To be taken before any other row. */
export const lockAccount = async (db: Kysely<Database>, accountId: string): Promise<void> => {
  await db
    .updateTable("account")
    .set((row) => ({ id: row.ref("id") }))
    .where("id", "=", accountId)
    .execute();
};

// What a database says when a row would be the second of its kind.

const postgresUniqueViolation = "23505";
/** SQLite's own words: the driver does not pass on its code from every kind of call. */
const sqliteUniqueViolation = /^UNIQUE constraint failed: /;

export const isUniqueViolation = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  return (
    ("code" in error && error.code === postgresUniqueViolation) || sqliteUniqueViolation.test(error.message)
  );
};
