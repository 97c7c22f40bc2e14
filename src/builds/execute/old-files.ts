// Old files: uploads of which every row is older than the datasets of their directory keep. They are deleted some
// days later, as their owner would, with an entry in the audit log.

import type { Kysely } from "kysely";
import type { Db } from "../../db/connection.js";
import type { Database } from "../../db/schema.js";
import { deletedFrom, type OldRows, readersOf } from "../../domain/data/age-limit.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import type { Queue } from "../../queue/queue.js";
import { recordAudit } from "../../store/audit.js";
import { accountsWithAgeLimits, listResources } from "../../store/resources.js";
import { findUpload, removeUpload } from "../../store/uploads.js";
import { reconcile } from "../plan/reconcile.js";

/** Deletes those of all accounts whose time has come. */
export const deleteOldFiles = async (db: Db, queue: Queue, now: EpochMs): Promise<void> => {
  for await (const accountId of accountsWithAgeLimits(db.kysely)) {
    if ((await oldFilesOf(db.kysely, accountId, now)).length === 0) continue;
    await db.transaction(async (trx) => {
      for (const file of await oldFilesOf(trx, accountId, now)) await deleteFile(trx, accountId, file, now);
      await reconcile(trx, queue, accountId, now);
    });
  }
};

type OldFile = Pick<OldRows, "file" | "arrived_at"> & { directory: string };

const oldFilesOf = async (db: Kysely<Database>, accountId: string, now: EpochMs): Promise<OldFile[]> => {
  const datasets = await listResources(db, accountId, "datasets");
  const directories = datasets.flatMap(({ config: { options }, result }) =>
    options.type === "hosted_csv" && result?.old_rows ? [options.upload_directory] : [],
  );
  return [...new Set(directories)].flatMap((directory) => {
    const readers = readersOf(directory, datasets);
    const old = readers[0]?.result?.old_rows ?? [];
    return old
      .filter(({ arrived_at }) => (deletedFrom(arrived_at, readers) ?? Number.POSITIVE_INFINITY) <= now)
      .map(({ file, arrived_at }) => ({ file, arrived_at, directory }));
  });
};

const deleteFile = async (
  trx: Kysely<Database>,
  accountId: string,
  { directory, file: filename, arrived_at }: OldFile,
  now: EpochMs,
): Promise<void> => {
  const upload = await findUpload(trx, accountId, directory, filename);
  // Another file may have taken its name.
  if (upload?.created_at !== arrived_at) return;
  await removeUpload(trx, upload, now);
  const name = `${directory}/${filename}`;
  const subject = { type: "uploads", id: name, name } as const;
  await recordAudit(trx, { accountId, actor: { type: "service" }, action: "delete", subject }, now);
};
