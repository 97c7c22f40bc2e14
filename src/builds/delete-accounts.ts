// Accounts whose time has come are deleted with everything they own: what is recorded first, so that nothing points to
// what is then removed from the disk. A step that still runs for one finds its job gone and leaves nothing that counts.

import { rm } from "node:fs/promises";
import path from "node:path";
import type { Db } from "../db/connection.js";
import type { EpochMs } from "../domain/resource.js";
import { accountsToDelete, removeAccount } from "../store/accounts.js";
import { relationsRoot, uploadsRoot } from "./layout.js";

/** Returns how many accounts went. */
export const deleteDueAccounts = async (db: Db, dataDir: string, now: EpochMs): Promise<number> => {
  let deleted = 0;
  for (const id of await accountsToDelete(db.kysely, now)) {
    if (!(await db.transaction((trx) => removeAccount(trx, id, now)))) continue;
    for (const root of [uploadsRoot(dataDir), relationsRoot(dataDir)])
      await rm(path.join(root, id), { recursive: true, force: true, maxRetries: 4 });
    deleted++;
  }
  return deleted;
};
