// Copies of files that are hashed on the way and on the disk when they are done.

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { FileHash } from "../domain/machine/stored-file.js";

const chunkBytes = 1 << 20;

/**
 * Copies to a new file that only its owner can read. `isAsExpected` decides, before the file has its name,
 * whether it is kept.
 */
export const copyFile = async (
  from: string,
  to: string,
  isAsExpected: (copied: FileHash) => boolean = () => true,
): Promise<FileHash> => {
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  const temporary = `${to}.tmp`;
  try {
    const copied = await write(from, temporary);
    if (isAsExpected(copied)) await rename(temporary, to);
    return copied;
  } finally {
    await rm(temporary, { force: true });
  }
};

const write = async (from: string, to: string): Promise<FileHash> => {
  const hash = createHash("sha256");
  let bytes = 0;
  const handle = await open(to, "w", 0o600);
  await pipeline(
    createReadStream(from, { highWaterMark: chunkBytes }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    handle.createWriteStream({ flush: true }),
  );
  return { bytes, sha256: hash.digest("hex") };
};
