// Uploaded files: a name in a directory of an account, and the path of its bytes. A file replaces an earlier
// one of the same name; the earlier bytes stay until no build can be reading them. Resumable uploads arrive
// in parts and stay known for a while after they are complete, for a client that missed the response.

import { type Kysely, sql } from "kysely";
import { noteEverything } from "../db/noted-changes.js";
import type { Database, DiscardReason, ResumableUploadTable, UploadTable } from "../db/schema.js";
import { type FileHash, fileMark } from "../domain/machine/stored-file.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { discard } from "./discards.js";
import { type FileVersion, keepReplaced, listReplaced } from "./replaced-uploads.js";

export type NewUpload = Omit<UploadTable, "damaged_at" | "merged_from"> &
  Partial<Pick<UploadTable, "merged_from">>;

/**
 * In a transaction: records a complete file in place of one of the same name. Returns the record, whose
 * `created_at` is later than that of every file before it, whatever the clock says.
 */
export const putUpload = async (db: Kysely<Database>, row: NewUpload): Promise<NewUpload> => {
  const created_at = await nextArrival(db, row.account_id, row.created_at);
  await takeOut(db, row, created_at, "replaced");
  const arrived = { ...row, created_at };
  await db.insertInto("upload").values(arrived).execute();
  return arrived;
};

/**
 * The moment of an arrival or deletion: now, or just after the previous one if the clock was set back since.
 * People's ids follow the order of arrival, so no two files share a moment. Locks the account.
 */
const nextArrival = async (db: Kysely<Database>, accountId: string, now: EpochMs): Promise<EpochMs> => {
  noteEverything(db);
  const { newest_arrival } = await db
    .updateTable("account")
    .set({ newest_arrival: sql`case when newest_arrival < ${now} then ${now} else newest_arrival + 1 end` })
    .where("id", "=", accountId)
    .returning("newest_arrival")
    .executeTakeFirstOrThrow();
  return newest_arrival;
};

/** Newest first. */
export const listUploads = (
  db: Kysely<Database>,
  accountId: string,
  directory?: string,
): Promise<UploadTable[]> => newestUploads(db, accountId, directory).select(uploadColumns).execute();

/** Files of a directory that came after a moment, oldest first. */
export const listUploadsSince = (
  db: Kysely<Database>,
  accountId: string,
  directory: string,
  since: EpochMs,
): Promise<UploadPosition[] & { path: string }[]> =>
  db
    .selectFrom("upload")
    .select(["directory", "filename", "created_at", "path"])
    .where("account_id", "=", accountId)
    .where("directory", "=", directory)
    .where("created_at", ">", since)
    .orderBy("created_at")
    .execute();

/** Where a file stands in the list, newest first. */
export type UploadPosition = Pick<UploadTable, "directory" | "filename" | "created_at">;

/** The same files by their names alone. */
export const listUploadPositions = (
  db: Kysely<Database>,
  accountId: string,
  directory?: string,
): Promise<UploadPosition[]> =>
  newestUploads(db, accountId, directory).select(["directory", "filename", "created_at"]).execute();

/** The named files, newest first; a few. Those that are no longer there are left out. */
export const listNamedUploads = (
  db: Kysely<Database>,
  accountId: string,
  names: readonly Pick<UploadTable, "directory" | "filename">[],
): Promise<UploadTable[]> =>
  newestUploads(db, accountId)
    .select(uploadColumns)
    .where((is) => is.or(names.map(({ directory, filename }) => is.and({ directory, filename }))))
    .execute();

const newestUploads = (db: Kysely<Database>, accountId: string, directory?: string) => {
  const ofAccount = db
    .selectFrom("upload")
    .where("account_id", "=", accountId)
    .orderBy("created_at", "desc")
    .orderBy("sequence", "desc");
  return directory === undefined ? ofAccount : ofAccount.where("directory", "=", directory);
};

export type Arrival = Pick<UploadTable, "directory" | "created_at">;

/** Where and when files arrived later than an instant: the newest of them, at most so many, newest first. */
export const listArrivalsAfter = (
  db: Kysely<Database>,
  accountId: string,
  since: EpochMs,
  most: number,
): Promise<Arrival[]> =>
  db
    .selectFrom("upload")
    .select(["directory", "created_at"])
    .where("account_id", "=", accountId)
    .where("created_at", ">", since)
    .orderBy("created_at", "desc")
    .limit(most)
    .execute();

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
  file: FileName,
  now: EpochMs,
): Promise<string | null> => takeOut(db, file, await nextArrival(db, file.account_id, now), "deleted");

type FileName = Pick<UploadTable, "account_id" | "directory" | "filename">;

/**
 * In a transaction: records a file of all rows of others in their place, with the arrival of the last of them. False,
 * without changes, if one of them is not there any more.
 */
export const mergeUploads = async (
  db: Kysely<Database>,
  parts: readonly UploadTable[],
  merged: Omit<NewUpload, "created_at">,
  now: EpochMs,
): Promise<boolean> => {
  const accountId = merged.account_id;
  const paths = parts.map(({ path }) => path);
  const own = db.selectFrom("upload").select("path").where("account_id", "=", accountId);
  const there = await own.where("path", "in", paths).execute();
  if (there.length < parts.length) return false;
  noteEverything(db);
  await db.deleteFrom("upload").where("account_id", "=", accountId).where("path", "in", paths).execute();
  for (const path of paths) await discard(db, { accountId, path, reason: "replaced" }, now);
  const created_at = Math.max(...parts.map((part) => part.created_at));
  await db
    .insertInto("upload")
    .values({ ...merged, created_at, merged_from: JSON.stringify(parts.map(fileMark)) })
    .execute();
  return true;
};

/** Returns the path of the file; null if there is none. */
const takeOut = async (
  db: Kysely<Database>,
  { account_id, directory, filename }: FileName,
  at: EpochMs,
  reason: DiscardReason,
): Promise<string | null> => {
  const row = await db
    .deleteFrom("upload")
    .where("account_id", "=", account_id)
    .where("directory", "=", directory)
    .where("filename", "=", filename)
    .returning(["path", "bytes", "sha256", "created_at"])
    .executeTakeFirst();
  if (!row) return null;
  await keepReplaced(db, { account_id, directory, filename, ...row }, at, reason);
  return row.path;
};

/**
 * Files of an account, newest first, and then those that were replaced or deleted and that a build may not
 * have read.
 */
export const listFileVersions = async (db: Kysely<Database>, accountId: string): Promise<FileVersion[]> => {
  const files = await listUploads(db, accountId);
  return [...files.map((file) => ({ ...file, replaced_at: null })), ...(await listReplaced(db, accountId))];
};

/** All columns but the sequence, which orders them. */
export const uploadColumns = [
  "account_id",
  "directory",
  "filename",
  "path",
  "bytes",
  "md5",
  "sha256",
  "created_at",
  "damaged_at",
  "merged_from",
] as const satisfies (keyof UploadTable)[];

const uploads = (db: Kysely<Database>, accountId: string) =>
  db.selectFrom("upload").select(uploadColumns).where("account_id", "=", accountId);

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
    .select([
      "id",
      "account_id",
      "directory",
      "filename",
      "path",
      "bytes",
      "created_at",
      "finished_at",
      "parts",
    ])
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .executeTakeFirst();

type IncompleteFile = Pick<ResumableUploadTable, "id" | "account_id" | "path" | "created_at" | "finished_at">;

/** Resumable uploads of all accounts. */
export const listResumableUploads = (db: Kysely<Database>): Promise<IncompleteFile[]> =>
  db
    .selectFrom("resumable_upload")
    .select(["id", "account_id", "path", "created_at", "finished_at"])
    .orderBy("sequence")
    .execute();

export const recordParts = async (
  db: Kysely<Database>,
  id: string,
  parts: readonly FileHash[],
): Promise<void> => {
  const kept = JSON.stringify(parts);
  await db.updateTable("resumable_upload").set({ parts: kept }).where("id", "=", id).execute();
};

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
  { id, account_id: accountId, path, finished_at }: Omit<IncompleteFile, "created_at">,
  now: EpochMs,
): Promise<void> => {
  await db.deleteFrom("resumable_upload").where("id", "=", id).execute();
  if (finished_at === null) await discard(db, { accountId, path, reason: "unrecorded" }, now);
};
