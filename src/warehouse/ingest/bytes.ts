// The bytes of an uploaded file, unpacked where they are compressed.

import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { BrokenArchive, type Compression, compressionOf, longestBeginning, unpacker } from "./compression.js";

const chunkBytes = 1 << 20;

export const readCompression = async (file: string): Promise<Compression> => {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(longestBeginning), 0, longestBeginning, 0);
    return compressionOf(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
};

/** The whole file in chunks of about a megabyte. A broken archive throws `BrokenArchive` on the way. */
export async function* readBytes(file: string, compression: Compression): AsyncGenerator<Buffer> {
  const raw = createReadStream(file, { highWaterMark: chunkBytes });
  if (compression === "none") return yield* raw;
  const unpacked = new PassThrough({ highWaterMark: chunkBytes });
  let fileError: unknown;
  raw.on("error", (error) => {
    fileError = error;
  });
  // Whoever stops reading early destroys the stream, and that is no error of the archive.
  const done = pipeline(raw, unpacker(compression), unpacked).catch((cause) => cause);
  try {
    yield* unpacked;
  } catch (cause) {
    throw fileError ?? new BrokenArchive(cause);
  } finally {
    unpacked.destroy();
    await done;
  }
}

/** The first bytes of a file, and whether they are all of it. */
export const readSample = async (
  file: string,
  compression: Compression,
  atMost: number,
): Promise<{ bytes: Buffer; isWhole: boolean }> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of readBytes(file, compression)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > atMost) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, atMost), isWhole: size <= atMost };
};

export const unpack = (file: string, compression: Compression, target: string): Promise<void> =>
  pipeline(readBytes(file, compression), createWriteStream(target));
