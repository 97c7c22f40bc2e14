// Uploaded files: a name in an account's directory, and where its bytes lie. A file of the same name takes the place of
// the one before it; the bytes of that one stay until nobody can be reading them.

import type { Kysely } from "kysely";
import type { Database, ResumableUploadTable, UploadTable } from "../db/schema.js";
import { lockAccount } from "../db/transaction.js";
import type { EpochMs } from "../domain/resource.js";

/** In a transaction: records a file that has arrived whole. Returns the path of the file whose place it takes, or null. */
export const putUpload = async (db: Kysely<Database>, row: UploadTable): Promise<string | null> => {
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

/** In a transaction: forgets a file. Returns the path of its bytes, or null if there was none of that name. */
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
    .select(["account_id", "directory", "filename", "path", "bytes", "md5", "sha256", "created_at"])
    .where("account_id", "=", accountId);

// Uploads that arrive in parts: what each is to become, and where its bytes are gathered. One stays known for a while once
// it is whole, for a client that did not hear so.

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
