// The worker runs builds side by side, up to the configured number, each taking the next job as soon as it is free. A clock
// tick finds what becomes stale or ends by time alone, and sweeps.

import type { Db } from "../../db/connection.js";
import { lockRemoval } from "../../db/directory-lock.js";
import { type EpochMs, msPerDay } from "../../domain/resource.js";
import type { Troubles } from "../../errors/troubles.js";
import { worldTrouble } from "../../errors/world.js";
import type { Queue } from "../../queue/queue.js";
import { removeOldAudit } from "../../store/audit.js";
import { accountsWithDueEvents } from "../../store/resources.js";
import { reconcile } from "../plan/reconcile.js";
import { ClockWatch } from "./clock-watch.js";
import { dateReceipts } from "./erasure.js";
import { type MachineState, retryUnderNewState } from "./given-up.js";
import type { Runner } from "./runner.js";
import { deleteDueAccounts, type Sweeper } from "./sweep.js";

export interface WorkerOptions {
  db: Db;
  queue: Queue;
  runner: Runner;
  sweeper: Sweeper;
  machineState(): MachineState;
  dataDir: string;
  parallelBuilds: number;
  /** Time for which the audit log keeps entries. */
  auditDays: number;
  clock: () => EpochMs;
  troubles: Troubles;
  log: { warn(fields: object, text: string): void; error(fields: object, text: string): void };
}

const pollMs = 1_000;
const clockEveryMs = 1_000;
const tickMs = 30_000;
const sweepEveryMs = 15 * 60_000;

/** The returned function stops the worker and puts running steps back into the queue. */
export const startWorker = (options: WorkerOptions): (() => Promise<void>) => {
  const stopping = new AbortController();
  const worker = new Worker(options, stopping.signal);
  const loops = Array.from({ length: options.parallelBuilds }, () => worker.buildLoop());
  void worker.clockMoved(0);
  void worker.tick();
  const tick = setInterval(() => void worker.tick(), tickMs);
  const look = setInterval(() => void worker.lookAtClock(), clockEveryMs);
  return async () => {
    clearInterval(tick);
    clearInterval(look);
    stopping.abort();
    await Promise.all([...loops, worker.ticked()]);
  };
};

class Worker {
  private sweptAtMs = performance.now();
  private ticking: Promise<void> | undefined;
  private readonly watch: ClockWatch;

  constructor(
    private readonly options: WorkerOptions,
    private readonly signal: AbortSignal,
  ) {
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

  async buildLoop(): Promise<void> {
    const { queue } = this.options;
    while (!this.signal.aborted) {
      if (!(await this.buildOne())) await queue.waitForWork(this.signal, pollMs);
    }
  }

  private async buildOne(): Promise<boolean> {
    const { runner, troubles, log } = this.options;
    try {
      return await runner.buildOne(this.signal);
    } catch (error) {
      if (!troubles.covers(error)) log.error({ err: error }, "the runner itself failed");
      return false;
    }
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
    const { db, queue, dataDir, clock, sweeper, machineState, auditDays } = this.options;
    const parts = [
      () => this.reconcileDue(),
      () => retryUnderNewState({ db, queue }, machineState(), clock()),
      async () => {
        if (this.watch.isTrusted()) await removeOldAudit(db.kysely, clock() - auditDays * msPerDay);
      },
      () =>
        this.removeFiles([
          () => this.deleteAccounts(),
          () => sweeper.removeDiscards(),
          () => this.sweepWhenDue(),
        ]),
      () => dateReceipts(db, dataDir, clock()),
    ];
    await this.each(parts);
  }

  /** Waits for the next tick while a backup copies what the store named when it began. */
  private async removeFiles(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
    const release = lockRemoval(this.options.dataDir);
    if (!release) return;
    await this.each(parts).finally(release);
  }

  private async each(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
    const { troubles, log } = this.options;
    for (const part of parts)
      await part().catch((error) => {
        if (troubles.covers(error)) return;
        log[worldTrouble(error) ? "warn" : "error"]({ err: error }, "the clock tick failed");
      });
  }

  private async deleteAccounts(): Promise<void> {
    const { db, dataDir, clock } = this.options;
    if (!this.watch.isTrusted()) return;
    const deleted = await deleteDueAccounts(db, dataDir, clock());
    if (deleted > 0) await db.forgetDeleted();
  }

  /** Rows that were dated in the future when they were read, and now are in the past. */
  private async reconcileDue(): Promise<void> {
    const { db, queue, clock } = this.options;
    for (const accountId of await accountsWithDueEvents(db.kysely, clock())) {
      await db.transaction((trx) => reconcile(trx, queue, accountId, clock()));
    }
  }

  private async sweepWhenDue(): Promise<void> {
    if (performance.now() - this.sweptAtMs < sweepEveryMs) return;
    this.sweptAtMs = performance.now();
    await this.options.sweeper.sweep();
  }
}
