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
