// Changes of an account. A change and the builds that it requires are recorded in one transaction. The
// account is locked first, so that what a request is checked against cannot change in between. Other requests
// are answered between its parts.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import { lockAccount } from "../db/transaction.js";
import { giveTurn } from "../domain/machine/event-loop.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { countResources } from "../store/account-size.js";
import { checkResources } from "./account-limits.js";
import type { AppOptions } from "./options.js";

export const change = <R>(
  { db, reconcile, clock, limits }: Pick<AppOptions, "db" | "reconcile" | "clock" | "limits">,
  accountId: string,
  work: (trx: Kysely<Database>, now: EpochMs) => Promise<R>,
): Promise<R> => {
  const now = clock();
  return db.transaction(async (trx) => {
    await lockAccount(trx, accountId);
    const before = await countResources(trx, accountId);
    const done = await work(trx, now);
    await checkResources(trx, accountId, before, limits);
    await giveTurn();
    await reconcile(trx, accountId, now);
    await giveTurn();
    return done;
  });
};
