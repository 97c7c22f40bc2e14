// Bytes of resumable uploads in a bucket: each part is an object until the upload is complete, so that it
// goes on at any node. A long request is cut into parts, since bytes count once their part is stored.

import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import type { Kysely } from "kysely";
import type { Database, ResumableUploadTable } from "../../db/schema.js";
import type { FileHash } from "../../domain/machine/stored-file.js";
import { refuse } from "../../errors/refusal.js";
import { UploadHasher, type UploadHashes } from "../../integrity/upload-hash.js";
import { partsBelow, removeBelow } from "../../objects/bucket.js";
import type { FileCache } from "../../objects/file-cache.js";
import { recordParts } from "../../store/uploads.js";
import { type ArrivingBytes, partOf } from "./part-files.js";
import { bytesOf, partsIn } from "./parts.js";
import { chunksOf, uploadError } from "./receive.js";

/** A node that dies loses less than this of a request. */
const partBytes = 32 << 20;

interface EachChunk {
  before(): Promise<void>;
  after(): void;
}

/** Bytes of a request in a file of this node. */
interface ReceivedPart extends UploadHashes {
  file: string;
  isLast: boolean;
  /** Error that broke the request off. */
  error?: unknown;
}

export class PartObjects implements ArrivingBytes {
  constructor(
    private readonly cache: FileCache,
    private readonly db: Kysely<Database>,
  ) {}

  async begin(): Promise<void> {}

  async sizeOf({ parts }: ResumableUploadTable): Promise<number> {
    return bytesOf(partsIn(parts));
  }

  async append(upload: ResumableUploadTable, body: Readable, room: number, each: EachChunk) {
    const parts = partsIn(upload.parts);
    const chunks = chunksOf(body)[Symbol.asyncIterator]();
    for (let left = room; ; ) {
      const part = await this.receive(chunks, left, each);
      try {
        if (part.bytes > 0) await this.keep(upload, parts, part, each);
      } finally {
        await rm(part.file, { force: true });
      }
      if (part.error !== undefined) throw uploadError(part.error as NodeJS.ErrnoException);
      if (part.isLast) return undefined;
      left -= part.bytes;
    }
  }

  private async receive(
    chunks: AsyncIterator<Buffer>,
    room: number,
    { before, after }: EachChunk,
  ): Promise<ReceivedPart> {
    const file = await this.cache.newFile();
    const measure = new UploadHasher();
    const handle = await open(file, "w");
    let isLast = false;
    try {
      while (!isLast && measure.bytes < partBytes) {
        const { value: chunk, done } = await chunks.next();
        isLast = done === true;
        if (isLast) break;
        if (measure.bytes + chunk.length > room) throw refuse("payload-too-large", { limit: room });
        await before();
        await handle.appendFile(chunk);
        measure.take(chunk);
        after();
      }
      return { ...measure.end(), file, isLast };
    } catch (error) {
      return { ...measure.end(), file, isLast, error };
    } finally {
      await handle.close();
    }
  }

  /** Whoever has the lease by then has begun where the recorded parts end. */
  private async keep(
    upload: ResumableUploadTable,
    parts: FileHash[],
    part: ReceivedPart,
    { before }: EachChunk,
  ): Promise<void> {
    const object = `${partsBelow(upload.path)}/${randomUUID()}`;
    await this.cache.bucket.put(object, part.file);
    await before();
    parts.push({ ...partOf(part), object });
    await recordParts(this.db, upload.id, parts);
  }

  async complete(upload: ResumableUploadTable): Promise<{ whole: UploadHashes; isAsArrived: boolean }> {
    const file = await this.cache.newFile();
    try {
      const { whole, isAsArrived } = await this.join(partsIn(upload.parts), file);
      if (!isAsArrived) return { whole, isAsArrived };
      await this.cache.bucket.put(upload.path, file);
      const kept = this.cache.at(upload.path);
      await mkdir(path.dirname(kept), { recursive: true });
      await rename(file, kept);
      await this.cache.noteAdded(whole.bytes);
      return { whole, isAsArrived };
    } finally {
      await rm(file, { force: true });
    }
  }

  private async join(parts: readonly FileHash[], file: string) {
    const whole = new UploadHasher();
    const handle = await open(file, "w");
    const fetched = await this.cache.newFile();
    try {
      for (const part of parts) {
        if ((await this.cache.bucket.get(part.object!, fetched, part)) !== null)
          return { whole: whole.end(), isAsArrived: false };
        for await (const chunk of createReadStream(fetched, { highWaterMark: 1 << 20 })) {
          await handle.appendFile(chunk as Buffer);
          whole.take(chunk as Buffer);
        }
      }
      return { whole: whole.end(), isAsArrived: true };
    } finally {
      await handle.close();
      await rm(fetched, { force: true });
    }
  }

  /** Parts that stay behind are swept. */
  async settle(upload: ResumableUploadTable): Promise<void> {
    await this.removeParts(upload).catch(() => {});
  }

  remove(upload: ResumableUploadTable): Promise<void> {
    return this.removeParts(upload);
  }

  private removeParts(upload: ResumableUploadTable): Promise<void> {
    return removeBelow(this.cache.bucket, partsBelow(upload.path));
  }
}
