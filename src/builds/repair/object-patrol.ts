// Round of the patrol over a bucket: which objects are missing or have another size. It lists them and reads
// none, because object storage checks their bytes itself, and nodes compare what they fetch.

import type { Db } from "../../db/connection.js";
import type { DamagedFile, NamedFile } from "../../integrity/file-guard.js";
import type { Bucket } from "../../objects/bucket.js";
import { objectFaults } from "../../objects/object-damage.js";
import { listStoredResults, listStoredUploads } from "../../store/stored-files.js";
import { fileOfUpload, filesOfResult } from "./named-files.js";

export interface ObjectPatrolOptions {
  db: Db;
  report(damaged: readonly DamagedFile[]): Promise<void>;
  /** An upload that was damaged has its bytes again. */
  mended(upload: NamedFile): Promise<void>;
}

export const patrolObjects = async (
  { db, report, mended }: ObjectPatrolOptions,
  bucket: Bucket,
  signal: AbortSignal,
): Promise<{ files: number; bytes: number; damaged: number }> => {
  const results = await listStoredResults(db.kysely);
  const uploads = await listStoredUploads(db.kysely);
  const round = { files: 0, bytes: 0, damaged: 0 };
  const accounts = [...results.map((each) => each.accountId), ...uploads.map((each) => each.account_id)];
  for (const accountId of new Set(accounts)) {
    if (signal.aborted) return round;
    const own = uploads.filter((each) => each.account_id === accountId);
    const files = [
      ...own.map((upload) => fileOfUpload(accountId, upload)),
      ...results.filter((each) => each.accountId === accountId).flatMap(filesOfResult),
    ];
    const damaged = await objectFaults(bucket, accountId, files);
    round.files += files.length;
    round.bytes += files.reduce((sum, { expected }) => sum + expected.bytes, 0);
    round.damaged += damaged.length;
    // A file that was replaced since is not marked: the report compares its directory.
    if (damaged.length > 0) await report(damaged);
    const broken = new Set(damaged.map(({ file }) => file.path));
    for (const upload of own)
      if (upload.damaged_at !== null && !broken.has(upload.path))
        await mended(fileOfUpload(accountId, upload));
  }
  return round;
};
