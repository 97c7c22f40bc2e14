// Receives an upload: streams the body to a temporary file, hashes it on the way, syncs it and renames it.
// The file counts once the caller records it in a transaction; a stream that ends early leaves nothing
// behind.

import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import { type Refusal, refuse } from "../../errors/refusal.js";
import { worldTrouble } from "../../errors/world.js";
import { sync } from "../../integrity/sync.js";
import { UploadHasher, type UploadHashes } from "../../integrity/upload-hash.js";
import type { FileCache } from "../../objects/file-cache.js";
import { type NewUpload, putUpload } from "../../store/uploads.js";

export interface UploadDestination {
  dataDir: string;
  /** Absent: uploads stay in the data directory. */
  cache?: FileCache | undefined;
  accountId: string;
  directory: string;
  filename: string;
}

export interface ReceivedFile extends UploadHashes {
  /** Unique path, relative to the data directory. */
  path: string;
}

/**
 * Refuses `payload-too-large`, `upload-empty` and `upload-incomplete`, and what `grow` refuses, which hears
 * how many bytes there are by now. Holds one chunk in memory at a time.
 */
export const receiveFile = async (
  body: Readable,
  place: UploadDestination,
  limitBytes: number,
  grow: (bytes: number) => void,
): Promise<ReceivedFile> => {
  const { dataDir, cache, accountId } = place;
  const kept = await uploadPath(place, randomUUID());
  const temporary =
    (await cache?.newFile()) ?? path.join(dataDir, "uploads", accountId, `tmp-${randomUUID()}`);
  try {
    const measured = await writeMeasured(body, temporary, (bytes) => {
      if (bytes > limitBytes) throw refuse("payload-too-large", { limit: limitBytes });
      grow(bytes);
    });
    await cache?.put(kept, temporary);
    await rename(temporary, path.join(dataDir, kept));
    await sync(path.dirname(path.join(dataDir, kept)));
    await cache?.noteAdded(measured.bytes);
    return { path: kept, ...measured };
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
};

/** Path of an upload's file, relative to the data directory; creates its directory. `unique` makes the path unique. */
export const uploadPath = async (
  { dataDir, accountId, directory, filename }: UploadDestination,
  unique: string,
): Promise<string> => {
  const into = path.join("uploads", accountId, directory);
  await mkdir(path.join(dataDir, into), { recursive: true });
  return path.join(into, `${unique}-${filename}`);
};

/** Opens the file before it reads the body: a stream that opens it itself may still do so after it was destroyed. */
const writeMeasured = async (
  body: Readable,
  file: string,
  check: (bytes: number) => void,
): Promise<UploadHashes> => {
  const measure = new UploadHasher();
  const measured = async function* () {
    for await (const chunk of chunksOf(body)) {
      measure.take(chunk);
      check(measure.bytes);
      yield chunk;
    }
  };
  try {
    const handle = await open(file, "wx");
    await pipeline(measured, handle.createWriteStream({ flush: true }));
  } catch (error) {
    throw uploadError(error as NodeJS.ErrnoException);
  }
  if (measure.bytes === 0) throw refuse("upload-empty");
  return measure.end();
};

/** Keeps the request open after an error: destroying it would destroy its socket and with it the answer. */
export const chunksOf = (body: Readable): AsyncIterable<Buffer> => body.iterator({ destroyOnReturn: false });

/** Explains an error of the disk or of the connection. */
export const uploadError = (error: NodeJS.ErrnoException): Error | Refusal => {
  const isCutOff = ["ERR_STREAM_PREMATURE_CLOSE", "ECONNRESET"].includes(error.code ?? "");
  return isCutOff ? refuse("upload-incomplete") : (worldTrouble(error) ?? error);
};

/** Records a complete file in place of one with the same name. */
export const recordUpload = async (
  trx: Kysely<Database>,
  { accountId, directory, filename }: Omit<UploadDestination, "dataDir" | "cache">,
  { path, bytes, md5, sha256 }: ReceivedFile,
  now: EpochMs,
): Promise<NewUpload> => {
  const row = { account_id: accountId, directory, filename, path, bytes, md5, sha256, created_at: now };
  return putUpload(trx, row);
};
