// The people resource of an account, of which there is exactly one as long as the account exists.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import type { PeopleConfig } from "../domain/people/people.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { assert, type Refusal, refuse } from "../errors/refusal.js";
import { listResources, type Resource, updateResource } from "./resources.js";

export const findPeople = async (db: Kysely<Database>, accountId: string): Promise<Resource<"people">> => {
  const [people] = await listResources(db, accountId, "people");
  assert(people, `account ${accountId} has no people`);
  return people;
};

/** `result-not-ready`, or `people-not-built` with the reason, for an account whose records were never resolved. */
export const noPeopleYet = (
  people: Pick<Resource<"people">, "status" | "statusError"> | undefined,
): Refusal =>
  people?.status === "error" && people.statusError
    ? refuse("people-not-built", { why: people.statusError })
    : refuse("result-not-ready", { type: "build of people", status: people?.status ?? "new" });

/**
 * Changes how records are matched to people, in a transaction that has locked the account. An unchanged
 * configuration is not written.
 */
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
