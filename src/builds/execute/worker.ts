// The worker runs builds side by side, up to the configured number, each taking the next job as soon as it is free. A clock
// tick finds what becomes stale or ends by time alone, and sweeps when nothing runs.

import type { Db } from "../../db/connection.js";
import type { EpochMs } from "../../domain/resource.js";
import type { Troubles } from "../../errors/troubles.js";
import type { Queue } from "../../queue/queue.js";
import { removeOldAudit } from "../../store/audit.js";
import { accountsWithDueEvents } from "../../store/resources.js";
import { reconcile } from "../plan/reconcile.js";
import type { Runner } from "./runner.js";
import { deleteDueAccounts, sweep } from "./sweep.js";

export interface WorkerOptions {
  db: Db;
  queue: Queue;
  runner: Runner;
  dataDir: string;
  parallelBuilds: number;
  /** Time for which the audit log keeps entries. */
  auditDays: number;
  clock: () => EpochMs;
  troubles: Troubles;
  log: { error(fields: object, text: string): void };
}

const pollMs = 1_000;
const tickMs = 30_000;
const msPerDay = 86_400_000;
const sweepEveryMs = 15 * 60_000;

/** The returned function stops the worker and puts running steps back into the queue. */
export const startWorker = (options: WorkerOptions): (() => Promise<void>) => {
  const stopping = new AbortController();
  const worker = new Worker(options, stopping.signal);
  const loops = Array.from({ length: options.parallelBuilds }, () => worker.buildLoop());
  const tick = setInterval(() => void worker.tick(), tickMs);
  return async () => {
    clearInterval(tick);
    stopping.abort();
    await Promise.all(loops);
  };
};

class Worker {
  private running = 0;
  private sweptAt: EpochMs;

  constructor(
    private readonly options: WorkerOptions,
    private readonly signal: AbortSignal,
  ) {
    this.sweptAt = options.clock();
  }

  async buildLoop(): Promise<void> {
    const { queue } = this.options;
    while (!this.signal.aborted) {
      if (!(await this.buildOne())) await queue.waitForWork(this.signal, pollMs);
    }
  }

  private async buildOne(): Promise<boolean> {
    const { runner, troubles, log } = this.options;
    this.running++;
    try {
      return await runner.buildOne(this.signal);
    } catch (error) {
      if (!troubles.covers(error)) log.error({ err: error }, "the runner itself failed");
      return false;
    } finally {
      this.running--;
    }
  }

  async tick(): Promise<void> {
    const { troubles, log } = this.options;
    try {
      await this.reconcileDue();
      await deleteDueAccounts(this.options.db, this.options.dataDir, this.options.clock());
      await removeOldAudit(this.options.db.kysely, this.options.clock() - this.options.auditDays * msPerDay);
      await this.sweepWhenIdle();
    } catch (error) {
      if (!troubles.covers(error)) log.error({ err: error }, "the clock tick failed");
    }
  }

  /** Rows that were dated in the future when they were read, and now are in the past. */
  private async reconcileDue(): Promise<void> {
    const { db, queue, clock } = this.options;
    for (const accountId of await accountsWithDueEvents(db.kysely, clock())) {
      await db.transaction((trx) => reconcile(trx, queue, accountId, clock()));
    }
  }

  private async sweepWhenIdle(): Promise<void> {
    const { db, dataDir, clock } = this.options;
    if (this.running > 0 || clock() - this.sweptAt < sweepEveryMs) return;
    this.sweptAt = clock();
    await sweep(db.kysely, dataDir, clock());
  }
}
