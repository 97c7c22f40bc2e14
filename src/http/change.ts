// Changes of an account. A change and the builds that it requires are recorded in one transaction. The account is locked first, so
// that what a request is checked against cannot change in between.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import { lockAccount } from "../db/transaction.js";
import type { EpochMs } from "../domain/resource.js";
import type { AppOptions } from "./options.js";

export const change = <R>(
  { db, reconcile, clock }: Pick<AppOptions, "db" | "reconcile" | "clock">,
  accountId: string,
  work: (trx: Kysely<Database>, now: EpochMs) => Promise<R>,
): Promise<R> => {
  const now = clock();
  return db.transaction(async (trx) => {
    await lockAccount(trx, accountId);
    const done = await work(trx, now);
    await reconcile(trx, accountId, now);
    return done;
  });
};
