// SHA-256 of files, read once in chunks. Hashing takes a core for about a second per gigabyte: in the service it belongs in another
// thread or process.

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FileHash, StoredFile } from "../domain/stored-file.js";

const chunkBytes = 1 << 20;

/** `bytesPerSecond` bounds the pace; absent: as fast as the disk. */
export const hashFile = async (file: string, bytesPerSecond?: number): Promise<FileHash> => {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
    if (bytesPerSecond !== undefined) await sleep((1000 * chunk.length) / bytesPerSecond);
  }
  return { bytes, sha256: hash.digest("hex") };
};

/** All files below a directory, in order of path. */
export const hashDirectory = async (dir: string): Promise<StoredFile[]> => {
  const files: StoredFile[] = [];
  for (const file of await filesBelow(dir))
    files.push({ path: file, ...(await hashFile(path.join(dir, file))) });
  return files;
};

/** Paths relative to the directory, in order. */
export const filesBelow = async (dir: string): Promise<string[]> => {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)))
    .sort();
};
