// Limits on what an account has. A change may not take it beyond them; one that adds nothing is allowed also there, so that an account
// can be changed and made smaller after a limit was lowered.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import { refuse } from "../errors/refusal.js";
import { countResources, type ResourceCounts, storedBytes } from "../store/account-size.js";
import type { AppLimits } from "./options.js";

/** Throws `resources-too-many`. */
export const checkResources = async (
  trx: Kysely<Database>,
  accountId: string,
  before: ResourceCounts,
  { resources, streams }: AppLimits,
): Promise<void> => {
  const after = await countResources(trx, accountId);
  if (after.all > before.all && after.all > resources)
    throw refuse("resources-too-many", { most: resources, type: "resources" });
  if (after.streams > before.streams && after.streams > streams)
    throw refuse("resources-too-many", { most: streams, type: "streams" });
};

/** The bytes that a new file may have. Throws `storage-full` if it has more. */
export const roomForFile = async (
  db: Kysely<Database>,
  accountId: string,
  bytes: number,
  limits: AppLimits,
): Promise<number> => {
  const used = await storedBytes(db, accountId);
  const room = Math.max(0, limits.storedBytes - used);
  if (bytes > room || room === 0) throw storageFull(limits);
  return room;
};

export const storageFull = ({ storedBytes: most }: AppLimits) => refuse("storage-full", { most });
