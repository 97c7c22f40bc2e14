// Uploaded files: a name in a directory of an account, and the path of its bytes. A file replaces an earlier one of the same name; the
// earlier bytes stay until no build can be reading them. Resumable uploads arrive in parts and stay known for a while after
// they are complete, for a client that missed the response.

import type { Kysely } from "kysely";
import type { Database, ResumableUploadTable, UploadTable } from "../db/schema.js";
import { lockAccount } from "../db/transaction.js";
import type { EpochMs } from "../domain/resource.js";

export type NewUpload = Omit<UploadTable, "damaged_at">;

/** In a transaction: records a complete file. Returns the path of the replaced file, or null. */
export const putUpload = async (db: Kysely<Database>, row: NewUpload): Promise<string | null> => {
  const replaced = await removeUpload(db, row.account_id, row.directory, row.filename);
  await db.insertInto("upload").values(row).execute();
  return replaced;
};

/** Newest first. */
export const listUploads = (
  db: Kysely<Database>,
  accountId: string,
  directory?: string,
): Promise<UploadTable[]> => {
  const ofAccount = uploads(db, accountId);
  const ofDirectory = directory === undefined ? ofAccount : ofAccount.where("directory", "=", directory);
  return ofDirectory.orderBy("created_at", "desc").orderBy("sequence", "desc").execute();
};

export const findUpload = (
  db: Kysely<Database>,
  accountId: string,
  directory: string,
  filename: string,
): Promise<UploadTable | undefined> =>
  uploads(db, accountId)
    .where("directory", "=", directory)
    .where("filename", "=", filename)
    .executeTakeFirst();

/** In a transaction: removes a file. Returns the path of its bytes, or null if there is no such file. */
export const removeUpload = async (
  db: Kysely<Database>,
  accountId: string,
  directory: string,
  filename: string,
): Promise<string | null> => {
  await lockAccount(db, accountId);
  const row = await db
    .deleteFrom("upload")
    .where("account_id", "=", accountId)
    .where("directory", "=", directory)
    .where("filename", "=", filename)
    .returning("path")
    .executeTakeFirst();
  return row?.path ?? null;
};

const uploads = (db: Kysely<Database>, accountId: string) =>
  db
    .selectFrom("upload")
    .select([
      "account_id",
      "directory",
      "filename",
      "path",
      "bytes",
      "md5",
      "sha256",
      "created_at",
      "damaged_at",
    ])
    .where("account_id", "=", accountId);

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

/** Resumable uploads of all accounts: ids, and paths relative to the data directory. */
export const listResumableUploads = (db: Kysely<Database>): Promise<{ id: string; path: string }[]> =>
  db.selectFrom("resumable_upload").select(["id", "path"]).orderBy("sequence").execute();

/** False if it is already finished or deleted. */
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
