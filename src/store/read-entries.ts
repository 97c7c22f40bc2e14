// Entries of reads in the audit log. Reads that come in one round of the event loop, or while others are being
// written, are written together, so that a busy program costs one commit for many reads. Each of them is in the store
// before its data are sent. Those of look-ups, which a program makes for one person after the other, are written
// together within half a second instead, and no look-up waits for the store.

import { setImmediate as endOfRound } from "node:timers/promises";
import type { Db } from "../db/connection.js";
import { giveTurn } from "../domain/machine/event-loop.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { worldTrouble } from "../errors/world.js";
import { recordAudit, recordReads } from "./audit.js";
import { type AuditRecord, isRead, sameReads } from "./audit-record.js";
import { type CountingEntry, countAgain, type Reads } from "./counted-reads.js";

interface WaitingReads extends Reads {
  key: string;
  written: Promise<void>;
  settle: (failure?: { error: unknown }) => void;
}

/** In one transaction, which other writers wait for, and requests as well. */
const mostTogether = 50;
const mostEntries = 10_000;
/** Look-ups wait so long for others. */
const gatherMs = 500;
/** As many look-ups of different people make the next one wait for the store. */
const mostGathered = 5_000;

export class ReadEntries {
  private readonly waiting = new Map<string, WaitingReads>();
  /** As this process left them. */
  private readonly entries = new Map<string, CountingEntry>();
  private readonly gathered = new Map<string, WaitingReads>();
  private timer: NodeJS.Timeout | undefined;
  private isWriting = false;
  private beingWritten: readonly WaitingReads[] = [];

  constructor(private readonly db: Pick<Db, "kysely" | "transaction">) {}

  /** Resolves once an entry in the store counts the read. */
  record(done: AuditRecord, at: EpochMs): Promise<void> {
    if (!isRead(done)) return this.db.transaction((trx) => recordAudit(trx, done, at));
    const { written } = this.add(this.waiting, done, at);
    void this.startWriting();
    return written;
  }

  /**
   * Counts the look-up with those of the same half second. `written` resolves once an entry in the store does, and `room`
   * when further look-ups may come.
   */
  gather(done: AuditRecord, at: EpochMs): { written: Promise<void>; room: Promise<void> } {
    const { written } = this.add(this.gathered, done, at);
    const isFull = this.gathered.size >= mostGathered;
    if (isFull) this.writeGathered();
    else this.timer ??= setTimeout(() => this.writeGathered(), gatherMs);
    return { written, room: isFull ? written : Promise.resolve() };
  }

  /** Resolves once every read from before the call is counted or refused. */
  async settle(): Promise<void> {
    this.writeGathered();
    const reads = [...this.beingWritten, ...this.waiting.values()];
    await Promise.allSettled(reads.map(({ written }) => written));
  }

  private add(to: Map<string, WaitingReads>, done: AuditRecord, at: EpochMs): WaitingReads {
    const key = sameReads(done);
    const same = to.get(key);
    if (same) return addTo(same, { times: 1, at });
    const reads = newReads(key, done, at);
    to.set(key, reads);
    return reads;
  }

  private writeGathered(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const reads of this.gathered.values()) this.moveToWaiting(reads);
    this.gathered.clear();
    void this.startWriting();
  }

  /** Beside reads of the same thing that wait already. */
  private moveToWaiting(reads: WaitingReads): void {
    const same = this.waiting.get(reads.key);
    if (!same) return void this.waiting.set(reads.key, reads);
    void addTo(same, reads).written.then(
      () => reads.settle(),
      (error) => reads.settle({ error }),
    );
  }

  private async startWriting(): Promise<void> {
    if (this.isWriting) return;
    this.isWriting = true;
    await endOfRound();
    while (this.waiting.size > 0) {
      this.beingWritten = [...this.waiting.values()].slice(0, mostTogether);
      for (const { key } of this.beingWritten) this.waiting.delete(key);
      await this.write(this.beingWritten);
      await giveTurn();
    }
    this.beingWritten = [];
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
    return this.db.transaction((trx) =>
      recordReads(
        trx,
        batch.map((reads) => this.withEntry(reads)),
      ),
    );
  }

  /** A count of an entry that is known needs no transaction. Others are searched for in the one that may write it. */
  private async writeAlone(reads: WaitingReads): Promise<CountingEntry | null> {
    const known = this.withEntry(reads);
    const [counted] = known.before ? await countAgain(this.db.kysely, [known]) : [];
    if (counted) return counted;
    const [recorded] = await this.db.transaction((trx) => recordReads(trx, [reads]));
    return recorded ?? null;
  }

  private withEntry(reads: WaitingReads): Reads {
    return { ...reads, before: this.entries.get(reads.key) };
  }

  private keep(key: string, entry: CountingEntry | null): void {
    this.entries.delete(key);
    if (entry) this.entries.set(key, entry);
    const [oldest] = this.entries.keys();
    if (this.entries.size > mostEntries) this.entries.delete(oldest!);
  }
}

const addTo = (reads: WaitingReads, { times, at }: Pick<Reads, "times" | "at">): WaitingReads =>
  Object.assign(reads, { times: reads.times + times, at: Math.max(reads.at, at) });

const newReads = (key: string, done: AuditRecord, at: EpochMs): WaitingReads => {
  let settle: WaitingReads["settle"] = () => {};
  const written = new Promise<void>((resolve, reject) => {
    settle = (failure) => (failure ? reject(failure.error) : resolve());
  });
  return { key, done, times: 1, at, written, settle };
};
