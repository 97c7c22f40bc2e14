// Zstandard file: frames of blocks. The decompressor gets one block after the other, because a block of four
// bytes may stand for 128 KB. The size of a frame's window is checked before memory is allocated for it.
// Format: RFC 8878, 3.1.
//
// The decompressor moves its whole window after each block, also after one of a byte: a file of a megabyte
// would move 128 MB hundreds of thousands of times. So each frame gets a header with a small window, and the
// decompressor the bytes that a block may refer to from a `History`, in the fields in which it keeps them
// itself.

import { Decompress } from "fzstd";
import { limits } from "../domain/resource/limits.js";
import { ArchiveTooLarge } from "./archive.js";

const frameMark = 0xfd2fb528;
/** The last four bits may be anything. */
const skippedMark = 0x184d2a50;
/** Tiny blocks are put together up to here. */
const pieceBytes = 1 << 20;
const largestBlock = 1 << 17;

/**
 * The unpacked bytes, in pieces of about a megabyte. Throws `ArchiveTooLarge`, and any other error for a
 * damaged archive.
 */
export async function* unzstd(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let piece = Buffer.allocUnsafe(pieceBytes + largestBlock);
  let used = 0;
  const bytes = new ByteReader(chunks);
  const history = new History();
  const decompressor = new Decompress((block) => {
    piece.set(block, used);
    used += block.length;
    history.add(block);
    const frame = frameOf(decompressor);
    // It adds the block to its window next: that costs nothing if the block is all of it.
    if (frame) frame.w = block;
  });
  try {
    for await (const part of partsOf(bytes)) {
      if ("window" in part) history.begin(part.window);
      const frame = frameOf(decompressor);
      if (frame) Object.assign(frame, { w: history.latest(), e: history.window } satisfies Frame);
      decompressor.push(part.bytes);
      if (used < pieceBytes) continue;
      yield piece.subarray(0, used);
      piece = Buffer.allocUnsafe(pieceBytes + largestBlock);
      used = 0;
    }
  } finally {
    await bytes.close();
  }
  decompressor.push(new Uint8Array(0), true);
  if (used > 0) yield piece.subarray(0, used);
}

/** The decompressor's own state within a frame (version 0.1.1). */
interface Frame {
  /** The window, up to the next block. */
  w: Uint8Array;
  /** Length of the bytes. */
  e: number;
}

/** Null between frames. */
const frameOf = (decompressor: Decompress): Frame | null => {
  const { s: frame } = decompressor as unknown as { s: Frame | number | undefined };
  return typeof frame === "object" ? frame : null;
};

/**
 * The newest bytes of a frame, as many as its window has. Before its beginning are zeros, or what earlier
 * frames held.
 */
class History {
  window = 0;
  private bytes = Buffer.alloc(0);
  private end = 0;

  begin(window: number): void {
    this.window = window;
    if (this.bytes.length < window + slackOf(window)) {
      const size = 2 ** Math.ceil(Math.log2(window + 1));
      this.bytes = Buffer.alloc(size + slackOf(size));
    }
    this.end = window;
  }

  latest(): Buffer {
    return this.bytes.subarray(this.end - this.window, this.end);
  }

  /** Moves the window once for many blocks. */
  add(block: Uint8Array): void {
    if (this.end + block.length > this.bytes.length) {
      this.bytes.copyWithin(0, this.end - this.window, this.end);
      this.end = this.window;
    }
    this.bytes.set(block, this.end);
    this.end += block.length;
  }
}

const slackOf = (window: number): number => Math.max(pieceBytes, window / 8);

type Part = { bytes: Buffer; window: number } | { bytes: Buffer };

/** Headers, blocks and checksums, each in one part. */
async function* partsOf(bytes: ByteReader): AsyncGenerator<Part> {
  while (!(await bytes.isAtEnd())) {
    const mark = await bytes.take(4);
    const number = mark.readUInt32LE();
    if ((number & ~0xf) === skippedMark) await bytes.skip((await bytes.take(4)).readUInt32LE());
    else if (number === frameMark) yield* frameParts(bytes);
    else throw new Error("neither a frame nor the end");
  }
}

async function* frameParts(bytes: ByteReader): AsyncGenerator<Part> {
  const flags = await bytes.take(1);
  const { length, window, hasChecksum } = headerOf(flags[0]!);
  const fields = await bytes.take(length);
  const { is: most } = limits.zstandardWindow;
  const wanted = window(fields);
  if (wanted > most)
    throw new ArchiveTooLarge(`compressed with a window of ${wanted} bytes, more than ${most}`);
  yield { bytes: headerWith(flags[0]!), window: wanted };
  for (let isLast = false; !isLast; ) {
    const head = await bytes.take(3);
    const [number, kind] = [head.readUIntLE(0, 3), (head[0]! >> 1) & 3];
    const size = number >> 3;
    if (size > largestBlock) throw new Error("a block is too large");
    yield { bytes: Buffer.concat([head, await bytes.take(kind === repeatedByte ? 1 : size)]) };
    isLast = (number & 1) === 1;
  }
  if (hasChecksum) yield { bytes: await bytes.take(4) };
}

/**
 * The header that the decompressor gets: of a window of 128 KB, the smallest for every block. It has all
 * optional fields, because the decompressor takes no less than 18 bytes.
 */
const headerWith = (flags: number): Buffer => {
  const header = Buffer.alloc(18);
  header.writeUInt32LE(frameMark);
  header[4] = allFields | (flags & checksumAndReserved);
  header[5] = (17 - 10) << 3;
  return header;
};

const allFields = 0b1100_0011;
const checksumAndReserved = 0b0000_1100;

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
