// Bytes of resumable uploads in the data directory. From the first byte on, the file has its final path: its
// size is the offset.

import { constants } from "node:fs";
import { open, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import type { Kysely } from "kysely";
import type { Database, ResumableUploadTable } from "../../db/schema.js";
import type { FileHash } from "../../domain/machine/stored-file.js";
import { refuse } from "../../errors/refusal.js";
import { sync } from "../../integrity/sync.js";
import { UploadHasher, type UploadHashes } from "../../integrity/upload-hash.js";
import { recordParts } from "../../store/uploads.js";
import { hashByParts, partsIn, withRest } from "./parts.js";
import { chunksOf, uploadError } from "./receive.js";

/** Bytes that arrive at one node or another, until the upload is complete. */
export interface ArrivingBytes {
  begin(upload: ResumableUploadTable): Promise<void>;
  /** Null if they are gone. */
  sizeOf(upload: ResumableUploadTable): Promise<number | null>;
  /**
   * Adds at most `room` bytes, which are durable and recorded when it returns, and also when it throws.
   * Returns the hashes if they are the whole file, and need not be read again. `before` goes before each
   * write.
   */
  append(
    upload: ResumableUploadTable,
    body: Readable,
    room: number,
    each: { before(): Promise<void>; after(): void },
  ): Promise<UploadHashes | undefined>;
  /** Puts the complete file in its place. `isAsArrived`: every part has the bytes that arrived. */
  complete(upload: ResumableUploadTable): Promise<{ whole: UploadHashes; isAsArrived: boolean }>;
  /** The upload is recorded. */
  settle(upload: ResumableUploadTable): Promise<void>;
  remove(upload: ResumableUploadTable): Promise<void>;
}

export class PartFiles implements ArrivingBytes {
  constructor(
    private readonly dataDir: string,
    private readonly db: Kysely<Database>,
  ) {}

  async begin(upload: ResumableUploadTable): Promise<void> {
    const file = this.fileOf(upload);
    const handle = await open(file, "wx");
    await handle.close();
    await sync(path.dirname(file));
  }

  async sizeOf(upload: ResumableUploadTable): Promise<number | null> {
    const found = await stat(this.fileOf(upload)).catch(() => null);
    return found?.size ?? null;
  }

  async append(
    upload: ResumableUploadTable,
    body: Readable,
    room: number,
    { before, after }: { before(): Promise<void>; after(): void },
  ): Promise<UploadHashes | undefined> {
    const file = this.fileOf(upload);
    const parts = await withRest(file, partsIn(upload.parts));
    const measure = new UploadHasher();
    const keep = async (): Promise<UploadHashes> => {
      const part = measure.end();
      if (part.bytes > 0) await recordParts(this.db, upload.id, [...parts, partOf(part)]);
      return part;
    };
    const part = await appendTo(file, body, room, {
      before,
      after(chunk) {
        measure.take(chunk);
        after();
      },
    }).then(keep, async (error) => {
      await keep();
      throw error;
    });
    return part.bytes === upload.bytes ? part : undefined;
  }

  complete(upload: ResumableUploadTable): Promise<{ whole: UploadHashes; isAsArrived: boolean }> {
    return hashByParts(this.fileOf(upload), partsIn(upload.parts));
  }

  async settle(): Promise<void> {}

  remove(upload: ResumableUploadTable): Promise<void> {
    return rm(this.fileOf(upload), { force: true });
  }

  private fileOf({ path: place }: ResumableUploadTable): string {
    return path.join(this.dataDir, place);
  }
}

export const partOf = ({ bytes, sha256 }: UploadHashes): FileHash => ({ bytes, sha256 });

const appendTo = async (
  file: string,
  body: Readable,
  room: number,
  each: { before(): Promise<void>; after(chunk: Buffer): void },
): Promise<void> => {
  const handle = await open(file, constants.O_WRONLY | constants.O_APPEND);
  let left = room;
  try {
    for await (const chunk of chunksOf(body)) {
      left -= chunk.length;
      if (left < 0) throw refuse("payload-too-large", { limit: room });
      await each.before();
      await handle.appendFile(chunk);
      each.after(chunk);
    }
  } catch (error) {
    throw uploadError(error as NodeJS.ErrnoException);
  } finally {
    await handle.sync().finally(() => handle.close());
  }
};
