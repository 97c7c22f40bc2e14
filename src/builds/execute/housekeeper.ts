// The housekeeper: every half minute it finds what becomes stale or ends by time alone, and sweeps. Of
// several nodes on a store, the keeper alone does this. It also notices when the machine's clock is moved.

import type { Db } from "../../db/connection.js";
import { limits } from "../../domain/resource/limits.js";
import { type EpochMs, msPerDay } from "../../domain/resource/resource.js";
import type { Troubles } from "../../errors/troubles.js";
import { worldTrouble } from "../../errors/world.js";
import type { Queue } from "../../queue/queue.js";
import { closeCounts, removeOldAudit } from "../../store/audit-chain.js";
import { removeOldMails } from "../../store/outbox.js";
import { accountsWithAgeLimits, accountsWithDueEvents } from "../../store/resources.js";
import { reconcile } from "../plan/reconcile.js";
import { ClockWatch } from "./clock-watch.js";
import { dateReceipts } from "./erasure.js";
import { retryUnderNewState } from "./given-up.js";
import type { ObjectSweep } from "./object-sweep.js";
import { deleteOldFiles } from "./old-files.js";
import { deleteDueAccounts, type Sweeper } from "./sweep.js";

export interface HousekeeperOptions {
  db: Db;
  queue: Queue;
  sweeper: Sweeper;
  /** Whether this node is the keeper now. */
  isKeeper(): boolean;
  /** The states under which nodes build now. */
  buildStates(): readonly string[];
  dataDir: string;
  /** Absent: all files are in the data directory. */
  objects?: ObjectSweep | undefined;
  /** The right to remove files, until the returned function is called; null while a backup has it. */
  holdRemoval(): Promise<(() => Promise<void>) | null>;
  /** Time for which the audit log keeps entries. */
  auditDays: number;
  clock: () => EpochMs;
  troubles: Troubles;
  log: { warn(fields: object, text: string): void; error(fields: object, text: string): void };
}

const clockEveryMs = 1_000;
const tickMs = 30_000;
const sweepEveryMs = 15 * 60_000;
const lookForOldEveryMs = 60 * 60_000;

/** The returned function stops it, after what it is doing. */
export const startHousekeeper = (options: HousekeeperOptions): (() => Promise<void>) => {
  const housekeeper = new Housekeeper(options);
  void housekeeper.clockMoved(0);
  void housekeeper.tick();
  const tick = setInterval(() => void housekeeper.tick(), tickMs);
  const look = setInterval(() => void housekeeper.lookAtClock(), clockEveryMs);
  return async () => {
    clearInterval(tick);
    clearInterval(look);
    await housekeeper.ticked();
  };
};

class Housekeeper {
  private sweptAtMs = performance.now();
  private lookedForOldMs = -lookForOldEveryMs;
  private ticking: Promise<void> | undefined;
  private readonly watch: ClockWatch;

  constructor(private readonly options: HousekeeperOptions) {
    this.watch = new ClockWatch(options.clock, () => performance.now());
  }

  async lookAtClock(): Promise<void> {
    const movedMs = this.watch.look();
    if (movedMs === 0) return;
    const seconds = Math.round(movedMs / 1000);
    this.options.log.warn({ seconds }, "the clock of this machine was moved");
    await this.clockMoved(movedMs);
  }

  /** Also at start: the clock may have been moved while no service ran. */
  async clockMoved(byMs: number): Promise<void> {
    await this.each([() => this.options.queue.clockMoved(byMs)]);
  }

  /** One at a time, however long it takes; each of its parts happens although another fails. */
  tick(): Promise<void> {
    this.ticking ??= this.everything().finally(() => {
      this.ticking = undefined;
    });
    return this.ticking;
  }

  /** Resolves when no tick is under way. */
  async ticked(): Promise<void> {
    await this.ticking;
  }

  private async everything(): Promise<void> {
    const { db, queue, dataDir, objects, clock, buildStates, auditDays } = this.options;
    await this.each([
      () => this.reconcileDue(),
      () => retryUnderNewState({ db, queue }, buildStates(), clock()),
      async () => {
        if (this.watch.isTrusted()) await removeOldAudit(db.kysely, clock() - auditDays * msPerDay);
      },
      () => closeCounts(db.kysely, clock()),
      () => this.removeOldMails(),
      () =>
        this.removeFiles([
          () => this.deleteAccounts(),
          () => this.deleteOldFiles(),
          () => this.removeDiscards(),
          () => this.sweepWhenDue(),
        ]),
      () => dateReceipts({ db, dataDir, objects }, clock()),
    ]);
  }

  /** Waits for the next tick while a backup copies what the store named when it began. */
  private async removeFiles(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
    const release = await this.options.holdRemoval();
    if (release) await this.each(parts).finally(release);
  }

  /** Ends where another node has become the keeper. */
  private async each(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
    const { troubles, log, isKeeper } = this.options;
    for (const part of parts)
      if (isKeeper())
        await part().catch((error) => {
          if (troubles.covers(error)) return;
          log[worldTrouble(error) ? "warn" : "error"]({ err: error }, "the clock tick failed");
        });
  }

  /** Removes old mails, and old jobs of any kind that were given up. */
  private async removeOldMails(): Promise<void> {
    const { db, queue, clock } = this.options;
    if (!this.watch.isTrusted()) return;
    const before = clock() - limits.mailDays.is * msPerDay;
    await removeOldMails(db.kysely, before);
    await queue.forgetFailed(before);
  }

  private async deleteAccounts(): Promise<void> {
    const { db, dataDir, objects, clock } = this.options;
    if (!this.watch.isTrusted()) return;
    const deleted = await deleteDueAccounts(db, dataDir, clock(), objects);
    if (deleted > 0) await db.forgetDeleted();
  }

  /** Also empties the store's log where a dataset has an age limit: it may still hold rows that are too old. */
  private async removeDiscards(): Promise<void> {
    const { db, sweeper } = this.options;
    const { entries } = await sweeper.removeDiscards();
    if (entries === 0) return;
    for await (const _ of accountsWithAgeLimits(db.kysely)) return void (await db.forgetDeleted());
  }

  private async deleteOldFiles(): Promise<void> {
    const { db, queue, clock } = this.options;
    if (!this.watch.isTrusted() || performance.now() - this.lookedForOldMs < lookForOldEveryMs) return;
    this.lookedForOldMs = performance.now();
    await deleteOldFiles(db, queue, clock());
  }

  /** Rows that were dated in the future when they were read, and now are in the past. */
  private async reconcileDue(): Promise<void> {
    const { db, queue, clock } = this.options;
    for await (const accountId of accountsWithDueEvents(db.kysely, clock())) {
      await db.transaction((trx) => reconcile(trx, queue, accountId, clock()));
    }
  }

  private async sweepWhenDue(): Promise<void> {
    if (performance.now() - this.sweptAtMs < sweepEveryMs) return;
    this.sweptAtMs = performance.now();
    await this.options.sweeper.sweep();
  }
}
