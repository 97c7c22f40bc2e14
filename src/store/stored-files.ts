// Files that the store names: uploads, and the files of results, with the damage that was found in them.

import { type Kysely, sql } from "kysely";
import { noteChange, noteEverything } from "../db/noted-changes.js";
import type { Database } from "../db/schema.js";
import { lockAccount } from "../db/transaction.js";
import type { StoredFile } from "../domain/machine/stored-file.js";
import type { EpochMs, ResourceType } from "../domain/resource/resource.js";
import { uploadColumns } from "./uploads.js";

export interface StoredResult {
  id: string;
  accountId: string;
  type: ResourceType;
  name: string;
  resultDir: string;
  resultFiles: StoredFile[];
  damagedFiles: string[];
  isArchived: boolean;
}

/** Results of one account or of all, in order of account and resource. */
export const listStoredResults = async (
  db: Kysely<Database>,
  accountId?: string,
): Promise<StoredResult[]> => {
  const all = db
    .selectFrom("resource")
    .innerJoin("result", "result.resource_id", "resource.id")
    .select(["id", "account_id", "type", "name", "result_dir", "files", "damaged_files", "archived_at"])
    .where("result_dir", "is not", null);
  const rows = await (accountId === undefined ? all : all.where("account_id", "=", accountId))
    .orderBy("account_id")
    .orderBy("sequence")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    type: row.type,
    name: row.name,
    resultDir: row.result_dir!,
    resultFiles: JSON.parse(row.files),
    damagedFiles: row.damaged_files === null ? [] : JSON.parse(row.damaged_files),
    isArchived: row.archived_at !== null,
  }));
};

/** Uploads of all accounts, in order of arrival. */
export const listStoredUploads = (db: Kysely<Database>) =>
  db.selectFrom("upload").select(uploadColumns).orderBy("sequence").execute();

/**
 * In a transaction: records damaged files of a result, which is then out of date. `losesState`: its next
 * build starts without what earlier builds left, and everything downstream is built again. False if the
 * result was replaced, or the damage is known.
 */
export const markResultDamaged = async (
  db: Kysely<Database>,
  { resourceId, resultDir }: { resourceId: string; resultDir: string },
  paths: readonly string[],
  losesState: boolean,
): Promise<boolean> => {
  const row = await db
    .selectFrom("resource")
    .select("damaged_files")
    .where("id", "=", resourceId)
    .where("result_dir", "=", resultDir)
    .executeTakeFirst();
  if (!row) return false;
  const known: string[] = row.damaged_files === null ? [] : JSON.parse(row.damaged_files);
  const damaged = [...new Set([...known, ...paths])];
  if (damaged.length === known.length) return false;
  noteChange(db, resourceId);
  await db
    .updateTable("resource")
    .set((column) => ({
      damaged_files: JSON.stringify(damaged),
      fingerprint: null,
      failed_fingerprint: null,
      failed_error: null,
      gave_up_under: null,
      ...(losesState && { forced: sql`${column.ref("forced")} + 1` }),
    }))
    .where("id", "=", resourceId)
    .execute();
  return true;
};

/**
 * In a transaction: records that an upload is damaged, or (`null`) that its bytes are right again. False if
 * that is known.
 */
export const markUploadDamaged = async (
  db: Kysely<Database>,
  accountId: string,
  path: string,
  damagedAt: EpochMs | null,
): Promise<boolean> => {
  await lockAccount(db, accountId);
  noteEverything(db);
  const { numUpdatedRows } = await db
    .updateTable("upload")
    .set({ damaged_at: damagedAt })
    .where("account_id", "=", accountId)
    .where("path", "=", path)
    .where("damaged_at", damagedAt === null ? "is not" : "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export const countDamagedUploads = async (db: Kysely<Database>): Promise<number> => {
  const { damaged } = await db
    .selectFrom("upload")
    .select((row) => row.fn.countAll<number>().as("damaged"))
    .where("damaged_at", "is not", null)
    .executeTakeFirstOrThrow();
  return damaged;
};
