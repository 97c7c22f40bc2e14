// Zstandard file: frames of blocks. The decompressor gets one block after the other, because a block of four bytes may
// stand for 128 KB. The size of a frame's window is checked before memory is allocated for it. Format: RFC 8878, 3.1.

import { Decompress } from "fzstd";
import { limits } from "../domain/resource/limits.js";
import { ArchiveTooLarge } from "./archive.js";

const frameMark = 0xfd2fb528;
/** The last four bits may be anything. */
const skippedMark = 0x184d2a50;
/** Tiny blocks are put together up to here. */
const pieceBytes = 1 << 20;
const largestBlock = 1 << 17;
/** The decompressor waits for 18 bytes before it takes the first block of a frame. */
const blocksAtOnce = 8;

/**
 * The unpacked bytes, in pieces of about a megabyte. Throws `ArchiveTooLarge`, and any other error for a
 * damaged archive.
 */
export async function* unzstd(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let piece = Buffer.allocUnsafe(pieceBytes + blocksAtOnce * largestBlock);
  let used = 0;
  const bytes = new ByteReader(chunks);
  const frames = new Decompress((block) => {
    piece.set(block, used);
    used += block.length;
  });
  try {
    for await (const part of partsOf(bytes)) {
      frames.push(part);
      if (used < pieceBytes) continue;
      yield piece.subarray(0, used);
      piece = Buffer.allocUnsafe(pieceBytes + blocksAtOnce * largestBlock);
      used = 0;
    }
  } finally {
    await bytes.close();
  }
  frames.push(new Uint8Array(0), true);
  if (used > 0) yield piece.subarray(0, used);
}

/** Headers, blocks and checksums, each in one part. */
async function* partsOf(bytes: ByteReader): AsyncGenerator<Buffer> {
  while (!(await bytes.isAtEnd())) {
    const mark = await bytes.take(4);
    const number = mark.readUInt32LE();
    if ((number & ~0xf) === skippedMark) await bytes.skip((await bytes.take(4)).readUInt32LE());
    else if (number === frameMark) yield* frameParts(bytes, mark);
    else throw new Error("neither a frame nor the end");
  }
}

async function* frameParts(bytes: ByteReader, mark: Buffer): AsyncGenerator<Buffer> {
  const flags = await bytes.take(1);
  const { length, window, hasChecksum } = headerOf(flags[0]!);
  const fields = await bytes.take(length);
  const { is: most } = limits.zstandardWindow;
  const wanted = window(fields);
  if (wanted > most)
    throw new ArchiveTooLarge(`compressed with a window of ${wanted} bytes, more than ${most}`);
  yield Buffer.concat([mark, flags, fields]);
  for (let isLast = false; !isLast; ) {
    const head = await bytes.take(3);
    const [number, kind] = [head.readUIntLE(0, 3), (head[0]! >> 1) & 3];
    const size = number >> 3;
    if (size > largestBlock) throw new Error("a block is too large");
    yield Buffer.concat([head, await bytes.take(kind === repeatedByte ? 1 : size)]);
    isLast = (number & 1) === 1;
  }
  if (hasChecksum) yield await bytes.take(4);
}

/** The kind of a block that is one byte, many times. */
const repeatedByte = 1;

/** Fields that the flags announce: their length, and how to read the window from them. */
const headerOf = (flags: number) => {
  const isSingle = ((flags >> 5) & 1) === 1;
  const dictionaryBytes = [0, 1, 2, 4][flags & 3]!;
  const contentBytes = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6]!;
  const before = (isSingle ? 0 : 1) + dictionaryBytes;
  return {
    length: before + contentBytes,
    hasChecksum: ((flags >> 2) & 1) === 1,
    /** A frame of a single segment refers back to its beginning, so that its window is its content. */
    window: (fields: Buffer): number =>
      isSingle ? contentSize(fields.subarray(before)) : windowSize(fields[0]!),
  };
};

const contentSize = (field: Buffer): number => {
  if (field.length === 8) return Number(field.readBigUInt64LE());
  return field.readUIntLE(0, field.length) + (field.length === 2 ? 256 : 0);
};

const windowSize = (field: number): number => 2 ** (10 + (field >> 3)) * (1 + (field & 7) / 8);

/** Bytes of a stream, as many as asked for at a time. */
class ByteReader {
  private held: Buffer = Buffer.alloc(0);
  private readonly chunks: AsyncIterator<Buffer>;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.chunks = chunks[Symbol.asyncIterator]();
  }

  async isAtEnd(): Promise<boolean> {
    return this.held.length === 0 && !(await this.more());
  }

  /** Throws at the end of the stream. */
  async take(count: number): Promise<Buffer> {
    while (this.held.length < count) if (!(await this.more())) throw new Error("it ends within a frame");
    const taken = this.held.subarray(0, count);
    this.held = this.held.subarray(count);
    return taken;
  }

  async skip(count: number): Promise<void> {
    let left = count;
    while (left > this.held.length) {
      left -= this.held.length;
      this.held = Buffer.alloc(0);
      if (!(await this.more())) throw new Error("it ends within a frame");
    }
    this.held = this.held.subarray(left);
  }

  private async more(): Promise<boolean> {
    const { value, done } = await this.chunks.next();
    if (done) return false;
    this.held = this.held.length === 0 ? value : Buffer.concat([this.held, value]);
    return true;
  }

  /** Ends the stream, where it is not read to its end. */
  async close(): Promise<void> {
    await this.chunks.return?.();
  }
}
