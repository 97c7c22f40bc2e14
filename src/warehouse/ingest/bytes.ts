// The bytes of an uploaded file, unzipped where they are gzipped. What the file begins with decides, not its name.

import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";

export const isGzipped = async (file: string): Promise<boolean> => {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.readUInt16BE() === 0x1f8b;
  } finally {
    await handle.close();
  }
};

/** The whole file in chunks of up to a megabyte; a broken gzip archive throws on the way. */
export async function* readBytes(file: string, gzipped: boolean): AsyncGenerator<Buffer> {
  const raw = createReadStream(file, { highWaterMark: 1 << 20 });
  if (!gzipped) return yield* raw;
  const unzipped = createGunzip({ chunkSize: 1 << 20 });
  raw.on("error", (error) => unzipped.destroy(error));
  try {
    yield* raw.pipe(unzipped);
  } finally {
    raw.destroy();
    unzipped.destroy();
  }
}

/** What `readBytes` throws on an archive that is damaged or cut short. */
export const isBrokenArchive = (error: unknown): boolean =>
  error instanceof Error && "code" in error && String(error.code).startsWith("Z_");

/** The first bytes of a file, and whether they are all of it. */
export const readSample = async (
  file: string,
  gzipped: boolean,
  atMost: number,
): Promise<{ bytes: Buffer; isWhole: boolean }> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of readBytes(file, gzipped)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > atMost) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, atMost), isWhole: size <= atMost };
};

export const unzip = (file: string, target: string): Promise<void> =>
  pipeline(readBytes(file, true), createWriteStream(target));
