// Replaced uploads: files that were replaced under their name, or deleted, since the datasets of their
// directory were built. When people were first seen follows from all files that ever counted, so the next
// build of a dataset reads a replaced file for the last time. Of a deleted file only the moments of arrival
// and deletion stay; its bytes are discarded at once.

import type { Kysely } from "kysely";
import type { Database, DiscardReason, ReplacedUploadTable, UploadTable } from "../db/schema.js";
import { readsDirectory } from "../domain/data/dataset-options.js";
import type { ConfigOf } from "../domain/kinds/kinds.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { discard } from "./discards.js";

type Removed = Omit<ReplacedUploadTable, "path" | "replaced_at"> & Pick<UploadTable, "path">;

/** In a transaction: takes over a file that has just been removed from the uploads. `at`: see `putUpload`. */
export const keepReplaced = async (
  db: Kysely<Database>,
  file: Removed,
  at: EpochMs,
  reason: DiscardReason,
): Promise<void> => {
  const isKept = await isRead(db, file);
  if (reason === "deleted") await discardVersions(db, file, at);
  if (reason === "deleted" || !isKept)
    await discard(db, { accountId: file.account_id, path: file.path, reason }, at);
  if (!isKept) return;
  const path = reason === "deleted" ? null : file.path;
  await db
    .insertInto("replaced_upload")
    .values({ ...file, path, replaced_at: at })
    .execute();
};

/** Whether a dataset reads the directory of the file. */
const isRead = async (
  db: Kysely<Database>,
  { account_id, directory }: Pick<Removed, "account_id" | "directory">,
): Promise<boolean> => {
  const rows = await db
    .selectFrom("resource")
    .select("config")
    .where("account_id", "=", account_id)
    .where("type", "=", "datasets")
    .where("archived_at", "is", null)
    .execute();
  return rows.some(({ config }) => {
    const { options } = JSON.parse(config) as ConfigOf<"datasets">;
    return readsDirectory(options, directory);
  });
};

/** Discards the bytes of earlier files of the same name. */
const discardVersions = async (
  db: Kysely<Database>,
  { account_id, directory, filename }: Removed,
  now: EpochMs,
): Promise<void> => {
  const versions = db
    .selectFrom("replaced_upload")
    .select("path")
    .where("account_id", "=", account_id)
    .where("directory", "=", directory)
    .where("filename", "=", filename);
  for (const { path } of await versions.execute())
    if (path !== null) await discard(db, { accountId: account_id, path, reason: "deleted" }, now);
  await db
    .updateTable("replaced_upload")
    .set({ path: null })
    .where("account_id", "=", account_id)
    .where("directory", "=", directory)
    .where("filename", "=", filename)
    .execute();
};

/**
 * An uploaded file, or one that was replaced or deleted at `replaced_at`; its path is empty once its bytes
 * are discarded.
 */
export type FileVersion = Omit<ReplacedUploadTable, "path" | "replaced_at"> &
  Pick<UploadTable, "path" | "damaged_at"> &
  Partial<Pick<UploadTable, "merged_from">> & { replaced_at: EpochMs | null };

/** In order of removal. */
export const listReplaced = async (db: Kysely<Database>, accountId: string): Promise<FileVersion[]> => {
  const rows = await db
    .selectFrom("replaced_upload")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("sequence")
    .execute();
  return rows.map((row) => ({ ...row, path: row.path ?? "", damaged_at: null }));
};

/**
 * In a transaction: forgets the files of a directory that were replaced or deleted until then, and discards
 * their bytes.
 */
export const forgetReplaced = async (
  db: Kysely<Database>,
  { accountId, directory, until }: { accountId: string; directory: string; until: EpochMs },
  now: EpochMs,
): Promise<void> => {
  const forgotten = await db
    .deleteFrom("replaced_upload")
    .where("account_id", "=", accountId)
    .where("directory", "=", directory)
    .where("replaced_at", "<=", until)
    .returning(["account_id", "path"])
    .execute();
  await discardAll(db, forgotten, now);
};

/** In a transaction: forgets the files of all accounts that were replaced before `before`, read or not. */
export const forgetReplacedBefore = async (
  db: Kysely<Database>,
  before: EpochMs,
  now: EpochMs,
): Promise<void> => {
  const forgotten = await db
    .deleteFrom("replaced_upload")
    .where("replaced_at", "<", before)
    .returning(["account_id", "path"])
    .execute();
  await discardAll(db, forgotten, now);
};

const discardAll = async (
  db: Kysely<Database>,
  files: readonly Pick<ReplacedUploadTable, "account_id" | "path">[],
  now: EpochMs,
): Promise<void> => {
  for (const { account_id: accountId, path } of files)
    if (path !== null) await discard(db, { accountId, path, reason: "replaced" }, now);
};
