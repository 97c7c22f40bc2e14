// The people of an account are one resource, which is there from the start and as long as the account.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import type { PeopleConfig } from "../domain/people.js";
import type { EpochMs } from "../domain/resource.js";
import { assert } from "../errors/refusal.js";
import { listResources, type Resource, updateResource } from "./resources.js";

export const findPeople = async (db: Kysely<Database>, accountId: string): Promise<Resource<"people">> => {
  const [people] = await listResources(db, accountId, "people");
  assert(people, `account ${accountId} has no people`);
  return people;
};

/** In a transaction that has locked the account: says anew how records become people; what stays as it is changes nothing. */
export const configurePeople = async (
  trx: Kysely<Database>,
  accountId: string,
  configure: (config: PeopleConfig) => PeopleConfig,
  now: EpochMs,
): Promise<Resource<"people">> => {
  const people = await findPeople(trx, accountId);
  const config = configure(people.config);
  if (JSON.stringify(config) === JSON.stringify(people.config)) return people;
  return updateResource(trx, people, { name: people.name, config, upstreamIds: [] }, now);
};
