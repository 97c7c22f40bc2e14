// Hashes of uploads: those that the API shows, taken while a file arrives or from one that is there.

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

export interface UploadHashes {
  bytes: number;
  /** In hexadecimal. */
  md5: string;
  sha256: string;
}

export class UploadHasher {
  bytes = 0;
  private readonly md5 = createHash("md5");
  private readonly sha256 = createHash("sha256");

  take(chunk: Buffer): void {
    this.bytes += chunk.length;
    this.md5.update(chunk);
    this.sha256.update(chunk);
  }

  /** Call it once. */
  end(): UploadHashes {
    return { bytes: this.bytes, md5: this.md5.digest("hex"), sha256: this.sha256.digest("hex") };
  }
}

const chunkBytes = 1 << 20;

/** Reads a file once. */
export const hashUpload = async (file: string): Promise<UploadHashes> => {
  const hasher = new UploadHasher();
  for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>)
    hasher.take(chunk);
  return hasher.end();
};
