// Traits of an account, which resources emit and use by name, ignoring case.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import { traitsEmitted, traitsUsed } from "../domain/kinds/trait-uses.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { insertNamed, listResources, markArchived, type Resource } from "./resources.js";

/** In a transaction: creates missing traits and unarchives archived ones. */
export const ensureTraits = async (
  trx: Kysely<Database>,
  accountId: string,
  names: readonly string[],
  now: EpochMs,
): Promise<void> => {
  if (names.length === 0) return;
  const known = new Map(
    (await listResources(trx, accountId, "traits")).map((trait) => [nameKey(trait.name), trait]),
  );
  const wanted = new Map(
    [...names]
      .sort()
      .reverse()
      .map((name) => [nameKey(name), name]),
  );
  const archived = [...wanted.keys()].flatMap((key) => {
    const found = known.get(key);
    return found && found.archivedAt !== null ? [found.id] : [];
  });
  await markArchived(trx, archived, null, now);
  const missing = [...wanted].flatMap(([key, name]) => (known.has(key) ? [] : [name]));
  await insertNamed(trx, { accountId, type: "traits", names: missing.sort() }, now);
};

const nameKey = (name: string): string => name.normalize("NFC").toLowerCase();

/** The datasets that emit a trait and the resources that use it, by trait, in the order of the resources. */
export const usersByTrait = (resources: readonly Resource[]): ReadonlyMap<string, Resource[]> => {
  const users = new Map<string, Resource[]>();
  for (const resource of resources)
    for (const name of new Set([...traitsUsed(resource), ...traitsEmitted(resource)])) {
      const ofTrait = users.get(name);
      if (ofTrait) ofTrait.push(resource);
      else users.set(name, [resource]);
    }
  return users;
};
