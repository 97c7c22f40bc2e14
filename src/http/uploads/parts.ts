// Parts of a resumable upload as they arrived: the size and SHA-256 of each is kept when it ends, so that the
// whole file can be compared with what arrived. Bytes of which nothing was kept, since the service was
// killed, count as they are found when the next part begins.

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { FileHash } from "../../domain/machine/stored-file.js";
import { UploadHasher, type UploadHashes } from "../../integrity/upload-hash.js";

export const partsIn = (kept: string | null): FileHash[] =>
  kept === null ? [] : (JSON.parse(kept) as FileHash[]);

export const bytesOf = (parts: readonly FileHash[]): number =>
  parts.reduce((sum, { bytes }) => sum + bytes, 0);

/** The parts, and what the file has after them. */
export const withRest = async (file: string, parts: readonly FileHash[]): Promise<FileHash[]> => {
  const hash = createHash("sha256");
  const bytes = await readFrom(file, { start: bytesOf(parts) }, (chunk) => hash.update(chunk));
  return bytes === 0 ? [...parts] : [...parts, { bytes, sha256: hash.digest("hex") }];
};

/** Reads the file once. `isAsArrived`: every part has the bytes that arrived. */
export const hashByParts = async (
  file: string,
  parts: readonly FileHash[],
): Promise<{ whole: UploadHashes; isAsArrived: boolean }> => {
  const whole = new UploadHasher();
  let isAsArrived = true;
  for (const { bytes, sha256 } of parts) {
    const hash = createHash("sha256");
    await readFrom(file, { start: whole.bytes, end: whole.bytes + bytes - 1 }, (chunk) => {
      whole.take(chunk);
      hash.update(chunk);
    });
    if (hash.digest("hex") !== sha256) isAsArrived = false;
  }
  await readFrom(file, { start: whole.bytes }, (chunk) => whole.take(chunk));
  return { whole: whole.end(), isAsArrived };
};

const chunkBytes = 1 << 20;

/** Returns the number of bytes. `end` is inclusive. */
const readFrom = async (
  file: string,
  range: { start: number; end?: number },
  onChunk: (chunk: Buffer) => void,
): Promise<number> => {
  let bytes = 0;
  for await (const chunk of createReadStream(file, { ...range, highWaterMark: chunkBytes })) {
    onChunk(chunk);
    bytes += chunk.length;
  }
  return bytes;
};
