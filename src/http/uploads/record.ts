// An upload counts once it is recorded: in the transaction that also plans what follows from it.

import type { Kysely } from "kysely";
import type { Database, UploadTable } from "../../db/schema.js";
import type { EpochMs } from "../../domain/resource.js";
import { putUpload } from "../../store/uploads.js";
import type { ReceivedFile, UploadDestination } from "./receive.js";

/** In a transaction: a file that has arrived whole takes the place of the one of its name. */
export const recordUpload = async (
  trx: Kysely<Database>,
  { accountId, directory, filename }: Omit<UploadDestination, "dataDir">,
  { path, bytes, md5, sha256 }: ReceivedFile,
  now: EpochMs,
): Promise<UploadTable> => {
  const row = { account_id: accountId, directory, filename, path, bytes, md5, sha256, created_at: now };
  await putUpload(trx, row);
  return row;
};
