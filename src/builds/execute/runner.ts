// The runner takes queued builds and makes results of them, one step at a time:
//
//   claim a job → plan the account → run the step in a child process → publish its directory → record, in one transaction:
//   the result, the end of the job, the notice of it, and the jobs of what can be built next
//
// A result that is ready while the store is away keeps its directory, and is recorded when the store is back.
//
// If the service is killed before the transaction, a job is still queued, and the directory is a discard, which the sweep removes. If
// it is killed afterwards, everything is recorded. A step that was refused is recorded as refused for its fingerprint. A step that
// crashed is tried again with back-off, and in the end given up. One that met a trouble of the world waits until it is over.

import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Kysely } from "kysely";
import type { Db } from "../../db/connection.js";
import { noteChange } from "../../db/noted-changes.js";
import type { Database } from "../../db/schema.js";
import type { ResultOf } from "../../domain/kinds.js";
import type { BuiltType, EpochMs } from "../../domain/resource.js";
import type { StoredFile } from "../../domain/stored-file.js";
import { Refusal } from "../../errors/refusal.js";
import type { Troubles } from "../../errors/troubles.js";
import { worldTrouble } from "../../errors/world.js";
import type { FileChecker } from "../../integrity/file-checker.js";
import { findDamage, type NamedFile } from "../../integrity/file-guard.js";
import { inLogContext, type LogContext } from "../../log/context.js";
import type { News } from "../../notify/messages.js";
import { type Job, type Queue, retryDelayMs } from "../../queue/queue.js";
import { discard, pathsOfAccount } from "../../store/discards.js";
import type { UnmailedBuild } from "../../store/mailed-builds.js";
import { listReadBy } from "../../store/planned-resources.js";
import { takeUnannounced } from "../../store/privacy-receipts.js";
import {
  findById,
  markAnnounced,
  markProgress,
  markStatus,
  type Resource,
  recordRefusal,
  recordResult,
} from "../../store/resources.js";
import { listFileVersions } from "../../store/uploads.js";
import { crashedText, waitingText } from "../../words/waiting.js";
import type { RecordedFile } from "../kind/recorded.js";
import { kindOf } from "../kinds.js";
import { planBuild } from "../plan/plan.js";
import { type BuildJob, reconcile } from "../plan/reconcile.js";
import { markDamage } from "../repair/damage.js";
import { filesRead } from "../repair/named-files.js";
import type { BuildTime } from "./build-time.js";
import { attemptName, publishDirectory, resultDir, workDir } from "./data-directory.js";
import { type MachineState, stateText } from "./given-up.js";
import type { Reads } from "./reads.js";
import type { ProcessUsage } from "./serve.js";
import type { StepOutput } from "./step.js";
import { defaultSeed, type StepProcessOptions } from "./step-process.js";
import { Waits } from "./waits.js";

export interface RunnerOptions {
  db: Db;
  queue: Queue;
  dataDir: string;
  /** Files that the running steps use. */
  reads: Reads;
  /** Whether connections may be to this machine or its network. */
  privateAddresses: boolean;
  memoryMb: number;
  threads: number;
  /** Absent: no limit. */
  buildTime?: BuildTime;
  /** Of a compressed file, once unpacked. Absent: no limit. */
  maxUnpackedBytes?: number;
  clock: () => EpochMs;
  /** `runStepProcess`, except in tests of the runner itself. */
  runStep(options: StepProcessOptions): Promise<StepOutput>;
  /** Queues the e-mail about a first result or a failure, in the same transaction. */
  announce(db: Kysely<Database>, news: Resource & Pick<News, "privacy">, now: EpochMs): Promise<void>;
  /** Keeps a result or a failure for the mail of its run, in the same transaction. Absent: there is none. */
  noteBuild?(db: Kysely<Database>, accountId: string, build: UnmailedBuild): Promise<void>;
  /** Queues the e-mail about a run if it is over, in the transaction of its last build. */
  settleRun?(db: Kysely<Database>, accountId: string, now: EpochMs): Promise<void>;
  /** Queues notices to webhook endpoints about every new result and every failure, in the same transaction. */
  announceToEndpoints(db: Kysely<Database>, resource: Resource, now: EpochMs): Promise<void>;
  log: Record<"info" | "warn" | "error", (fields: object, text: string) => void>;
  /** Checks what a step reads. */
  checker: FileChecker;
  troubles: Pick<Troubles, "report" | "clear">;
  /** A build that is given up is tried again when this changes. */
  machineState(): MachineState;
}

/** Crashes of one build before the runner gives it up until something changes. */
const maxFailures = 4;

export class Runner {
  private readonly waits: Waits;

  constructor(private readonly options: RunnerOptions) {
    this.waits = new Waits(options.troubles);
  }

  /** Builds one queued resource; false if none is queued. The signal stops a running step and leaves its job queued. */
  buildOne(signal: AbortSignal): Promise<boolean> {
    return this.options.queue.work("build", (job) =>
      inLogContext(logContextOf(job), () => this.buildJob(job, signal)),
    );
  }

  private async buildJob(job: Job, signal: AbortSignal): Promise<void> {
    const release = await this.holdFiles(job);
    try {
      const task = await this.taskOf(job);
      if (!task) await this.nothingToDo(job);
      else await this.carryOut(task, signal);
    } finally {
      release();
    }
  }

  /** Everything that the account has now: the step reads some of it, and newer results may replace it meanwhile. */
  private async holdFiles({ accountId }: Job): Promise<() => void> {
    const { db, reads } = this.options;
    return reads.hold(await pathsOfAccount(db.kysely, accountId));
  }

  /** Null if the plan changed after the job was queued: the resource is deleted, fresh already, or waiting again. */
  private async taskOf(job: Job): Promise<Task | null> {
    const { db, dataDir, privateAddresses, maxUnpackedBytes, clock } = this.options;
    const resources = await listReadBy(db.kysely, job.accountId, resourceIdOf(job));
    const files = await listFileVersions(db.kysely, job.accountId);
    const now = clock();
    const resource = resources.find(({ id }) => id === resourceIdOf(job));
    const plan = planBuild(resources, files, now);
    const verdict = resource && plan.verdicts.get(resource.id);
    if (!resource || resource.type === "traits" || verdict?.at !== "build") return null;
    return {
      job,
      resource,
      fingerprint: verdict.fingerprint,
      ...this.inputOf(
        plan.stepInput(resource.id, { dataDir, privateAddresses, maxUnpackedBytes }),
        job,
        resources,
        files,
      ),
      now,
    };
  }

  private inputOf(input: unknown, { accountId }: Job, resources: Resource[], uploads: RecordedFile[]) {
    const reads = filesRead(input, this.options.dataDir, { accountId, resources, uploads });
    return { input, reads };
  }

  /** A step does not run on damaged files: they are made again first. */
  private async foundDamage({ job, reads }: Task): Promise<boolean> {
    const damaged = await findDamage(reads, this.options);
    if (damaged.length === 0) return false;
    await this.options.queue.complete(job, async (trx) => {
      await this.putBack(trx, job);
      await markDamage(trx, job.accountId, damaged, this.options);
      await this.goOn(trx, job);
    });
    return true;
  }

  private async carryOut(task: Task, signal: AbortSignal): Promise<void> {
    const { db, queue, dataDir, log } = this.options;
    const { job, resource, fingerprint, now } = task;
    const startedMs = performance.now();
    const work = workDir(dataDir, attemptName(job));
    const lease = keepLease(queue, job);
    try {
      await markStatus(db.kysely, resource.id, "running", now, null);
      if (await this.foundDamage(task)) return;
      const { output, usage } = await this.runStep(task, work, AbortSignal.any([signal, lease.lost]));
      const dir = resultDir(job.accountId, resource.id, `${fingerprint}-${attemptName(job)}`);
      if (!(await this.publish(task, work, dir, output))) return;
      this.waits.end(resource.id);
      await this.trust(output.files, path.join(dataDir, dir));
      const ms = Math.round(performance.now() - startedMs);
      log.info({ ms, ...usage }, `built ${resource.type} ${resource.name}`);
    } catch (error) {
      await this.afterTrouble(task, error, signal);
    } finally {
      lease.end();
      await rm(work, { recursive: true, force: true });
    }
  }

  /** A moment ago, the step hashed what it had written. */
  private async trust(files: readonly StoredFile[], dir: string): Promise<void> {
    for (const file of files)
      await this.options.checker.trust(path.join(dir, file.path), file).catch(() => {});
  }

  private async runStep(
    { resource, input, now }: Task,
    work: string,
    signal: AbortSignal,
  ): Promise<{ output: StepOutput; usage?: ProcessUsage }> {
    const { db, runStep, memoryMb, threads, clock, log } = this.options;
    await mkdir(work, { recursive: true });
    let usage: ProcessUsage | undefined;
    const output = await runStep({
      request: {
        type: resource.type,
        input,
        dir: outputDir(work),
        tempDir: path.join(work, "spill"),
        memoryMb,
        threads,
        now,
        seed: defaultSeed,
      },
      account: resource.accountId,
      onLine: (line) =>
        log.warn({ printed: line }, `${resource.type} ${resource.name}: a step printed a line`),
      onUsage: (used) => {
        usage = used;
      },
      onProgress: (fraction, doing) =>
        void markProgress(db.kysely, resource.id, fraction, doing, clock()).catch(() => {}),
      signal,
      ...(this.options.buildTime && { most: this.options.buildTime }),
    });
    return { output, ...(usage && { usage }) };
  }

  /** False if the lease is lost. Until the result is recorded, its directory is a discard. */
  private async publish(task: Task, work: string, dir: string, output: StepOutput): Promise<boolean> {
    const { db, dataDir, reads, clock } = this.options;
    const release = reads.hold([dir]);
    try {
      const { accountId } = task.job;
      await discard(db.kysely, { accountId, path: dir, reason: "unrecorded" }, clock());
      await publishDirectory(outputDir(work), path.join(dataDir, dir));
      return await this.recordBuilt(task, output, dir);
    } finally {
      release();
    }
  }

  /** False if the lease is lost: the sweep then removes the directory. */
  private recordBuilt(
    { job, resource, fingerprint }: Task,
    { result: made, files: resultFiles }: StepOutput,
    resultDir: string,
  ): Promise<boolean> {
    const { queue, clock } = this.options;
    const result = made as ResultOf<BuiltType>;
    return queue.complete(job, async (trx) => {
      await recordResult(trx, resource.id, { result, resultDir, resultFiles, fingerprint }, clock());
      const { accountId, config } = resource;
      await kindOf(resource.type).afterBuild?.(trx, { accountId, config, result, now: clock() });
      await this.announceResult(trx, resource.id);
      await this.goOn(trx, job);
    });
  }

  private async recordRefused(
    { job, resource, fingerprint }: Task,
    refused: { message: string; gaveUpUnder?: string },
  ): Promise<void> {
    const { queue, clock } = this.options;
    this.waits.end(resource.id);
    await queue.complete(job, async (trx) => {
      await recordRefusal(trx, resource.id, { fingerprint, ...refused }, clock());
      await this.announceResult(trx, resource.id);
      await this.goOn(trx, job);
    });
  }

  private async nothingToDo(job: Job): Promise<void> {
    this.waits.end(resourceIdOf(job));
    await this.options.queue.complete(job, async (trx) => {
      await this.putBack(trx, job);
      noteChange(trx, resourceIdOf(job));
      await this.goOn(trx, job);
    });
  }

  /** At the end of a job: queues what can be built next, or ends the run. */
  private async goOn(trx: Kysely<Database>, { accountId }: Job): Promise<void> {
    const { queue, clock, settleRun } = this.options;
    await reconcile(trx, queue, accountId, clock());
    await settleRun?.(trx, accountId, clock());
  }

  private async putBack(trx: Kysely<Database>, job: Job): Promise<void> {
    const resource = await findById(trx, resourceIdOf(job));
    if (resource?.status === "running")
      await markStatus(trx, resource.id, "starting", this.options.clock(), null);
  }

  private async afterTrouble(task: Task, error: unknown, signal: AbortSignal): Promise<void> {
    const { queue, log } = this.options;
    const { job, resource } = task;
    if (signal.aborted) return queue.release(job);
    const world = worldTrouble(error);
    // The queue takes the job back when the store is there again; it is no failure of the build.
    if (world?.code === "store-unavailable") throw error;
    if (world) return this.waitFor(task, world);
    for (const { path: file } of task.reads)
      this.options.checker.forget(path.join(this.options.dataDir, file));
    if (await this.foundDamage(task)) return;
    if (error instanceof Refusal && error.entry.fault === "caller")
      return this.recordRefused(task, { message: error.message });
    const failures = job.failures + 1;
    log.error({ job: job.id, failures, err: error }, `${resource.type} ${resource.name}: a build failed`);
    if (failures < maxFailures) return this.tryLater(task, error, failures);
    const { message } = new Refusal("build-crashed", { times: maxFailures, build: attemptName(job) });
    return this.recordRefused(task, { message, gaveUpUnder: stateText(this.options.machineState()) });
  }

  /** The build goes on when the trouble is over, however long that takes. */
  private async waitFor({ job, resource }: Task, trouble: Refusal): Promise<void> {
    const { queue, clock, log } = this.options;
    const pauseMs = this.waits.begin(resource.id, trouble);
    log.warn(
      { job: job.id, pauseMs, err: trouble.cause },
      `${resource.type} ${resource.name}: ${trouble.message}`,
    );
    await queue.postpone(job, String(trouble.cause ?? trouble), pauseMs, (trx) =>
      markStatus(trx, resource.id, "starting", clock(), waitingText(trouble)),
    );
  }

  private async tryLater({ job, resource }: Task, error: unknown, failures: number): Promise<void> {
    const { queue, clock } = this.options;
    await queue.retryLater(job, String(error), retryDelayMs(failures), (trx) =>
      markStatus(trx, resource.id, "starting", clock(), crashedText(failures, maxFailures)),
    );
  }

  /** Endpoints receive every result and failure; an e-mail goes out for the first of each kind per configuration. */
  private async announceResult(trx: Kysely<Database>, resourceId: string): Promise<void> {
    const resource = await findById(trx, resourceId);
    if (resource?.type === "people") return this.announceLists(trx, resource);
    if (!resource) return;
    await this.options.announceToEndpoints(trx, resource, this.options.clock());
    const news = resource.status === "error" ? "failed" : "built";
    const isAwaited = resource.announced !== news;
    await this.options.noteBuild?.(trx, resource.accountId, { resourceId, news, isAwaited });
    if (!isAwaited) return;
    await this.options.announce(trx, resource, this.options.clock());
    await markAnnounced(trx, resource.id, news);
  }

  /** An e-mail for each privacy list whose rows are new: whom it takes out is known once people are built. */
  private async announceLists(
    trx: Kysely<Database>,
    { accountId, result }: Resource<"people">,
  ): Promise<void> {
    for (const id of await takeUnannounced(trx, accountId)) {
      const [list, privacy] = [await findById(trx, id), result?.privacy?.[id]];
      if (list && privacy) await this.options.announce(trx, { ...list, privacy }, this.options.clock());
    }
  }
}

/** A claimed job with its step. */
interface Task {
  job: Job;
  resource: Resource<BuiltType>;
  fingerprint: string;
  input: unknown;
  /** The files that the input names. */
  reads: NamedFile[];
  now: EpochMs;
}

const outputDir = (work: string): string => path.join(work, "output");

const resourceIdOf = (job: Job): string => (job.payload as BuildJob).resourceId;

const logContextOf = (job: Job): LogContext => {
  const { resourceId, request } = job.payload as BuildJob;
  return { build: attemptName(job), account: job.accountId, resource: resourceId, request };
};

/** Several heartbeats fit into one lease. */
const heartbeatMs = 5_000;

interface Lease {
  /** Aborted when another worker has the job. */
  lost: AbortSignal;
  end(): void;
}

/** A lease that heartbeats extend. A worker that was silent for too long, as on a laptop that slept, loses its job to another. */
const keepLease = (queue: Pick<Queue, "heartbeat">, job: Job): Lease => {
  const losing = new AbortController();
  // A store that does not answer does not mean that the lease is lost; writes under a lost lease are refused anyway.
  const beat = setInterval(async () => {
    if (!(await queue.heartbeat(job).catch(() => true))) losing.abort();
  }, heartbeatMs);
  return { lost: losing.signal, end: () => clearInterval(beat) };
};
