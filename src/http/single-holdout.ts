// One lasting hold-out in use for each account: of two, each would hold out people whom the ledger of the other
// counts as contacted.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import { refuse } from "../errors/refusal.js";
import { listResources } from "../store/resources.js";

/** Refuses `holdout-exists`, in the transaction in which the one of this id came into use. */
export const requireOnlyHoldout = async (
  db: Kysely<Database>,
  accountId: string,
  id: string,
): Promise<void> => {
  const all = await listResources(db, accountId, "holdouts");
  const other = all.find((each) => each.archivedAt === null && each.id !== id);
  if (other) throw refuse("holdout-exists", { name: other.name });
};
