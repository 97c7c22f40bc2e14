// ZIP archive, which an .xlsx workbook is too. Its central directory, at the end, is the only list of its
// members that counts: sizes in front of the members may be missing or lie. Bounds hold for all members
// together, because members may share their bytes. Format: PKWARE's APPNOTE.TXT.

import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32, createInflateRaw } from "node:zlib";
import { limits } from "../domain/resource/limits.js";
import { ArchiveTooLarge, BrokenArchive, checkUnpacked } from "./archive.js";

export interface ZipMember {
  /** Path in the archive, with `/`. */
  name: string;
  packedBytes: number;
  bytes: number;
  crc: number;
  /** Position of its local header. */
  offset: number;
  isEncrypted: boolean;
  isDeflated: boolean;
}

/** Whether the first bytes are those of the first member, or of an empty archive. */
export const isZip = (beginning: Buffer): boolean =>
  ["PK\x03\x04", "PK\x05\x06"].includes(beginning.toString("latin1", 0, 4));

const chunkBytes = 1 << 20;
const maxDirectoryBytes = 32 << 20;

const endRecord = { signature: 0x06054b50, bytes: 22, maxCommentBytes: 0xffff };
const end64Locator = { signature: 0x07064b50, bytes: 20 };
const end64Record = { signature: 0x06064b50, bytes: 56 };
const entryRecord = { signature: 0x02014b50, bytes: 46 };
const localRecord = { signature: 0x04034b50, bytes: 30 };
/** A number of 16 or 32 bits that is written in a field of 64 bits instead. */
const [beyond16, beyond32] = [0xffff, 0xffffffff];

const broken = (why: string): never => {
  throw new BrokenArchive(new Error(why));
};

/**
 * The members, without folders. Throws `BrokenArchive`, and `ArchiveTooLarge` for their number and for what
 * they say to unpack to together.
 */
export const readMembers = async (
  file: string,
  maxUnpackedBytes = Number.POSITIVE_INFINITY,
): Promise<ZipMember[]> => {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const directory = await directoryOf(handle, size);
    const members = entriesOf(directory, size).filter(({ name }) => !name.endsWith("/"));
    checkUnpacked(
      members.reduce((sum, { bytes }) => sum + bytes, 0),
      size,
      maxUnpackedBytes,
    );
    return members;
  } finally {
    await handle.close();
  }
};

/**
 * The unpacked bytes. Throws `BrokenArchive` where they are not those that the directory promises: size and
 * checksum.
 */
export async function* readMember(file: string, member: ZipMember): AsyncGenerator<Buffer> {
  const start = await dataOffset(file, member);
  if (member.packedBytes === 0) return member.bytes === 0 ? undefined : broken("a member has no bytes");
  const range = { start, end: start + member.packedBytes - 1 };
  const raw = createReadStream(file, { ...range, highWaterMark: chunkBytes });
  const unpacked = new PassThrough({ highWaterMark: chunkBytes });
  const done = (
    member.isDeflated
      ? pipeline(raw, createInflateRaw({ chunkSize: chunkBytes }), unpacked)
      : pipeline(raw, unpacked)
  ).catch((cause) => cause);
  let [bytes, crc] = [0, 0];
  try {
    for await (const chunk of unpacked) {
      bytes += chunk.length;
      if (bytes > member.bytes) broken("a member is larger than its entry says");
      crc = crc32(chunk, crc);
      yield chunk;
    }
  } catch (cause) {
    throw cause instanceof BrokenArchive ? cause : new BrokenArchive(cause);
  } finally {
    unpacked.destroy();
    await done;
  }
  if (bytes !== member.bytes || crc !== member.crc) broken("a member is not what its entry says");
}

const readAt = async (handle: FileHandle, position: number, length: number): Promise<Buffer> => {
  if (position < 0) return broken("a position before the file");
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return bytesRead === length ? buffer : broken("a position beyond the file");
};

const directoryOf = async (handle: FileHandle, size: number): Promise<Buffer> => {
  const tailBytes = Math.min(size, endRecord.bytes + endRecord.maxCommentBytes);
  const tail = await readAt(handle, size - tailBytes, tailBytes);
  const at = lastRecord(tail);
  let [bytes, offset] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  if (bytes === beyond32 || offset === beyond32 || tail.readUInt16LE(at + 10) === beyond16)
    [bytes, offset] = (await directory64(handle, size - tailBytes + at)) ?? [bytes, offset];
  if (bytes > maxDirectoryBytes) broken("the directory is too large");
  return readAt(handle, offset, bytes);
};

/** Position of the record that ends the archive. */
const lastRecord = (tail: Buffer): number => {
  for (let at = tail.length - endRecord.bytes; at >= 0; at--)
    if (tail.readUInt32LE(at) === endRecord.signature) return at;
  return broken("no directory");
};

/** Size and position of the directory of a large archive. */
const directory64 = async (handle: FileHandle, end: number): Promise<[number, number] | null> => {
  if (end < end64Locator.bytes) return null;
  const locator = await readAt(handle, end - end64Locator.bytes, end64Locator.bytes);
  if (locator.readUInt32LE(0) !== end64Locator.signature) return null;
  const record = await readAt(handle, Number(locator.readBigUInt64LE(8)), end64Record.bytes);
  if (record.readUInt32LE(0) !== end64Record.signature) return broken("no directory of 64 bits");
  return [Number(record.readBigUInt64LE(40)), Number(record.readBigUInt64LE(48))];
};

const entriesOf = (directory: Buffer, archiveBytes: number): ZipMember[] => {
  const { is: most } = limits.archiveMembers;
  const entries: ZipMember[] = [];
  for (const entry of entriesIn(directory, archiveBytes))
    if (entries.push(entry) > most) throw new ArchiveTooLarge(`an archive of more than ${most} files`);
  return entries;
};

function* entriesIn(directory: Buffer, archiveBytes: number): Generator<ZipMember> {
  let at = 0;
  while (at + entryRecord.bytes <= directory.length) {
    if (directory.readUInt32LE(at) !== entryRecord.signature) return;
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const end = at + entryRecord.bytes + name + extra + comment;
    if (end > directory.length) broken("the directory is cut short");
    yield memberAt(directory, at, name, extra, archiveBytes);
    at = end;
  }
}

const memberAt = (
  directory: Buffer,
  at: number,
  nameBytes: number,
  extraBytes: number,
  archiveBytes: number,
): ZipMember => {
  const nameAt = at + entryRecord.bytes;
  const flags = directory.readUInt16LE(at + 8);
  const method = directory.readUInt16LE(at + 10);
  const sizes = [24, 20, 42].map((field) => directory.readUInt32LE(at + field));
  const extra = directory.subarray(nameAt + nameBytes, nameAt + nameBytes + extraBytes);
  const [bytes, packedBytes, offset] = widened(sizes, extra) as [number, number, number];
  const isEncrypted = (flags & 1) === 1 || method === 99;
  if (method !== 0 && method !== 8 && !isEncrypted) broken(`a member is packed by method ${method}`);
  if (offset + packedBytes > archiveBytes) broken("a member is beyond the file");
  return {
    name: directory.toString("utf8", nameAt, nameAt + nameBytes).replaceAll("\\", "/"),
    bytes,
    packedBytes,
    offset,
    isEncrypted,
    crc: directory.readUInt32LE(at + 16),
    isDeflated: method === 8,
  };
};

/** The numbers, from the extra field of 64 bits where they do not fit in 32. */
const widened = (sizes: readonly number[], extra: Buffer): number[] => {
  let wide = wideField(extra);
  return sizes.map((size) => {
    if (size !== beyond32 || wide.length < 8) return size;
    const value = Number(wide.readBigUInt64LE(0));
    wide = wide.subarray(8);
    return value;
  });
};

const wideField = (extra: Buffer): Buffer => {
  for (let at = 0; at + 4 <= extra.length; ) {
    const bytes = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === 1) return extra.subarray(at + 4, at + 4 + bytes);
    at += 4 + bytes;
  }
  return Buffer.alloc(0);
};

/** The name and the extra field in front of a member may be of other lengths than in the directory. */
const dataOffset = async (file: string, { offset }: ZipMember): Promise<number> => {
  const handle = await open(file);
  try {
    const local = await readAt(handle, offset, localRecord.bytes);
    if (local.readUInt32LE(0) !== localRecord.signature) broken("a member does not begin where it should");
    return offset + localRecord.bytes + local.readUInt16LE(26) + local.readUInt16LE(28);
  } finally {
    await handle.close();
  }
};
