// Privacy receipts: what became of a request to leave people out, for whoever answers for data protection. A
// receipt begins with the build of people that leaves them out, gets a date once every result was made again
// since, and, for a deletion, another once no file holds them any more. It names no contact.

import { randomUUID } from "node:crypto";
import type { Kysely, Selectable } from "kysely";
import type { Database, PrivacyReceiptTable } from "../db/schema.js";
import type { PeopleResult } from "../domain/people/people.js";
import type { PrivacyFindings, PrivacyMode } from "../domain/people/privacy.js";
import { type EpochMs, type ResourceType, resourceTypes } from "../domain/resource/resource.js";
import { forgetAnswers } from "./idempotency.js";
import { findResource, listResources, type Resource } from "./resources.js";

/** A result that was made with the people, and has been made again without them, or waits for it. */
export interface RemadeResult {
  type: ResourceType;
  id: string;
  name: string;
  /** Null while it still holds them. */
  remadeAt: EpochMs | null;
  /** Why it still does; null once it does not. */
  waitingFor: string | null;
}

type Counts = Pick<PrivacyFindings, "rows" | "matched_rows" | "crowded_rows" | "people">;

export interface PrivacyReceipt {
  id: string;
  accountId: string;
  datasetId: string;
  mode: PrivacyMode;
  /** When the newest file of the list arrived. */
  requestedAt: EpochMs | null;
  /** When people were first built without them. */
  appliedAt: EpochMs;
  remadeAt: EpochMs | null;
  /** For mode `delete`. */
  goneAt: EpochMs | null;
  counts: Counts;
  /** As of `remadeAt`; null before. */
  results: RemadeResult[] | null;
}

/**
 * In the transaction that records people: begins a receipt for each list whose rows, or what they take out,
 * have changed.
 */
export const beginReceipts = async (
  db: Kysely<Database>,
  accountId: string,
  { privacy = {} }: Pick<PeopleResult, "privacy">,
  now: EpochMs,
): Promise<void> => {
  const [people] = await listResources(db, accountId, "people");
  for (const [datasetId, found] of Object.entries(privacy)) {
    const last = await lastReceipt(db, datasetId);
    const dataset = await findResource(db, accountId, "datasets", datasetId);
    if (!dataset || last?.print === found.print) continue;
    if (found.mode === "delete") await forgetAnswers(db, accountId);
    const isNewList = listedOf(last?.print) !== listedOf(found.print);
    await db
      .insertInto("privacy_receipt")
      .values({
        id: randomUUID(),
        account_id: accountId,
        dataset_id: datasetId,
        mode: found.mode,
        print: found.print,
        requested_at: arrivalOf(dataset),
        applied_at: people?.lastUpdatedOutputAt ?? now,
        remade_at: null,
        gone_at: null,
        is_announced: isNewList ? 0 : 1,
        facts: JSON.stringify({ counts: countsOf(found) }),
      })
      .execute();
  }
};

/** A print begins with that of the listed rows. */
const listedOf = (print: string | undefined): string | undefined => print?.split("/")[0];

const countsOf = ({ rows, matched_rows, crowded_rows, people }: PrivacyFindings): Counts => ({
  rows,
  matched_rows,
  crowded_rows,
  people,
});

const arrivalOf = ({ result }: Resource<"datasets">): EpochMs | null => {
  const arrivals = result?.updates.map(({ datetime }) => datetime) ?? [];
  return arrivals.length > 0 ? Math.max(...arrivals) : null;
};

const lastReceipt = (db: Kysely<Database>, datasetId: string) =>
  db
    .selectFrom("privacy_receipt")
    .select("print")
    .where("dataset_id", "=", datasetId)
    .orderBy("sequence", "desc")
    .executeTakeFirst();

/** In a transaction: ids of lists whose owner needs an e-mail about them, which are then marked as announced. */
export const takeUnannounced = async (db: Kysely<Database>, accountId: string): Promise<string[]> => {
  const rows = await db
    .updateTable("privacy_receipt")
    .set({ is_announced: 1 })
    .where("account_id", "=", accountId)
    .where("is_announced", "=", 0)
    .returning("dataset_id")
    .execute();
  return [...new Set(rows.map(({ dataset_id }) => dataset_id))];
};

const maxReceipts = 200;

/** Newest first. */
export const listReceipts = async (db: Kysely<Database>, datasetId: string): Promise<PrivacyReceipt[]> => {
  const rows = await db
    .selectFrom("privacy_receipt")
    .selectAll()
    .where("dataset_id", "=", datasetId)
    .orderBy("sequence", "desc")
    .limit(maxReceipts)
    .execute();
  return rows.map(toReceipt);
};

/** Moments at which people of an account were first left out, ascending. */
export const listPeopleLeftOut = async (db: Kysely<Database>, accountId: string): Promise<EpochMs[]> => {
  const rows = await db
    .selectFrom("privacy_receipt")
    .select("applied_at")
    .where("account_id", "=", accountId)
    .orderBy("applied_at")
    .execute();
  return rows.map(({ applied_at }) => applied_at);
};

/** Receipts that lack a date, of all accounts, oldest first. */
export const openReceipts = async (db: Kysely<Database>): Promise<PrivacyReceipt[]> => {
  const rows = await db
    .selectFrom("privacy_receipt")
    .selectAll()
    .where((row) =>
      row.or([
        row("remade_at", "is", null),
        row.and([row("mode", "=", "delete"), row("gone_at", "is", null)]),
      ]),
    )
    .orderBy("sequence")
    .execute();
  return rows.map(toReceipt);
};

export const markRemade = async (
  db: Kysely<Database>,
  { id, counts }: PrivacyReceipt,
  results: readonly RemadeResult[],
  remadeAt: EpochMs,
): Promise<void> => {
  const facts = JSON.stringify({ counts, results });
  await db.updateTable("privacy_receipt").set({ remade_at: remadeAt, facts }).where("id", "=", id).execute();
};

export const markGone = async (db: Kysely<Database>, id: string, goneAt: EpochMs): Promise<void> => {
  await db.updateTable("privacy_receipt").set({ gone_at: goneAt }).where("id", "=", id).execute();
};

const toReceipt = (row: Selectable<PrivacyReceiptTable>): PrivacyReceipt => {
  const { counts, results = null } = JSON.parse(row.facts) as { counts: Counts; results?: RemadeResult[] };
  return {
    id: row.id,
    accountId: row.account_id,
    datasetId: row.dataset_id,
    mode: row.mode,
    requestedAt: row.requested_at,
    appliedAt: row.applied_at,
    remadeAt: row.remade_at,
    goneAt: row.gone_at,
    counts,
    results,
  };
};

/** Results of an account that hold people, or held them before `since`; upstream kinds first. */
export const remadeSince = (
  resources: readonly Resource[],
  mode: PrivacyMode,
  since: EpochMs,
): RemadeResult[] =>
  resources
    .filter((resource) => resource.result !== null && holdsPeople(resource, mode))
    .map((resource) => {
      const waitingFor = obstacleTo(resource, since);
      const { type, id, name, lastUpdatedOutputAt } = resource;
      return { type, id, name, remadeAt: waitingFor === null ? lastUpdatedOutputAt : null, waitingFor };
    })
    .sort((a, b) => resourceTypes.indexOf(a.type) - resourceTypes.indexOf(b.type) || (a.id < b.id ? -1 : 1));

/** Traits are files of the people, who are in the receipt. */
const notRemade: readonly ResourceType[] = ["connections", "traits"];

/** A list keeps the people that it names, and a suppression leaves datasets as they are. */
const holdsPeople = ({ type, ...resource }: Resource, mode: PrivacyMode): boolean => {
  if (type !== "datasets") return !notRemade.includes(type);
  const { config } = resource as Resource<"datasets">;
  return mode === "delete" && config.privacy === undefined;
};

const obstacleTo = (resource: Resource, since: EpochMs): string | null => {
  const { type, status, statusError, waitingFor, archivedAt, lastUpdatedOutputAt } = resource;
  if (type === "datasets" && isUnmapped(resource))
    return "It is a preview without a column mapping, so nobody knows whom its first rows are about. Map its columns, or delete it.";
  const isNew = lastUpdatedOutputAt !== null && lastUpdatedOutputAt >= since;
  if (archivedAt !== null)
    return isNew ? null : "It is archived and keeps its last result. Delete it, or unarchive it.";
  if (status === "error") return statusError ?? "Its build failed.";
  if (status === "ready" && isNew) return null;
  return waitingFor ?? "It is being built.";
};

const isUnmapped = ({ config }: Resource<"datasets">): boolean =>
  config.preview === true && Object.keys(config.identity_sets).length === 0;
