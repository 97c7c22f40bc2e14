// Counts of reads in the entries of the same hour. Reads that come while one of the same thing by the same actor is being
// counted are counted together, as soon as it is: a busy program costs a write for many reads, and each of them is
// still in the store before its data are sent.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { type AuditRecord, countAgain, isRead, sameReads } from "./audit.js";

interface Batch {
  times: number;
  at: EpochMs;
  counted: Promise<boolean>;
}

export class ReadCounts {
  private readonly running = new Map<string, Promise<unknown>>();
  private readonly waiting = new Map<string, Batch>();

  constructor(private readonly db: Kysely<Database>) {}

  /** False if there is no entry of the hour yet, and for all but reads. */
  async count(done: AuditRecord, at: EpochMs): Promise<boolean> {
    if (!isRead(done)) return false;
    const key = sameReads(done);
    const joined = this.waiting.get(key);
    if (joined) {
      joined.times++;
      joined.at = Math.max(joined.at, at);
      return joined.counted;
    }
    const before = this.running.get(key);
    if (!before) return this.run(key, done, { times: 1, at });
    const batch: Batch = { times: 1, at, counted: Promise.resolve(false) };
    this.waiting.set(key, batch);
    batch.counted = before.then(() => {
      this.waiting.delete(key);
      return this.run(key, done, batch);
    });
    return batch.counted;
  }

  private run(key: string, done: AuditRecord, { times, at }: Omit<Batch, "counted">): Promise<boolean> {
    const counted = countAgain(this.db, done, at, times);
    // Whoever waits for it runs whatever became of it.
    const ended = counted
      .catch(() => undefined)
      .then(() => {
        if (this.running.get(key) === ended) this.running.delete(key);
      });
    this.running.set(key, ended);
    return counted;
  }
}
