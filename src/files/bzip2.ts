// bzip2 file: archives of blocks. Each block is unpacked and handed on before the next, because one of 45
// bytes may stand for 46 MB; the stream of the library would unpack all that have arrived.

import { createRequire } from "node:module";

/** Reads that many bits; null: passes over the rest of a byte. */
interface BitReader {
  (bits: number | null): number;
  bytesRead: number;
}

interface Library {
  /** The size of the blocks in 100 KB. */
  header(bits: BitReader): number;
  /**
   * One block into `put`. The checksum up to it, which it takes from the block before; null: no block but the
   * end of an archive.
   */
  decompress(
    bits: BitReader,
    put: (byte: number) => void,
    block: Int32Array,
    size: number,
    checksum: number,
  ): number | null;
}

const load = createRequire(import.meta.url);
const library = load("unbzip2-stream/lib/bzip2") as Library;
const readBits = load("unbzip2-stream/lib/bit_iterator") as (next: () => Buffer | undefined) => BitReader;

/** The unpacked blocks. Throws for a damaged archive. */
export async function* bunzip2(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const blocks = new Blocks();
  for await (const chunk of chunks) {
    blocks.add(chunk);
    while (blocks.hasWhole()) yield* blocks.next();
  }
  while (blocks.hasMore()) yield* blocks.next();
  blocks.end();
}

class Blocks {
  private readonly waiting: Buffer[] = [];
  private received = 0;
  private bits: BitReader | null = null;
  /** Empty before the header of an archive. */
  private block = new Int32Array(0);
  private checksum: number | null = null;

  add(chunk: Buffer): void {
    this.waiting.push(chunk);
    this.received += chunk.length;
    this.bits ??= readBits(() => this.waiting.shift());
  }

  hasMore(): boolean {
    return this.bits !== null && this.received > this.bits.bytesRead;
  }

  /** A block is at most a little larger than what it stands for before its runs are written out. */
  hasWhole(): boolean {
    return this.bits !== null && this.received - this.bits.bytesRead + 1 >= 25_000 + this.block.length;
  }

  /** Nothing for the header and the end of an archive. */
  *next(): Generator<Buffer> {
    if (this.checksum === null) {
      this.block = new Int32Array(100_000 * library.header(this.bits!));
      this.checksum = 0;
      return;
    }
    const unpacked = new Bytes();
    const put = (byte: number) => unpacked.put(byte);
    this.checksum = library.decompress(this.bits!, put, this.block, this.block.length, this.checksum);
    if (this.checksum === null) this.block = new Int32Array(0);
    else yield unpacked.all();
  }

  end(): void {
    if (this.checksum !== null) throw new Error("the archive ends within a block");
  }
}

class Bytes {
  private bytes = Buffer.allocUnsafe(1 << 20);
  private used = 0;

  put(byte: number): void {
    if (this.used === this.bytes.length) this.bytes = Buffer.concat([this.bytes], 2 * this.used);
    this.bytes[this.used++] = byte;
  }

  all(): Buffer {
    return this.bytes.subarray(0, this.used);
  }
}
