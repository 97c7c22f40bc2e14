// Entries of reads in the audit log. Reads that come while others are being written are written together as soon as
// these are: a busy program costs one commit for many reads, and each of them is still in the store before its data
// are sent.

import type { Db } from "../db/connection.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { worldTrouble } from "../errors/world.js";
import { type AuditRecord, countAgain, isRead, recordAudit, sameReads } from "./audit.js";

/** Reads of the same thing by the same actor. */
interface Reads {
  done: AuditRecord;
  times: number;
  /** When the newest was. */
  at: EpochMs;
  written: Promise<void>;
  settle: (failure?: { error: unknown }) => void;
}

/** In one transaction, which other writers wait for. */
const mostTogether = 100;

export class ReadEntries {
  private readonly waiting = new Map<string, Reads>();
  private isWriting = false;

  constructor(private readonly db: Pick<Db, "kysely" | "transaction">) {}

  /** Resolves once an entry in the store counts the read. */
  record(done: AuditRecord, at: EpochMs): Promise<void> {
    if (!isRead(done)) return this.db.transaction((trx) => recordAudit(trx, done, at));
    const key = sameReads(done);
    const same = this.waiting.get(key);
    if (same) {
      same.times++;
      same.at = Math.max(same.at, at);
      return same.written;
    }
    const reads = newReads(done, at);
    this.waiting.set(key, reads);
    if (!this.isWriting) void this.writeWaiting();
    return reads.written;
  }

  private async writeWaiting(): Promise<void> {
    this.isWriting = true;
    while (this.waiting.size > 0) {
      const batch = [...this.waiting].slice(0, mostTogether);
      for (const [key] of batch) this.waiting.delete(key);
      await this.write(batch.map(([, reads]) => reads));
    }
    this.isWriting = false;
  }

  /** All in one transaction; one after the other where that is refused for the sake of one, such as of a deleted account. */
  private async write(batch: readonly Reads[]): Promise<void> {
    try {
      if (batch.length > 1)
        await this.db.transaction(async (trx) => {
          for (const { done, at, times } of batch) await recordAudit(trx, done, at, times);
        });
      else for (const reads of batch) await this.writeAlone(reads);
      for (const { settle } of batch) settle();
    } catch (error) {
      if (batch.length > 1 && !worldTrouble(error)) for (const reads of batch) await this.write([reads]);
      else for (const { settle } of batch) settle({ error });
    }
  }

  /** A count of an entry needs no transaction. */
  private async writeAlone({ done, at, times }: Reads): Promise<void> {
    if (await countAgain(this.db.kysely, done, at, times)) return;
    await this.db.transaction((trx) => recordAudit(trx, done, at, times));
  }
}

const newReads = (done: AuditRecord, at: EpochMs): Reads => {
  let settle: Reads["settle"] = () => {};
  const written = new Promise<void>((resolve, reject) => {
    settle = (failure) => (failure ? reject(failure.error) : resolve());
  });
  return { done, times: 1, at, written, settle };
};
