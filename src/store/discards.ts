// Discards: files and directories of the data directory that the store has given up, because a newer one took
// their place, because their owner deleted them, or because no result was made of them. A discard is recorded
// in the transaction that gives the file up, so the sweep may remove it for good; a file that the store never
// knew is none of its own.

import { type Kysely, sql } from "kysely";
import type { Database, DiscardReason, DiscardTable } from "../db/schema.js";
import type { EpochMs } from "../domain/resource/resource.js";

/** In a transaction: gives a file or directory up. `path` is relative to the data directory. */
export const discard = async (
  db: Kysely<Database>,
  { accountId, path, reason }: { accountId: string; path: string; reason: DiscardReason },
  now: EpochMs,
): Promise<void> => {
  await db
    .insertInto("discard")
    .values({ path, account_id: accountId, reason, created_at: now })
    .onConflict((same) => same.column("path").doUpdateSet({ reason }))
    .execute();
};

/** Oldest first. */
export const listDiscards = (db: Kysely<Database>): Promise<DiscardTable[]> =>
  db.selectFrom("discard").selectAll().orderBy("created_at").orderBy("path").execute();

/** The file is removed, or in use after all. */
export const forgetDiscard = async (db: Kysely<Database>, path: string): Promise<void> => {
  await db.deleteFrom("discard").where("path", "=", path).execute();
};

/**
 * Paths of all files that an account uses: its results and its uploads, also incomplete ones, and replaced
 * ones that a build still reads.
 */
export const pathsOfAccount = (db: Kysely<Database>, accountId: string): Promise<string[]> =>
  pathsInUse(db, accountId);

/** Paths of all files in use, relative to the data directory. */
export const pathsInUse = async (db: Kysely<Database>, accountId?: string): Promise<string[]> => {
  const isMeant = accountId === undefined ? sql<boolean>`true` : sql<boolean>`account_id = ${accountId}`;
  const results = db
    .selectFrom("resource")
    .select("result_dir as path")
    .where("result_dir", "is not", null)
    .where(isMeant);
  const uploads = db.selectFrom("upload").select("path").where(isMeant);
  const arriving = db
    .selectFrom("resumable_upload")
    .select("path")
    .where("finished_at", "is", null)
    .where(isMeant);
  const replaced = db
    .selectFrom("replaced_upload")
    .select("path")
    .where("path", "is not", null)
    .where(isMeant);
  const queries = [results, uploads, arriving, replaced];
  const rows = await Promise.all(queries.map((query) => query.execute()));
  return rows.flat().map(({ path }) => path!);
};
