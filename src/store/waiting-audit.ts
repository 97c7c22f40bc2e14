// Audit entries of reads that the store cannot take, because its disk is full or it is busy: reading goes on.
// Each entry is in the log at once, waits in memory, and is stored as soon as the store can be written again.
// What waits when the process ends is in the log alone.

import type { Kysely } from "kysely";
import type { Db } from "../db/connection.js";
import type { Database } from "../db/schema.js";
import { giveTurn } from "../domain/machine/event-loop.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { worldTrouble } from "../errors/world.js";
import { recordAudit } from "./audit.js";
import type { AuditRecord } from "./audit-record.js";
import { ReadEntries } from "./read-entries.js";

interface LateEntry {
  done: AuditRecord;
  at: EpochMs;
}

interface AuditLog {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
}

const mostWaiting = 10_000;
const retryMs = 1_000;
const batchSize = 50;

export class WaitingAudit {
  private waiting: LateEntry[] = [];
  /** Entries beyond the list, since it was last empty. */
  private dropped = 0;
  private stored = 0;
  private timer: NodeJS.Timeout | undefined;
  private storing: Promise<void> | undefined;
  private readonly entries: ReadEntries;

  constructor(
    private readonly db: Pick<Db, "kysely" | "transaction">,
    private readonly log: AuditLog,
    private readonly most: number = mostWaiting,
  ) {
    this.entries = new ReadEntries(db);
  }

  /** Writes the entry of a read, or keeps it for later. Throws only what is no trouble of the store. */
  async record(done: AuditRecord, at: EpochMs): Promise<void> {
    try {
      await this.entries.record(done, at);
    } catch (error) {
      const trouble = worldTrouble(error);
      if (!trouble) throw error;
      this.keep({ done, at }, trouble.code);
    }
  }

  /** Counts a look-up soon after it, or keeps it for later likewise. Waits for the store only when too many came. */
  async gather(done: AuditRecord, at: EpochMs): Promise<void> {
    const { written, room } = this.entries.gather(done, at);
    const kept = written.catch((error) => {
      const trouble = worldTrouble(error);
      if (trouble) this.keep({ done, at }, trouble.code);
      else this.refused(error);
    });
    await room.then(undefined, () => kept);
  }

  /** Resolves once every read from before the call is in the store, or waits for it. */
  settle(): Promise<void> {
    return this.entries.settle();
  }

  /** Stores what waits; what the store cannot take yet goes on waiting. One at a time. */
  flush(): Promise<void> {
    this.storing ??= this.storeWaiting().finally(() => {
      this.storing = undefined;
    });
    return this.storing;
  }

  /** Tries once more, and says what is in the log alone. */
  async close(): Promise<void> {
    await this.settle();
    clearInterval(this.timer);
    await this.flush();
    if (this.waiting.length > 0)
      this.log.warn({ entries: this.waiting.length }, "audit entries of reads are in this log alone");
    this.waiting = [];
  }

  private keep(entry: LateEntry, code: string): void {
    const isKept = this.waiting.length < this.most;
    if (isKept) this.waiting.push(entry);
    else this.dropped++;
    const audit = { ...entry.done, at: new Date(entry.at).toISOString() };
    this.log.warn(
      { code, audit },
      isKept
        ? "the audit entry of a read is stored when the store can be written"
        : "the audit entry of a read is in this log alone: too many wait",
    );
    this.timer ??= setInterval(() => void this.flush(), retryMs).unref();
  }

  private async storeWaiting(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.slice(0, batchSize);
      if (!(await this.store(batch))) return;
      this.waiting.splice(0, batch.length);
      // Requests are answered in between.
      await giveTurn();
    }
    clearInterval(this.timer);
    this.timer = undefined;
    if (this.stored > 0 || this.dropped > 0)
      this.log.info(
        { stored: this.stored, dropped: this.dropped },
        `${this.stored} audit entries of reads were stored late; ${this.dropped} are in the log alone`,
      );
    this.stored = 0;
    this.dropped = 0;
  }

  /** False while the store cannot be written. What it refuses for another reason would be refused again. */
  private async store(batch: readonly LateEntry[]): Promise<boolean> {
    try {
      await this.db.transaction((trx) => recordAll(trx, batch));
      this.stored += batch.length;
      return true;
    } catch (error) {
      if (worldTrouble(error)) return false;
      this.dropped += batch.length;
      this.refused(error);
      return true;
    }
  }

  private refused(error: unknown): void {
    this.log.warn({ err: error }, "audit entries of reads were refused, and are in this log alone");
  }
}

/** Without those of accounts that were deleted meanwhile. */
const recordAll = async (trx: Kysely<Database>, batch: readonly LateEntry[]): Promise<void> => {
  const ids = [...new Set(batch.map(({ done }) => done.accountId))];
  const accounts = await trx.selectFrom("account").select("id").where("id", "in", ids).execute();
  const known = new Set(accounts.map(({ id }) => id));
  for (const { done, at } of batch) if (known.has(done.accountId)) await recordAudit(trx, done, at);
};
