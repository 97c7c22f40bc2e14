// Uploads that arrive in parts: what each is to become, and where its bytes are gathered. One stays known for a while once
// it is whole, for a client that did not hear so.

import type { Kysely } from "kysely";
import type { Database, ResumableUploadTable } from "../db/schema.js";
import type { EpochMs } from "../domain/resource.js";

export const insertResumableUpload = async (
  db: Kysely<Database>,
  row: ResumableUploadTable,
): Promise<void> => {
  await db.insertInto("resumable_upload").values(row).execute();
};

export const findResumableUpload = (
  db: Kysely<Database>,
  accountId: string,
  id: string,
): Promise<ResumableUploadTable | undefined> =>
  db
    .selectFrom("resumable_upload")
    .select(["id", "account_id", "directory", "filename", "path", "bytes", "created_at", "finished_at"])
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .executeTakeFirst();

/** Of all accounts: ids, and paths relative to the data directory. */
export const listResumableUploads = (db: Kysely<Database>): Promise<{ id: string; path: string }[]> =>
  db.selectFrom("resumable_upload").select(["id", "path"]).orderBy("sequence").execute();

/** False if it was finished before, or is gone. */
export const markFinished = async (db: Kysely<Database>, id: string, now: EpochMs): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable("resumable_upload")
    .set({ finished_at: now })
    .where("id", "=", id)
    .where("finished_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export const removeResumableUpload = async (db: Kysely<Database>, id: string): Promise<void> => {
  await db.deleteFrom("resumable_upload").where("id", "=", id).execute();
};
