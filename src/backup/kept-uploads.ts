// Uploads that a data directory has and a restored store does not name, because they arrived after the
// backup. They are registered again, as the former store had them, or, where that store is lost, as their
// paths say.

import { stat } from "node:fs/promises";
import path from "node:path";
import type { Kysely } from "kysely";
import type { Db } from "../db/connection.js";
import type { Database } from "../db/schema.js";
import { filesBelow } from "../integrity/file-hash.js";
import { hashUpload } from "../integrity/upload-hash.js";
import { listStoredUploads } from "../store/stored-files.js";
import { listResumableUploads, type NewUpload, putUpload } from "../store/uploads.js";

export interface KeptUploads {
  registered: NewUpload[];
  /** Paths of files whose account the restored store does not know. */
  foreign: string[];
}

/** Uploads of the former store whose files are there. */
export const uploadsOf = async (former: Kysely<Database>, dataDir: string): Promise<NewUpload[]> => {
  const uploads = await listStoredUploads(former);
  const sizes = await Promise.all(uploads.map((upload) => sizeOf(path.join(dataDir, upload.path))));
  return uploads
    .filter(({ bytes, damaged_at }, i) => sizes[i] === bytes && damaged_at === null)
    .map(({ damaged_at: _, ...upload }) => upload);
};

const sizeOf = (file: string): Promise<number | null> =>
  stat(file).then(
    ({ size }) => size,
    () => null,
  );

/** uploads/<account>/<directory>/<unique>-<filename> */
const placeOf = /^([^/]+)\/([^/]+)\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}-([^/]+)$/;

/** Uploads as the paths of the directory say; the time of arrival is that of the last change. */
export const uploadsByPath = async (dataDir: string): Promise<NewUpload[]> => {
  const found: NewUpload[] = [];
  for (const file of await filesBelow(path.join(dataDir, "uploads")).catch(() => [])) {
    const [, account_id, directory, filename] = placeOf.exec(file) ?? [];
    if (!account_id || !directory || !filename) continue;
    const full = path.join(dataDir, "uploads", file);
    const { mtimeMs } = await stat(full);
    const created_at = Math.round(mtimeMs);
    found.push({
      account_id,
      directory,
      filename,
      path: path.join("uploads", file),
      created_at,
      ...(await hashUpload(full)),
    });
  }
  return found;
};

/** Registers those that the restored store does not have, or has an older version of. */
export const registerUploads = async (store: Db, candidates: readonly NewUpload[]): Promise<KeptUploads> => {
  const named = await listStoredUploads(store.kysely);
  const arriving = new Set((await listResumableUploads(store.kysely)).map((upload) => upload.path));
  const accounts = new Set(
    (await store.kysely.selectFrom("account").select("id").execute()).map(({ id }) => id),
  );
  const paths = new Set(named.map((upload) => upload.path));
  const unnamed = candidates.filter((each) => !arriving.has(each.path) && !paths.has(each.path));
  const newest = new Map<string, number>();
  for (const each of [...named, ...unnamed])
    newest.set(slotOf(each), Math.max(newest.get(slotOf(each)) ?? 0, each.created_at));
  const isNewest = (each: NewUpload) => each.created_at >= newest.get(slotOf(each))!;
  const registered = unnamed.filter((each) => accounts.has(each.account_id) && isNewest(each));
  await store.transaction(async (trx) => {
    for (const upload of registered) await putUpload(trx, upload);
  });
  const foreign = unnamed.filter((each) => !accounts.has(each.account_id)).map((each) => each.path);
  return { registered, foreign };
};

const slotOf = ({
  account_id,
  directory,
  filename,
}: Pick<NewUpload, "account_id" | "directory" | "filename">): string =>
  `${account_id}/${directory}/${filename}`;
