// Resumable uploads. What has arrived survives the end of a connection or of this process: in a file of the
// data directory, or in objects of a bucket.
//
//   arriving ──▶ complete: all bytes are there; they are hashed and recorded as an upload
//     │            └──▶ finished: listed for another day, for a client that missed the answer
//     └──▶ cancelled by its owner, swept a day after its last byte, or removed because its bytes are no longer what arrived
//
// A complete upload that the service had no time to finish is finished by the next request for it.

import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import type { Kysely } from "kysely";
import type { Database, ResumableUploadTable } from "../../db/schema.js";
import { lockAccount } from "../../db/transaction.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import { type Refusal, refuse, retryLater } from "../../errors/refusal.js";
import { worldTrouble } from "../../errors/world.js";
import type { UploadHashes } from "../../integrity/upload-hash.js";
import { endLease, holdLease, type Lease } from "../../store/leases.js";
import {
  findResumableUpload,
  insertResumableUpload,
  markFinished,
  removeResumableUpload,
} from "../../store/uploads.js";
import { keepWithinStorage } from "../account-limits.js";
import { change } from "../change.js";
import type { AppOptions } from "../options.js";
import { type ArrivingBytes, PartFiles } from "./part-files.js";
import { PartObjects } from "./part-objects.js";
import { bytesOf, partsIn } from "./parts.js";
import { recordUpload, uploadPath } from "./receive.js";

export interface Progress {
  upload: ResumableUploadTable;
  /** Bytes received. */
  offset: number;
}

/** Writes what a request did to the audit log, in the transaction of the change. */
export type NoteUpload = (
  trx: Kysely<Database>,
  action: "create" | "upload" | "cancel",
  upload: ResumableUploadTable,
  now: EpochMs,
) => Promise<void>;

/** The request that sends a part. Others are refused until it ends. Those on other nodes are kept away by a lease. */
interface Sender {
  body: Readable;
  lastByteMs: number;
  ended: Promise<unknown>;
}

/** A broken connection may go unnoticed. After this time without bytes, a new request replaces the sender. */
const silentAfterMs = 5_000;
const retrySeconds = 1;

/** Interval at which a sender extends its lease, which keeps senders on other nodes away. */
const extendMs = 1_000;

export class ResumableUploads {
  /** Holder of this process's leases: other nodes have others. */
  private readonly holder = randomUUID();
  private readonly senders = new Map<string, Sender>();
  private readonly finishing = new Map<string, Promise<void>>();

  private readonly bytes: ArrivingBytes;

  constructor(
    private readonly options: Pick<AppOptions, "db" | "dataDir" | "cache" | "reconcile" | "clock" | "limits">,
    private readonly silentMs = silentAfterMs,
  ) {
    const { db, dataDir, cache } = options;
    this.bytes = cache ? new PartObjects(cache, db.kysely) : new PartFiles(dataDir, db.kysely);
  }

  /** Creates an upload, whose bytes count from now on. Refuses `storage-full`. */
  async create(
    accountId: string,
    name: { directory: string; filename: string },
    bytes: number,
    note: NoteUpload,
  ): Promise<Progress> {
    const { db, dataDir, clock, limits } = this.options;
    const id = randomUUID();
    const place = await uploadPath({ dataDir, accountId, ...name }, id);
    const upload: ResumableUploadTable = {
      id,
      account_id: accountId,
      ...name,
      path: place,
      bytes,
      created_at: clock(),
      finished_at: null,
      parts: null,
    };
    await this.bytes.begin(upload);
    try {
      await db.transaction(async (trx) => {
        await lockAccount(trx, accountId);
        await keepWithinStorage(trx, accountId, limits, () => insertResumableUpload(trx, upload));
        await note(trx, "create", upload, clock());
      });
    } catch (error) {
      if (!worldTrouble(error)) await this.bytes.remove(upload);
      throw error;
    }
    return { upload, offset: 0 };
  }

  /** The current offset. Finishes a complete upload first. Refuses `resource-unknown` and `upload-damaged`. */
  async progress(accountId: string, id: string, note: NoteUpload): Promise<Progress> {
    const upload = await this.require(accountId, id);
    if (upload.finished_at !== null) return { upload, offset: upload.bytes };
    const offset = await this.sizeOf(upload);
    if (offset < upload.bytes) return { upload, offset };
    await this.finish(upload, note);
    return { upload: await this.require(accountId, id), offset };
  }

  /**
   * Appends bytes, and finishes the upload if it is complete and `check` throws nothing: its sender may have lost the
   * right meanwhile. Refuses `upload-offset-wrong`, `upload-busy`, `payload-too-large`, `upload-incomplete` and
   * `upload-damaged`; bytes received before an error are kept.
   */
  async append(
    accountId: string,
    id: string,
    { body, offset, check }: { body: Readable; offset: number; check: () => Promise<void> },
    note: NoteUpload,
  ): Promise<Progress> {
    const upload = await this.require(accountId, id);
    const measured = await this.exclusively(id, body, async (onData) =>
      this.leased(id, async (extend) =>
        this.take(await this.require(accountId, id), body, offset, { extend, onData }),
      ),
    );
    await check();
    if (measured) await this.finish(upload, note, measured);
    return this.progress(accountId, id, note);
  }

  /** Cancels the upload; a finished file remains an upload. Refuses `upload-busy`. */
  async end(accountId: string, id: string, note: NoteUpload): Promise<void> {
    const { db, clock } = this.options;
    const upload = await this.require(accountId, id);
    if (this.senders.has(id) || this.finishing.has(id)) throw busy();
    await this.leased(id, async () => {
      await db.transaction(async (trx) => {
        await removeResumableUpload(trx, upload, clock());
        await note(trx, "cancel", upload, clock());
      });
      if (upload.finished_at === null) await this.bytes.remove(upload);
    });
  }

  /** Returns the hashes if this part is the whole file. */
  private async take(
    upload: ResumableUploadTable,
    body: Readable,
    offset: number,
    { extend, onData }: { extend: () => Promise<void>; onData: () => void },
  ): Promise<UploadHashes | undefined> {
    const arrived = upload.finished_at === null ? await this.sizeOf(upload) : upload.bytes;
    if (offset !== arrived) throw refuse("upload-offset-wrong", { offset: arrived, sent: offset });
    return this.bytes.append(upload, body, upload.bytes - offset, { before: extend, after: onData });
  }

  private async exclusively<R>(
    id: string,
    body: Readable,
    work: (onData: () => void) => Promise<R>,
  ): Promise<R> {
    await this.replaceSilentSender(id);
    const working = work(() => {
      sender.lastByteMs = performance.now();
    });
    const sender = { body, lastByteMs: performance.now(), ended: working.catch(() => {}) };
    this.senders.set(id, sender);
    return working.finally(() => this.senders.delete(id));
  }

  /**
   * Keeps senders on other nodes away. `extend` goes before each write, and throws `upload-busy` if another
   * sender has taken over.
   */
  private async leased<R>(id: string, work: (extend: () => Promise<void>) => Promise<R>): Promise<R> {
    const { db } = this.options;
    const lease: Lease = { name: `upload ${id}`, holder: this.holder };
    let extendedMs = Number.NEGATIVE_INFINITY;
    const extend = async (): Promise<void> => {
      const nowMs = performance.now();
      if (nowMs - extendedMs < extendMs) return;
      if (!(await holdLease(db, lease, this.silentMs + extendMs))) throw busy();
      extendedMs = nowMs;
    };
    await extend();
    return work(extend).finally(() => endLease(db, lease).catch(() => {}));
  }

  private async replaceSilentSender(id: string): Promise<void> {
    const before = this.senders.get(id);
    if (!before) return;
    if (performance.now() - before.lastByteMs < this.silentMs) throw busy();
    before.body.destroy();
    await before.ended;
    if (this.senders.has(id)) throw busy();
  }

  /** Runs once for concurrent requests. */
  private finish(upload: ResumableUploadTable, note: NoteUpload, measured?: UploadHashes): Promise<void> {
    const { id } = upload;
    const running =
      this.finishing.get(id) ?? this.record(upload, note, measured).finally(() => this.finishing.delete(id));
    this.finishing.set(id, running);
    return running;
  }

  private async record(
    upload: ResumableUploadTable,
    note: NoteUpload,
    measured?: UploadHashes,
  ): Promise<void> {
    const { id, account_id: accountId, directory, filename } = upload;
    const found = measured ?? (await this.requireAsArrived(await this.require(accountId, id)));
    await change(this.options, accountId, async (trx, now) => {
      if (!(await markFinished(trx, id, now))) return;
      await recordUpload(trx, { accountId, directory, filename }, { path: upload.path, ...found }, now);
      await note(trx, "upload", upload, now);
    });
    await this.bytes.settle(upload);
  }

  private async requireAsArrived(upload: ResumableUploadTable): Promise<UploadHashes> {
    const { whole, isAsArrived } = await this.bytes.complete(upload);
    if (!isAsArrived) throw await this.startAgain(upload);
    return whole;
  }

  /** Removes the upload: its client learns that it is unknown, and begins with the first byte. Returns the refusal. */
  private async startAgain(upload: ResumableUploadTable): Promise<Refusal> {
    const { db, clock } = this.options;
    await db.transaction((trx) => removeResumableUpload(trx, upload, clock()));
    await this.bytes.remove(upload);
    return retryLater("upload-damaged", { file: `${upload.directory}/${upload.filename}` });
  }

  private async require(accountId: string, id: string): Promise<ResumableUploadTable> {
    const upload = await findResumableUpload(this.options.db.kysely, accountId, id);
    if (!upload) throw unknown(id);
    return upload;
  }

  private async sizeOf(upload: ResumableUploadTable): Promise<number> {
    const size = await this.bytes.sizeOf(upload);
    if (size === null) throw unknown(upload.id);
    if (size < bytesOf(partsIn(upload.parts))) throw await this.startAgain(upload);
    return size;
  }
}

const unknown = (id: string) => refuse("resource-unknown", { type: "resumable upload", id });

const busy = () => refuse("upload-busy", { seconds: retrySeconds });
