// How a file is compressed is seen in its first bytes, whatever its name says. Each way has a stream that undoes it.

import { Transform, type TransformCallback } from "node:stream";
import { createGunzip } from "node:zlib";
import { Decompress } from "fzstd";
import unbzip2 from "unbzip2-stream";

export type Compression = "none" | "gzip" | "bzip2" | "zstd";

const beginnings: [Compression, Buffer][] = [
  ["gzip", Buffer.from([0x1f, 0x8b])],
  ["bzip2", Buffer.from("BZh")],
  ["zstd", Buffer.from([0x28, 0xb5, 0x2f, 0xfd])],
];

export const longestBeginning = Math.max(...beginnings.map(([, bytes]) => bytes.length));

/** By the first bytes of a file. */
export const compressionOf = (bytes: Buffer): Compression =>
  beginnings.find(([, beginning]) => bytes.subarray(0, beginning.length).equals(beginning))?.[0] ?? "none";

/** What an archive that is damaged or cut short is read with. */
export class BrokenArchive extends Error {
  constructor(cause: unknown) {
    super("the archive is damaged or cut short", { cause });
    this.name = "BrokenArchive";
  }
}

/** The stream that undoes it. Its errors are those of the archive. */
export const unpacker = (compression: Exclude<Compression, "none">): NodeJS.ReadWriteStream => {
  switch (compression) {
    case "gzip":
      return createGunzip({ chunkSize: 1 << 20 });
    case "bzip2":
      return unbzip2();
    case "zstd":
      return new Unzstd();
  }
};

class Unzstd extends Transform {
  private readonly frames = new Decompress((chunk) => this.push(Buffer.from(chunk)));

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    settle(done, () => this.frames.push(chunk));
  }

  override _flush(done: TransformCallback): void {
    settle(done, () => this.frames.push(new Uint8Array(0), true));
  }
}

const settle = (done: TransformCallback, act: () => void): void => {
  try {
    act();
  } catch (cause) {
    done(cause instanceof Error ? cause : new Error(String(cause)));
    return;
  }
  done();
};
