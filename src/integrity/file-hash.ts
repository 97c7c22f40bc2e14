// SHA-256 of files, read once in chunks. Hashing takes a core for about a second per gigabyte: in the service
// it belongs in another thread or process.

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FileHash, StoredFile } from "../domain/machine/stored-file.js";

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

/**
 * All files below a directory, in order of path. A link of one of the `known` files, whose paths are
 * absolute, has its hash: were it read, bytes that the disk has lost since would be taken for right.
 */
export const hashDirectory = async (
  dir: string,
  known: readonly StoredFile[] = [],
): Promise<StoredFile[]> => {
  const files: StoredFile[] = [];
  let hashes: Map<string, FileHash> | undefined;
  for (const name of await filesBelow(dir)) {
    const file = path.join(dir, name);
    const { nlink, ino, dev } = await stat(file, { bigint: true });
    if (nlink > 1n) hashes ??= await hashesByInode(known);
    files.push({ path: name, ...(hashes?.get(`${dev} ${ino}`) ?? (await hashFile(file))) });
  }
  return files;
};

const hashesByInode = async (known: readonly StoredFile[]): Promise<Map<string, FileHash>> => {
  const hashes = new Map<string, FileHash>();
  for (const { path: file, ...hash } of known) {
    const found = await stat(file, { bigint: true }).catch(() => null);
    if (found) hashes.set(`${found.dev} ${found.ino}`, hash);
  }
  return hashes;
};

/** Paths relative to the directory, in order. */
export const filesBelow = async (dir: string): Promise<string[]> => {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)))
    .sort();
};
