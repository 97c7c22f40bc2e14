// A body becomes a file of the data directory: streamed aside and hashed as it arrives, made durable, then renamed. Until
// the caller has recorded it, nobody sees it; whatever ends the stream early leaves nothing behind.

import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Refusal, refuse, retryLater } from "../../errors/refusal.js";

export interface Place {
  dataDir: string;
  accountId: string;
  directory: string;
  filename: string;
}

export interface ReceivedFile {
  /** Relative to the data directory, and never used before. */
  path: string;
  bytes: number;
  md5: string;
  sha256: string;
}

/** Refuses `payload-too-large`, `upload-empty` and `upload-incomplete`. Holds one chunk in memory at a time. */
export const receiveFile = async (
  body: Readable,
  { dataDir, accountId, directory, filename }: Place,
  limitBytes: number,
): Promise<ReceivedFile> => {
  const account = path.join(dataDir, "uploads", accountId);
  const kept = path.join("uploads", accountId, directory, `${randomUUID()}-${filename}`);
  await mkdir(path.join(account, directory), { recursive: true });
  const aside = path.join(account, `tmp-${randomUUID()}`);
  try {
    const measured = await writeMeasured(body, aside, limitBytes);
    await rename(aside, path.join(dataDir, kept));
    await syncDirectory(path.join(account, directory));
    return { path: kept, ...measured };
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
};

const writeMeasured = async (body: Readable, file: string, limitBytes: number) => {
  const [md5, sha256] = [createHash("md5"), createHash("sha256")];
  let bytes = 0;
  const measured = async function* () {
    // Destroying a request destroys its socket, and with it the answer that says why.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > limitBytes) throw refuse("payload-too-large", { limit: limitBytes });
      md5.update(chunk);
      sha256.update(chunk);
      yield chunk;
    }
  };
  await pipeline(measured, createWriteStream(file, { flush: true })).catch((error) => {
    throw whyItEnded(error);
  });
  if (bytes === 0) throw refuse("upload-empty");
  return { bytes, md5: md5.digest("hex"), sha256: sha256.digest("hex") };
};

const whyItEnded = (error: NodeJS.ErrnoException): Error | Refusal => {
  if (error.code === "ENOSPC") return retryLater("disk-full", {}, error);
  const isCutOff = ["ERR_STREAM_PREMATURE_CLOSE", "ECONNRESET"].includes(error.code ?? "");
  return isCutOff ? refuse("upload-incomplete") : error;
};

const syncDirectory = async (directory: string): Promise<void> => {
  const handle = await open(directory);
  await handle.sync().finally(() => handle.close());
};
