// Entries of reads in the audit log. Reads that come in one round of the event loop, or while others are being
// written, are written together: a commit waits for the disk, and the service with it, so that a busy program costs
// one for many reads. Each of them is still in the store before its data are sent.

import { setImmediate as endOfRound } from "node:timers/promises";
import type { Db } from "../db/connection.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { worldTrouble } from "../errors/world.js";
import {
  type AuditRecord,
  type CountingEntry,
  countAgain,
  isRead,
  type Reads,
  recordAudit,
  recordReads,
  sameReads,
} from "./audit.js";

/** Reads of the same thing by the same actor. */
interface WaitingReads extends Reads {
  key: string;
  done: AuditRecord;
  written: Promise<void>;
  settle: (failure?: { error: unknown }) => void;
}

/** In one transaction, which other writers wait for. */
const mostTogether = 100;
const mostEntries = 10_000;

export class ReadEntries {
  private readonly waiting = new Map<string, WaitingReads>();
  /** As this process left them. */
  private readonly entries = new Map<string, CountingEntry>();
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
    const reads = newReads(key, done, at);
    this.waiting.set(key, reads);
    if (!this.isWriting) void this.writeWaiting();
    return reads.written;
  }

  private async writeWaiting(): Promise<void> {
    this.isWriting = true;
    await endOfRound();
    while (this.waiting.size > 0) {
      const batch = [...this.waiting.values()].slice(0, mostTogether);
      for (const { key } of batch) this.waiting.delete(key);
      await this.write(batch);
    }
    this.isWriting = false;
  }

  /** All in one transaction; one after the other where that is refused for the sake of one, such as of a deleted account. */
  private async write(batch: readonly WaitingReads[]): Promise<void> {
    try {
      const counted = batch.length > 1 ? await this.writeTogether(batch) : [await this.writeAlone(batch[0]!)];
      for (const [i, { key, settle }] of batch.entries()) {
        this.keep(key, counted[i]!);
        settle();
      }
    } catch (error) {
      if (batch.length > 1 && !worldTrouble(error)) for (const reads of batch) await this.write([reads]);
      else for (const { settle } of batch) settle({ error });
    }
  }

  private writeTogether(batch: readonly WaitingReads[]): Promise<(CountingEntry | null)[]> {
    return this.db.transaction(async (trx) => {
      const counted: (CountingEntry | null)[] = [];
      for (const reads of batch) counted.push(await recordReads(trx, reads.done, this.withEntry(reads)));
      return counted;
    });
  }

  /** A count of an entry that is known needs no transaction. Others are searched for in the one that may write it. */
  private async writeAlone(reads: WaitingReads): Promise<CountingEntry | null> {
    const { done } = reads;
    const known = this.withEntry(reads);
    const counted = known.before && (await countAgain(this.db.kysely, done, known));
    return counted ?? this.db.transaction((trx) => recordReads(trx, done, reads));
  }

  private withEntry({ key, at, times }: WaitingReads): Reads {
    return { at, times, before: this.entries.get(key) };
  }

  private keep(key: string, entry: CountingEntry | null): void {
    this.entries.delete(key);
    if (entry) this.entries.set(key, entry);
    const [oldest] = this.entries.keys();
    if (this.entries.size > mostEntries) this.entries.delete(oldest!);
  }
}

const newReads = (key: string, done: AuditRecord, at: EpochMs): WaitingReads => {
  let settle: WaitingReads["settle"] = () => {};
  const written = new Promise<void>((resolve, reject) => {
    settle = (failure) => (failure ? reject(failure.error) : resolve());
  });
  return { key, done, times: 1, at, written, settle };
};
