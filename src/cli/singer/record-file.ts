// File of rows that waits for its upload: JSON Lines, compressed, in the temporary directory. It has no name there, so
// that nothing stays behind when the process is killed. Its name in the service follows from its content: the same rows
// sent again replace themselves.

import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { constants, createGzip } from "node:zlib";

const blockCharacters = 1 << 18;
const blockBytes = 1 << 18;

export class RecordFile {
  rows = 0;
  /** Before compression. */
  characters = 0;
  private block: string[] = [];
  private blockCharacters = 0;
  private readonly hash = createHash("sha256");
  private written: ReturnType<typeof openUnnamed> | undefined;

  add(row: object): void {
    const line = `${JSON.stringify(row)}\n`;
    this.rows++;
    this.characters += line.length;
    this.block.push(line);
    this.blockCharacters += line.length;
  }

  /** Writes what waits in memory, once it is enough. */
  async drain(): Promise<void> {
    if (this.blockCharacters >= blockCharacters) await this.write();
  }

  /** Ends the file. `send` may read it several times; afterwards it is gone. */
  async finish<R>(send: (file: { name: string; body(): Readable }) => Promise<R>): Promise<R> {
    await this.write();
    const { handle, gzip, ended } = await this.written!;
    try {
      gzip.end();
      await ended;
      const name = `${this.hash.digest("hex").slice(0, 24)}.jsonl.gz`;
      return await send({ name, body: () => Readable.from(blocksOf(handle), { objectMode: false }) });
    } finally {
      this.written = undefined;
      await handle.close();
    }
  }

  async discard(): Promise<void> {
    if (!this.written) return;
    const { handle, gzip, ended } = await this.written;
    gzip.destroy();
    await ended.catch(() => {});
    await handle.close();
  }

  private async write(): Promise<void> {
    const text = this.block.join("");
    [this.block, this.blockCharacters] = [[], 0];
    this.written ??= openUnnamed();
    const { gzip, ended } = await this.written;
    this.hash.update(text);
    if (!gzip.write(text)) await Promise.race([once(gzip, "drain"), ended]);
  }
}

const openUnnamed = async () => {
  const file = path.join(tmpdir(), `bellwether-${randomUUID()}.jsonl.gz`);
  const handle = await open(file, "wx+", 0o600);
  await unlink(file);
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  const ended = keep(gzip, handle);
  ended.catch(() => {});
  return { handle, gzip, ended };
};

/** Streams of a file would close it when they are broken off, and a request that is sent again reads it again. */
const keep = async (blocks: AsyncIterable<Buffer>, handle: FileHandle): Promise<void> => {
  for await (const block of blocks) await handle.appendFile(block);
};

async function* blocksOf(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(blockBytes), 0, blockBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
