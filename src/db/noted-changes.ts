// Noted changes: the resources that a transaction has changed so far, so that only what depends on them is
// planned again. Whatever writes something that a plan reads notes it here. A transaction without a note is
// taken to have changed everything, and so is a write outside a transaction, which no plan belongs to.

import type { Kysely } from "kysely";
import type { Database } from "./schema.js";

/** Ids of resources; null: everything may have changed. */
export type NotedChanges = ReadonlySet<string> | null;

const noted = new WeakMap<Kysely<Database>, Set<string> | null>();

/** A resource was inserted, changed or deleted. */
export const noteChange = (db: Kysely<Database>, resourceId: string): void => {
  if (!db.isTransaction) return;
  const ids = noted.get(db);
  if (ids === undefined) noted.set(db, new Set([resourceId]));
  else ids?.add(resourceId);
};

/** Something changed that any resource may depend on, such as a file. */
export const noteEverything = (db: Kysely<Database>): void => {
  if (db.isTransaction) noted.set(db, null);
};

/** The changes since the transaction began, or since they were last taken. */
export const takeChanges = (db: Kysely<Database>): NotedChanges => {
  const changes = noted.get(db) ?? null;
  noted.delete(db);
  return changes;
};
