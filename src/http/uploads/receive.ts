// A body becomes a file of the data directory: streamed aside and hashed as it arrives, made durable, then renamed. Until
// the caller has recorded it, nobody sees it; whatever ends the stream early leaves nothing behind.

import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Refusal, refuse, retryLater } from "../../errors/refusal.js";
import { FileHasher, type FileHashes } from "./measure.js";

export interface UploadDestination {
  dataDir: string;
  accountId: string;
  directory: string;
  filename: string;
}

export interface ReceivedFile extends FileHashes {
  /** Relative to the data directory, and never used before. */
  path: string;
}

/** Refuses `payload-too-large`, `upload-empty` and `upload-incomplete`. Holds one chunk in memory at a time. */
export const receiveFile = async (
  body: Readable,
  place: UploadDestination,
  limitBytes: number,
): Promise<ReceivedFile> => {
  const { dataDir, accountId } = place;
  const kept = await uploadPath(place, randomUUID());
  const aside = path.join(dataDir, "uploads", accountId, `tmp-${randomUUID()}`);
  try {
    const measured = await writeMeasured(body, aside, limitBytes);
    await rename(aside, path.join(dataDir, kept));
    await syncDirectory(path.dirname(path.join(dataDir, kept)));
    return { path: kept, ...measured };
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
};

/** Where the file of an upload goes, relative to the data directory; its directory is made. `unique` is in no other path. */
export const uploadPath = async (
  { dataDir, accountId, directory, filename }: UploadDestination,
  unique: string,
): Promise<string> => {
  const into = path.join("uploads", accountId, directory);
  await mkdir(path.join(dataDir, into), { recursive: true });
  return path.join(into, `${unique}-${filename}`);
};

/** The file is there before the body is read: a stream that opens it itself may still do so after it was destroyed. */
const writeMeasured = async (body: Readable, file: string, limitBytes: number): Promise<FileHashes> => {
  const measure = new FileHasher();
  const measured = async function* () {
    for await (const chunk of chunksOf(body)) {
      measure.take(chunk);
      if (measure.bytes > limitBytes) throw refuse("payload-too-large", { limit: limitBytes });
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

/** Destroying a request destroys its socket, and with it the answer that says why: so it is left as it is. */
export const chunksOf = (body: Readable): AsyncIterable<Buffer> => body.iterator({ destroyOnReturn: false });

/** What is to be said of an error of the disk or of the connection. */
export const uploadError = (error: NodeJS.ErrnoException): Error | Refusal => {
  if (error.code === "ENOSPC") return retryLater("disk-full", {}, error);
  const isCutOff = ["ERR_STREAM_PREMATURE_CLOSE", "ECONNRESET"].includes(error.code ?? "");
  return isCutOff ? refuse("upload-incomplete") : error;
};

/** Makes the names in a directory durable. */
export const syncDirectory = async (directory: string): Promise<void> => {
  const handle = await open(directory);
  await handle.sync().finally(() => handle.close());
};
