// Durable jobs in the metadata store, so that a change and the work that follows from it are one commit.
//
//            enqueue            claim                complete
//   nothing ─────────▶ queued ─────────▶ running ───────────────▶ nothing
//                        ▲                │  │ │        fail
//                        └────────────────┘  │ └───────────────▶ failed
//        retryLater, release, requeueMine    └▶ running, of another owner: its lease expired
//
// queued   waits for its time. Enqueuing its twin (the same dedupe key) makes no second job, but can bring the
//          first forward.
// running  is leased to one owner, who extends the lease by heartbeats. If the owner dies, any worker may claim
//          the job once the lease has expired, and the next start of the same node requeues it at once. Leases go
//          by the clock that all processes share.
// failed   stays for the record.
//
// A job that ends is deleted in the transaction of its effects. Every write of a worker is fenced on (owner,
// attempt): a worker that lost the lease changes nothing, however late it notices. So an effect inside
// `complete` happens exactly once, and everything that a job does before must be harmless to repeat.

import { setTimeout as sleep } from "node:timers/promises";
import {
  type Kysely,
  type RawBuilder,
  type Selectable,
  sql,
  type Transaction,
  type Updateable,
} from "kysely";
import type { Db } from "../db/connection.js";
import { queuedJob } from "../db/queued-job.js";
import type { Database } from "../db/schema.js";
import { sharedNow } from "../db/shared-clock.js";
import { afterCommit, lockAccount } from "../db/transaction.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { assert } from "../errors/refusal.js";
import { worldTrouble } from "../errors/world.js";
import { AccountShares } from "./account-shares.js";
import { claimNext, claimOthers, isOtherWaiting } from "./claim.js";
import type { Job, JobCounts, JobKind, NewJob } from "./job.js";
import { WakeSignal } from "./wake.js";

export type { Job, JobKind, NewJob } from "./job.js";

export interface QueueOptions {
  db: Db;
  /** A unique name of this process among all processes before it, e.g. `host/pid/start`. */
  owner: string;
  /** The longest silence of an owner: several heartbeats. */
  leaseMs: number;
  clock: () => EpochMs;
  /** Milliseconds of a clock that never jumps, for how long jobs take. Default: the one of this process. */
  ticks?: () => number;
  /** The present by the clock of leases. Default: the clock that all processes on the store share. */
  leaseNow?: () => RawBuilder<number>;
  /** Aborted when the service stops: nothing waits for the store any longer. */
  stopping?: AbortSignal;
}

/** Changes in the transaction that ends a job. */
type Effect = (trx: Transaction<Database>) => Promise<void>;

export interface Queue {
  /**
   * Runs in the caller's transaction. False if an equal job is queued already, which then starts no later
   * than this one would.
   */
  enqueue(db: Kysely<Database>, job: NewJob): Promise<boolean>;
  /** The next job, or null; with `ofIdle` that of an account which has nothing running. */
  claim(kind: JobKind, which?: { ofIdle: boolean }): Promise<Job | null>;
  /**
   * Claims the next job, as `claim` does, and does it; false if there is none. Until `act` returns, this process
   * does not claim the job again, even if its lease has expired while the store was away. A job whose `act`
   * throws because the store is away is requeued.
   */
  work(kind: JobKind, act: (job: Job) => Promise<void>, which?: { ofIdle: boolean }): Promise<boolean>;
  /**
   * Claims the others of a job's batch: those of its account's jobs that have these dedupe keys, are due and
   * never failed; `act` may get none. The rest is as in `work`.
   */
  workBatch(job: Job, keys: readonly string[], act: (others: Job[]) => Promise<void>): Promise<void>;
  /** Whether another account than this one has waited with a due job for `waitMs`, and has nothing running. */
  isOtherWaiting(kind: JobKind, accountId: string, waitMs: number): Promise<boolean>;
  /** Extends the lease. False if it is lost: stop, because another worker has the job. */
  heartbeat(job: Job): Promise<boolean>;
  /**
   * Ends the job and commits its effect, or does neither and returns false if the lease is lost. While the
   * store is away, this and the other ends of a job are tried again: work that is done is not done twice.
   */
  complete(job: Job, effect: Effect): Promise<boolean>;
  /**
   * The same for several jobs of one account in one transaction. The effect gets the ids of those whose lease is
   * not lost, which are also the answer; it does not happen if there are none.
   */
  completeAll(
    jobs: readonly Job[],
    effect: (trx: Transaction<Database>, held: ReadonlySet<string>) => Promise<void>,
  ): Promise<ReadonlySet<string>>;
  /** Gives up and keeps the job as `failed`. The effect and false are as in `complete`. */
  fail(job: Job, error: string, effect?: Effect): Promise<boolean>;
  /**
   * Counts a failure and requeues the job for a later attempt. Does nothing if the lease is lost; nor does the
   * effect.
   */
  retryLater(job: Job, error: string, delayMs: number, effect?: Effect): Promise<void>;
  /** Requeues the job for a later attempt without counting a failure, because it waits for the world. */
  postpone(job: Job, error: string, delayMs: number, effect?: Effect): Promise<void>;
  /** Requeues the job at once, because this worker stops. */
  release(job: Job): Promise<void>;
  /**
   * At start: requeues the jobs of owners with this prefix, except those in progress here: the owners of the
   * others are dead. Waits for a store that cannot be written. Returns the number of jobs.
   */
  requeueMine(ownerPrefix: string): Promise<number>;
  /**
   * After the clock was moved, by a negative number if back: a job that waited for some seconds waits for as
   * long now, no job waits for more than a day, and no lease lasts longer than a new one.
   */
  clockMoved(byMs: number): Promise<void>;
  /** Deletes jobs that were enqueued before `before` and given up. */
  forgetFailed(before: EpochMs): Promise<void>;
  pending(accountId?: string): Promise<JobCounts>;
  /** Returns when a job is enqueued in this process, after `pollMs`, or when the signal aborts. */
  waitForWork(signal: AbortSignal, pollMs: number): Promise<void>;
}

export const createQueue = (options: QueueOptions): Queue => new StoredQueue(options);

/** After the first failure 1 s, then four times as long each time, up to 5 minutes. */
export const retryDelayMs = (failures: number): number => Math.min(1_000 * 4 ** (failures - 1), 300_000);

/** Longest delay of all jobs: the last attempts of a webhook are this far apart. */
const longestDelayMs = 24 * 3_600_000;

class StoredQueue implements Queue {
  readonly #options: QueueOptions;
  readonly #work = new WakeSignal();
  /** Ids of the jobs that are in progress in this process. */
  readonly #inProgress = new Set<string>();
  readonly #shares: Record<JobKind, AccountShares>;
  #claiming: Promise<unknown> = Promise.resolve();

  constructor(options: QueueOptions) {
    this.#options = options;
    const sharesOf = () => new AccountShares(options.ticks ?? (() => performance.now()));
    this.#shares = {
      build: sharesOf(),
      connected: sharesOf(),
      replay: sharesOf(),
      plan: sharesOf(),
      mail: sharesOf(),
      webhook: sharesOf(),
    };
  }

  async enqueue(
    db: Kysely<Database>,
    { accountId, kind, payload, dedupeKey, runAt }: NewJob,
  ): Promise<boolean> {
    const now = this.#options.clock();
    const job = { account_id: accountId, kind, payload, dedupe_key: dedupeKey, run_at: runAt };
    const row = queuedJob(job, now);
    const kept = await db
      .insertInto("job")
      .values(row)
      .onConflict((twin) =>
        twin.column("dedupe_key").where("state", "=", sql.lit("queued")).doUpdateSet({
          run_at: sql`case when excluded.run_at < job.run_at then excluded.run_at else job.run_at end`,
        }),
      )
      .returning("id")
      .executeTakeFirstOrThrow();
    afterCommit(db, () => this.#work.wake());
    return kept.id === row.id;
  }

  /** One at a time, so that each sees the turn that the one before it gave. */
  claim(kind: JobKind, which = { ofIdle: false }): Promise<Job | null> {
    const claimed = this.#claiming.then(() => this.#claimNext(kind, which));
    this.#claiming = claimed.catch(() => {});
    return claimed;
  }

  async #claimNext(kind: JobKind, which: { ofIdle: boolean }): Promise<Job | null> {
    const { db, owner, leaseMs, clock } = this.#options;
    const shares = this.#shares[kind];
    const lease = { leaseNow: this.#leaseNow(), leaseMs };
    const inProgress = [...this.#inProgress];
    const claim = { kind, owner, now: clock(), ...lease, inProgress, served: shares.order(), ...which };
    const row = await claimNext(db.kysely, db.kind, claim);
    if (!row) return null;
    shares.turn(row.account_id);
    return toJob(row);
  }

  async work(kind: JobKind, act: (job: Job) => Promise<void>, which?: { ofIdle: boolean }): Promise<boolean> {
    const job = await this.claim(kind, which);
    if (!job) return false;
    await this.#shares[kind].count(job.accountId, () => this.#workOn([job], () => act(job)));
    return true;
  }

  async workBatch(job: Job, keys: readonly string[], act: (others: Job[]) => Promise<void>): Promise<void> {
    const others = await this.#claimOthers(job, keys);
    await this.#workOn(others, () => act(others));
  }

  /** Jobs in progress are not claimed again. If the store is away, they are requeued. */
  async #workOn(jobs: readonly Job[], act: () => Promise<void>): Promise<void> {
    for (const { id } of jobs) this.#inProgress.add(id);
    try {
      await act();
    } catch (error) {
      if (isStoreAway(error))
        for (const job of jobs) await this.#requeue(job, { run_at: this.#options.clock() + afterTroubleMs });
      throw error;
    } finally {
      for (const { id } of jobs) this.#inProgress.delete(id);
    }
  }

  async #claimOthers({ kind, accountId }: Job, keys: readonly string[]): Promise<Job[]> {
    if (keys.length === 0) return [];
    const { db, owner, leaseMs, clock } = this.#options;
    const claim = { kind, owner, now: clock(), leaseNow: this.#leaseNow(), leaseMs };
    return (await claimOthers(db.kysely, db.kind, claim, accountId, keys)).map(toJob);
  }

  isOtherWaiting(kind: JobKind, accountId: string, waitMs: number): Promise<boolean> {
    const { db, clock } = this.#options;
    const claim = { kind, leaseNow: this.#leaseNow(), since: clock() - waitMs };
    return isOtherWaiting(db.kysely, accountId, claim);
  }

  async heartbeat(job: Job): Promise<boolean> {
    const { db } = this.#options;
    const { numUpdatedRows } = await db.kysely
      .updateTable("job")
      .set({ lease_until: this.#leaseEnd() })
      .where(isHeldBy(job))
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  async complete(job: Job, effect: Effect): Promise<boolean> {
    return (await this.completeAll([job], effect)).has(job.id);
  }

  /** Locks the account first, as every change of an account does, so that transactions cannot deadlock. */
  completeAll(
    jobs: readonly Job[],
    effect: (trx: Transaction<Database>, held: ReadonlySet<string>) => Promise<void>,
  ): Promise<ReadonlySet<string>> {
    return this.#insist(async (trx) => {
      await lockAccount(trx, jobs[0]!.accountId);
      const held = new Set<string>();
      for (const job of jobs) if (await removeHeld(trx, job)) held.add(job.id);
      if (held.size > 0) await effect(trx, held);
      return held;
    });
  }

  fail(job: Job, error: string, effect: Effect = async () => {}): Promise<boolean> {
    return this.#insist(async (trx) => {
      await lockAccount(trx, job.accountId);
      const { numUpdatedRows } = await trx
        .updateTable("job")
        .set({ state: "failed", error, lease_owner: null, lease_until: null })
        .where(isHeldBy(job))
        .executeTakeFirst();
      if (numUpdatedRows === 1n) await effect(trx);
      return numUpdatedRows === 1n;
    });
  }

  async retryLater(job: Job, error: string, delayMs: number, effect?: Effect): Promise<void> {
    const runAt = this.#options.clock() + delayMs;
    await this.#requeue(job, { error, run_at: runAt, failures: job.failures + 1 }, effect);
  }

  async postpone(job: Job, error: string, delayMs: number, effect?: Effect): Promise<void> {
    await this.#requeue(job, { error, run_at: this.#options.clock() + delayMs }, effect);
  }

  async release(job: Job): Promise<void> {
    await this.#requeue(job, { error: null, run_at: this.#options.clock() });
  }

  async requeueMine(ownerPrefix: string): Promise<number> {
    const rows = await this.#insist((trx) =>
      trx
        .selectFrom("job")
        .selectAll()
        .where("state", "=", "running")
        .where(sql<boolean>`substr(lease_owner, 1, ${ownerPrefix.length}) = ${ownerPrefix}`)
        .orderBy("sequence")
        .execute(),
    );
    const left = rows.filter(({ id }) => !this.#inProgress.has(id));
    for (const row of left) await this.#requeue(toJob(row), { run_at: this.#options.clock() });
    return left.length;
  }

  async clockMoved(byMs: number): Promise<void> {
    const { db, clock } = this.#options;
    const now = clock();
    await db.transaction(async (trx) => {
      const waiting = trx.updateTable("job").where("state", "=", "queued");
      if (byMs < 0)
        await waiting
          .set({ run_at: sql`case when run_at + ${byMs} < ${now} then ${now} else run_at + ${byMs} end` })
          .where("run_at", ">", now)
          .execute();
      await waiting
        .set({ run_at: now })
        .where("run_at", ">", now + longestDelayMs)
        .execute();
      await trx
        .updateTable("job")
        .set({ lease_until: this.#leaseEnd() })
        .where("state", "=", "running")
        .where(sql<boolean>`lease_until > ${this.#leaseEnd()}`)
        .execute();
      afterCommit(trx, () => this.#work.wake());
    });
  }

  async forgetFailed(before: EpochMs): Promise<void> {
    await this.#options.db.kysely
      .deleteFrom("job")
      // The index begins with the kind: without it, each look would read all jobs.
      .where("kind", "in", Object.keys(this.#shares) as JobKind[])
      .where("state", "=", "failed")
      .where("created_at", "<", before)
      .execute();
  }

  async pending(accountId?: string): Promise<JobCounts> {
    const all = this.#options.db.kysely
      .selectFrom("job")
      .select((row) => ["state", row.fn.countAll<number>().as("jobs")])
      .groupBy("state");
    const rows = await (accountId === undefined ? all : all.where("account_id", "=", accountId)).execute();
    const counts: JobCounts = { queued: 0, running: 0, failed: 0 };
    for (const { state, jobs } of rows) counts[state] = jobs;
    return counts;
  }

  waitForWork(signal: AbortSignal, pollMs: number): Promise<void> {
    return this.#work.sleep(signal, pollMs);
  }

  #leaseNow(): RawBuilder<number> {
    const { db, clock, leaseNow } = this.#options;
    return leaseNow?.() ?? sharedNow(db, clock);
  }

  /** The end of a lease that begins now. */
  #leaseEnd(): RawBuilder<number> {
    return sql`${this.#leaseNow()} + ${this.#options.leaseMs}`;
  }

  /** Requeues a job. If a twin was enqueued meanwhile, the job ends instead, because the twin does the same work. */
  #requeue(job: Job, changed: Updateable<Database["job"]>, effect?: Effect): Promise<void> {
    return this.#insist(async (trx) => {
      await lockAccount(trx, job.accountId);
      const held = trx.selectFrom("job").select("id").where(isHeldBy(job));
      if (effect && (await held.executeTakeFirst())) await effect(trx);
      await trx.deleteFrom("job").where(isHeldBy(job)).where(hasQueuedTwin).execute();
      await trx
        .updateTable("job")
        .set({ ...changed, state: "queued", lease_owner: null, lease_until: null })
        .where(isHeldBy(job))
        .execute();
      afterCommit(trx, () => this.#work.wake());
    });
  }

  /**
   * A transaction that is tried again until the store takes it or the service stops. Its fence makes a
   * repetition harmless.
   */
  async #insist<T>(act: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
    const { db, stopping = new AbortController().signal } = this.#options;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        return await db.transaction(act);
      } catch (error) {
        if (!isStoreAway(error) || stopping.aborted) throw error;
      }
      await sleep(pauseMs, undefined, { signal: stopping }).catch(() => {});
    }
  }
}

/** Pause of a job after a trouble that was over when it was requeued. */
const afterTroubleMs = 1_000;

const firstPauseMs = 250;
const longestPauseMs = 5_000;

const isStoreAway = (error: unknown): boolean => worldTrouble(error) !== undefined;

/** The fence: the job still runs under the lease of this worker. */
const isHeldBy = ({ id, owner, attempt }: Job) =>
  sql<boolean>`id = ${id} and state = 'running' and lease_owner = ${owner} and attempt = ${attempt}`;

/** False if the lease is lost. */
const removeHeld = async (trx: Transaction<Database>, job: Job): Promise<boolean> => {
  const { numDeletedRows } = await trx.deleteFrom("job").where(isHeldBy(job)).executeTakeFirst();
  return numDeletedRows === 1n;
};

const hasQueuedTwin = sql<boolean>`exists (
  select 1 from job as twin where twin.state = 'queued' and twin.dedupe_key = job.dedupe_key
)`;

const toJob = (row: Selectable<Database["job"]>): Job => {
  assert(row.lease_owner !== null, `running job ${row.id} has no owner`);
  return {
    id: row.id,
    accountId: row.account_id,
    kind: row.kind,
    payload: JSON.parse(row.payload),
    owner: row.lease_owner,
    attempt: row.attempt,
    failures: row.failures,
    createdAt: row.created_at,
  };
};
