// What is recorded of a file's bytes, found one chunk at a time: how many there are, and their hashes.

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

export interface FileHashes {
  bytes: number;
  /** In hexadecimal. */
  md5: string;
  sha256: string;
}

export class FileHasher {
  bytes = 0;
  private readonly md5 = createHash("md5");
  private readonly sha256 = createHash("sha256");

  take(chunk: Buffer): void {
    this.bytes += chunk.length;
    this.md5.update(chunk);
    this.sha256.update(chunk);
  }

  /** To be asked once. */
  end(): FileHashes {
    return { bytes: this.bytes, md5: this.md5.digest("hex"), sha256: this.sha256.digest("hex") };
  }
}

const chunkBytes = 1 << 20;

/** Reads a file once. */
export const hashFile = async (file: string): Promise<FileHashes> => {
  const measure = new FileHasher();
  for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes })) measure.take(chunk);
  return measure.end();
};
