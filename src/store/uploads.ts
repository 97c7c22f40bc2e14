// Uploaded files: a name in a directory of an account, and the path of its bytes. A file replaces an earlier one of the same name; the
// earlier bytes stay until no build can be reading them. Resumable uploads arrive in parts and stay known for a while after
// they are complete, for a client that missed the response.

import type { Kysely } from "kysely";
import type { Database, DiscardReason, ResumableUploadTable, UploadTable } from "../db/schema.js";
import { lockAccount } from "../db/transaction.js";
import type { EpochMs } from "../domain/resource.js";
import { discard } from "./discards.js";

export type NewUpload = Omit<UploadTable, "damaged_at">;

/** In a transaction: records a complete file. Returns the path of the replaced file, or null. */
export const putUpload = async (db: Kysely<Database>, row: NewUpload): Promise<string | null> => {
  const replaced = await removeUpload(db, row, row.created_at, "replaced");
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

/** In a transaction: removes a file and discards its bytes. Returns their path, or null if there is no such file. */
export const removeUpload = async (
  db: Kysely<Database>,
  { account_id: accountId, directory, filename }: Pick<UploadTable, "account_id" | "directory" | "filename">,
  now: EpochMs,
  reason: DiscardReason = "deleted",
): Promise<string | null> => {
  await lockAccount(db, accountId);
  const row = await db
    .deleteFrom("upload")
    .where("account_id", "=", accountId)
    .where("directory", "=", directory)
    .where("filename", "=", filename)
    .returning("path")
    .executeTakeFirst();
  if (!row) return null;
  await discard(db, { accountId, path: row.path, reason }, now);
  return row.path;
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

type IncompleteFile = Pick<ResumableUploadTable, "id" | "account_id" | "path" | "finished_at">;

/** Resumable uploads of all accounts. */
export const listResumableUploads = (db: Kysely<Database>): Promise<IncompleteFile[]> =>
  db
    .selectFrom("resumable_upload")
    .select(["id", "account_id", "path", "finished_at"])
    .orderBy("sequence")
    .execute();

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

/** In a transaction: forgets a resumable upload, and discards its bytes unless they have become an upload. */
export const removeResumableUpload = async (
  db: Kysely<Database>,
  { id, account_id: accountId, path, finished_at }: IncompleteFile,
  now: EpochMs,
): Promise<void> => {
  await db.deleteFrom("resumable_upload").where("id", "=", id).execute();
  if (finished_at === null) await discard(db, { accountId, path, reason: "unrecorded" }, now);
};
