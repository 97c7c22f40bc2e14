// Bytes of an uploaded file: decompressed, by their signature and not by the file's name.

import { createReadStream, createWriteStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { ArchiveTooLarge, BrokenArchive, checkUnpacked } from "./archive.js";
import { bunzip2 } from "./bzip2.js";
import { readMember, type ZipMember } from "./zip.js";
import { unzstd } from "./zstd.js";

const chunkBytes = 1 << 20;

export const readCompression = async (file: string): Promise<Compression> => {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(longestSignature), 0, longestSignature, 0);
    return compressionOf(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
};

/** A file, or one of the files in a ZIP archive. */
export interface PackedFile {
  path: string;
  /** Absent: the file itself. */
  member?: ZipMember | undefined;
}

/**
 * The whole file in chunks of about a megabyte. On the way, a broken archive throws `BrokenArchive`, and one
 * that unpacks to too much `ArchiveTooLarge`.
 */
export async function* readBytes(
  { path: file, member }: PackedFile,
  compression: Compression,
  maxUnpackedBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer> {
  if (member) return yield* readMember(file, member);
  const { size } = await stat(file);
  const raw = createReadStream(file, { highWaterMark: chunkBytes });
  if (compression === "none" || compression === "zip") return yield* raw;
  let fileError: unknown;
  raw.on("error", (error) => {
    fileError = error;
  });
  let bytes = 0;
  try {
    for await (const chunk of unpackers[compression](raw)) {
      bytes += chunk.length;
      checkUnpacked(bytes, size, maxUnpackedBytes);
      yield chunk;
    }
  } catch (cause) {
    if (cause instanceof ArchiveTooLarge) throw cause;
    throw fileError ?? new BrokenArchive(cause);
  }
}

/** The first bytes of a file; `isWhole` where that is the entire file. */
export const readSample = async (
  file: PackedFile,
  compression: Compression,
  maxBytes: number,
): Promise<{ bytes: Buffer; isWhole: boolean }> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of readBytes(file, compression)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isWhole: size <= maxBytes };
};

export const unpack = (
  file: PackedFile,
  compression: Compression,
  target: string,
  maxUnpackedBytes?: number,
): Promise<void> => pipeline(readBytes(file, compression, maxUnpackedBytes), createWriteStream(target));

/** `zip`: one of the files in an archive. */
export type Compression = "none" | "gzip" | "bzip2" | "zstd" | "zip";

const signatures: [Compression, Buffer][] = [
  ["gzip", Buffer.from([0x1f, 0x8b])],
  ["bzip2", Buffer.from("BZh")],
  ["zstd", Buffer.from([0x28, 0xb5, 0x2f, 0xfd])],
];

export const longestSignature = Math.max(...signatures.map(([, bytes]) => bytes.length));

/** The compression of a file, by its first bytes. */
export const compressionOf = (bytes: Buffer): Compression =>
  signatures.find(([, beginning]) => bytes.subarray(0, beginning.length).equals(beginning))?.[0] ?? "none";

async function* gunzip(raw: Readable): AsyncGenerator<Buffer> {
  const unpacked = new PassThrough({ highWaterMark: chunkBytes });
  // A reader that stops early destroys the stream, which is not an error of the archive.
  const done = pipeline(raw, createGunzip({ chunkSize: chunkBytes }), unpacked).catch((cause) => cause);
  try {
    yield* unpacked;
  } finally {
    unpacked.destroy();
    await done;
  }
}

/**
 * Unpack piece by piece, so that a tiny archive takes little memory whatever it stands for. Their errors are
 * errors of the archive.
 */
const unpackers: Record<Exclude<Compression, "none" | "zip">, (raw: Readable) => AsyncGenerator<Buffer>> = {
  gzip: gunzip,
  bzip2: bunzip2,
  zstd: unzstd,
};
