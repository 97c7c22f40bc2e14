// The runner takes queued builds and makes results of them, one step at a time:
//
//   claim a job → plan the account → run the step in a child process → publish its directory → record, in one transaction:
//   the result, the end of the job, the notice of it, and the jobs of what can be built next
//
// Resources of a kind that is built together, such as cohorts, are done in batches: one step, and for each
// resource its own result, record and job. If the step of a batch crashes, each of its resources has a step
// of its own.
//
// A result that is ready while the store is away keeps its directory, and is recorded when the store is back.
//
// If the service is killed before the transaction, a job is still queued, and the directory is a discard,
// which the sweep removes. If it is killed afterwards, everything is recorded. A refused step is recorded as
// refused for its fingerprint. A crashed step is tried again with back-off, and given up in the end. A step
// that met a trouble of the world waits until the trouble is over.

import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { setImmediate as giveTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Db } from "../../db/connection.js";
import { noteChange } from "../../db/noted-changes.js";
import type { Database } from "../../db/schema.js";
import type { TableGrant } from "../../domain/data/table-grant.js";
import type { ResultOf } from "../../domain/kinds/kinds.js";
import type { StoredFile } from "../../domain/machine/stored-file.js";
import type { BuiltType } from "../../domain/resource/resource.js";
import { assert, Refusal } from "../../errors/refusal.js";
import type { Troubles } from "../../errors/troubles.js";
import { worldTrouble } from "../../errors/world.js";
import type { FileChecker } from "../../integrity/file-checker.js";
import { findDamage } from "../../integrity/file-guard.js";
import { inLogContext } from "../../log/context.js";
import type { FileCache } from "../../objects/file-cache.js";
import { type Job, type JobKind, type Queue, retryDelayMs } from "../../queue/queue.js";
import { discard, pathsOfAccount } from "../../store/discards.js";
import { listStartingOf } from "../../store/planned-resources.js";
import {
  findById,
  markProgress,
  markStatus,
  markStatuses,
  recordRefusal,
  recordResult,
} from "../../store/resources.js";
import { crashedText, slotText, waitingText } from "../../words/waiting.js";
import { isConnected, kindOf } from "../kinds.js";
import { reconcile } from "../plan/reconcile.js";
import { markDamage } from "../repair/damage.js";
import { type Announcers, announceBuild } from "./announce.js";
import type { BuildTime } from "./build-time.js";
import { attemptName, publishDirectory, resultDir } from "./data-directory.js";
import { type MachineState, stateText } from "./given-up.js";
import { keepLease } from "./lease.js";
import type { Reads } from "./reads.js";
import { carryOutReplay, isReplay, type ReplayJob } from "./replay-job.js";
import type { ProcessUsage } from "./serve.js";
import { preempted, Slots } from "./slots.js";
import type { StepOutput, StepPart } from "./step.js";
import { defaultSeed, type StepProcessOptions } from "./step-process.js";
import { storeFiles } from "./store-files.js";
import {
  combinedInput,
  filesToLink,
  logContextOf,
  outputDir,
  planTasks,
  resourceIdOf,
  type Task,
} from "./task.js";
import { Waits } from "./waits.js";

export interface RunnerOptions extends Announcers {
  db: Db;
  queue: Queue;
  dataDir: string;
  /** How many it does at the same time, and has slots for. Absent: any number. */
  parallelBuilds?: number;
  parallelConnected?: number;
  /** Where its steps work, on the file system of the data directory. */
  workDir: string;
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
  /** What accounts may read and write in the lake. Absent: there is no cluster. */
  tableGrants?: readonly TableGrant[] | undefined;
  /** The interval at which datasets of the lake ask for a new version of their table. */
  tableHours?: number;
  /** `runStepProcess`, except in tests of the runner itself. */
  runStep(options: StepProcessOptions): Promise<StepOutput>;
  log: Record<"info" | "warn" | "error", (fields: object, text: string) => void>;
  /** Checks what a step reads. */
  checker: FileChecker;
  /** Absent: all files are in the data directory. */
  cache?: FileCache | undefined;
  troubles: Pick<Troubles, "report" | "clear">;
  /** A build that is given up is tried again when this changes. */
  machineState(): MachineState;
}

/** Crashes of one build before the runner gives it up until something changes. */
const maxFailures = 4;

export class Runner {
  private readonly waits: Waits;
  private readonly builds: Slots;
  private readonly connected: Slots;
  private isReplaying = false;

  constructor(private readonly options: RunnerOptions) {
    this.waits = new Waits(options.troubles);
    const { parallelBuilds = Number.POSITIVE_INFINITY, parallelConnected = Number.POSITIVE_INFINITY } =
      options;
    this.builds = new Slots(parallelBuilds, "build", options);
    this.connected = new Slots(parallelConnected, "connected", options);
  }

  /** Requeues a build if its account has all slots and another account waits. */
  async preempt(): Promise<void> {
    await this.builds.preempt();
    await this.connected.preempt();
  }

  /** Builds one queued resource; false if none is queued. The signal stops a running step and leaves its job queued. */
  buildOne(signal: AbortSignal): Promise<boolean> {
    return this.inSlot(signal, () => this.workOne("build", signal));
  }

  /** The same of a resource whose step waits for a server of its owner, and has a slot only while it computes. */
  connectedOne(signal: AbortSignal): Promise<boolean> {
    return this.workOne("connected", signal);
  }

  private workOne(kind: JobKind, signal: AbortSignal): Promise<boolean> {
    return this.options.queue.work(kind, (job) =>
      inLogContext(logContextOf(job), () => this.buildJob(job, signal)),
    );
  }

  /** False if the signal is aborted before there is a slot. */
  private async inSlot(signal: AbortSignal, act: () => Promise<boolean>): Promise<boolean> {
    const leave = await this.builds.take(signal).catch(() => null);
    if (!leave) return false;
    try {
      return await act();
    } finally {
      leave();
    }
  }

  /**
   * Makes one queued replay, between whose steps builds go first; false if none is queued, or one is being
   * made. The signal is as in `buildOne`.
   */
  async replayOne(signal: AbortSignal): Promise<boolean> {
    if (this.isReplaying) return false;
    this.isReplaying = true;
    try {
      return await this.inSlot(signal, () => this.workOne("replay", signal));
    } finally {
      this.isReplaying = false;
    }
  }

  private async buildJob(job: Job, signal: AbortSignal): Promise<void> {
    const stopping = new AbortController();
    const end = (job.kind === "connected" ? this.connected : this.builds).hold({ job, stopping });
    try {
      await this.buildHeld(job, AbortSignal.any([signal, stopping.signal]));
    } finally {
      end();
    }
  }

  private async buildHeld(job: Job, signal: AbortSignal): Promise<void> {
    const release = await this.holdFiles(job);
    try {
      const [task] = await planTasks([job], this.options);
      if (!task) return await this.nothingToDo(job);
      const others = await this.batchOf(task);
      if (others.length === 0) return await this.carryOut(task, signal);
      await this.options.queue.workBatch(job, others, (also) =>
        also.length === 0 ? this.carryOut(task, signal) : this.carryOutAll([job, ...also], signal),
      );
    } finally {
      release();
    }
  }

  /** Ids of further resources that may be built in the same step. A build that failed is tried again alone. */
  private async batchOf({ job, resource: { id, accountId, type } }: Task): Promise<string[]> {
    if (!kindOf(type).together || job.failures > 0) return [];
    const ids = await listStartingOf(this.options.db.kysely, accountId, type, batchSize);
    return ids.filter((other) => other !== id);
  }

  /** Everything that the account has now: the step reads some of it, and newer results may replace it meanwhile. */
  private async holdFiles({ accountId }: Job): Promise<() => void> {
    const { db, reads } = this.options;
    return reads.hold(await pathsOfAccount(db.kysely, accountId));
  }

  /** A step does not run on damaged files: they are made again first. */
  private async foundDamage(tasks: readonly Task[]): Promise<boolean> {
    const [{ job, reads }] = tasks as [Task];
    const damaged = await findDamage(reads, { ...this.options, source: this.options.cache });
    if (damaged.length === 0) return false;
    await this.options.queue.completeAll(jobsOf(tasks), async (trx, held) => {
      if (held.size === 0) return;
      for (const each of tasks) if (held.has(each.job.id)) await this.putBack(trx, each.job);
      await markDamage(trx, job.accountId, damaged, this.options);
      await this.goOn(trx, job);
    });
    return true;
  }

  private async carryOutAll(jobs: readonly Job[], signal: AbortSignal): Promise<void> {
    const tasks = await planTasks(jobs, this.options);
    const planned = new Set(tasks.map(({ job }) => job.id));
    for (const job of jobs) if (!planned.has(job.id)) await this.nothingToDo(job);
    const left = tasks.length > 1 ? await this.carryOutTogether(tasks, signal) : tasks;
    const lease = keepLease(this.options.queue, jobsOf(left));
    try {
      for (const task of left) await this.carryOut(task, signal);
    } finally {
      lease.end();
    }
  }

  /** Returns those that are to have a step of their own. */
  private async carryOutTogether(tasks: readonly Task[], signal: AbortSignal): Promise<Task[]> {
    const { db, queue, workDir, reads, log } = this.options;
    const [{ job, resource, now }] = tasks as [Task];
    const startedMs = performance.now();
    const work = path.join(workDir, attemptName(job));
    const lease = keepLease(queue, jobsOf(tasks));
    const release = reads.hold([...tasks.map(dirOf), ...pathsRead(tasks[0]!)]);
    const left = new Set(tasks);
    try {
      await markStatuses(db.kysely, idsOf(tasks), "running", now, null);
      if (await this.foundDamage(tasks)) return [];
      const { output, usage } = await this.runStep(tasks, work, AbortSignal.any([signal, lease.lost]));
      for (const made of await this.discarded(tasks, output.parts!)) {
        await this.record(await this.published(made, work, signal));
        for (const { task } of made) left.delete(task);
      }
      const built = tasks.filter((_, i) => output.parts![i]!.at === "built");
      const share = { ms: performance.now() - startedMs, cpuSeconds: usage?.cpuSeconds ?? 0 };
      this.logBuilt(built, { ...share, peakMb: usage?.peakMb ?? 0 });
    } catch (error) {
      if (!signal.aborted && !worldTrouble(error)) {
        log.warn({ err: error }, `${resource.type}: a batch failed, and each has a step of its own`);
        return [...left];
      }
      for (const task of left) await this.afterTrouble(task, error, signal);
    } finally {
      lease.end();
      release();
      await rm(work, { recursive: true, force: true });
    }
    return [];
  }

  /** A line for each, with its share of the time. */
  private logBuilt(tasks: readonly Task[], { ms, cpuSeconds, peakMb }: ProcessUsage & { ms: number }): void {
    const usage = { ms: Math.round(ms / tasks.length), cpuSeconds: cpuSeconds / tasks.length, peakMb };
    for (const { job, resource } of tasks)
      inLogContext(logContextOf(job), () =>
        this.options.log.info(
          { ...usage, together: tasks.length },
          `built ${resource.type} ${resource.name}`,
        ),
      );
  }

  /** What the parts of a step made, a few for each transaction. Until it is recorded, each directory is a discard. */
  private async discarded(tasks: readonly Task[], parts: readonly StepPart[]): Promise<PublishedResult[][]> {
    const { db, clock } = this.options;
    const made = tasks.map((task, i) => ({ task, part: parts[i]!, dir: dirOf(task) }));
    await db.transaction(async (trx) => {
      for (const { task, dir } of made)
        await discard(trx, { accountId: task.job.accountId, path: dir, reason: "unrecorded" }, clock());
    });
    return Array.from({ length: Math.ceil(made.length / recordedAtOnce) }, (_, i) =>
      made.slice(i * recordedAtOnce, (i + 1) * recordedAtOnce),
    );
  }

  /** Those whose directory is in its place, or that were refused. The others are tried again. */
  private async published(
    made: readonly PublishedResult[],
    work: string,
    signal: AbortSignal,
  ): Promise<PublishedResult[]> {
    const published: PublishedResult[] = [];
    for (const { task, part, dir } of made)
      try {
        if (part.at === "failed") throw new Error(part.message);
        const from = path.join(outputDir(work), attemptName(task.job));
        if (part.at === "built") await this.place(task, part.files, { from, dir, signal });
        published.push({ task, part, dir });
      } catch (error) {
        await this.afterTrouble(task, error, signal);
      }
    return published;
  }

  private async record(published: readonly PublishedResult[]): Promise<void> {
    const { queue, dataDir } = this.options;
    if (published.length === 0) return;
    await queue.completeAll(
      published.map(({ task }) => task.job),
      async (trx, held) => {
        const ours = published.filter(({ task }) => held.has(task.job.id));
        for (const each of ours) {
          await this.recordPart(trx, each);
          await giveTurn();
        }
        if (ours.length > 0) await this.goOn(trx, ours[0]!.task.job);
      },
    );
    for (const { task, part, dir } of published) {
      this.waits.end(task.resource.id);
      if (part.at === "built") await this.trust(part.files, path.join(dataDir, dir));
    }
  }

  private async recordPart(trx: Kysely<Database>, { task, part, dir }: PublishedResult): Promise<void> {
    if (part.at === "built") return this.recordMade(trx, task, part, dir);
    assert(part.at === "refused", "a part that failed has no record");
    const { message } = new Refusal(part.code, part.params);
    await this.recordRefusedIn(trx, task, { message });
  }

  private async carryOut(task: Task, signal: AbortSignal): Promise<void> {
    const { db, queue, dataDir, workDir, reads, log } = this.options;
    const { job, resource, now } = task;
    const startedMs = performance.now();
    const work = path.join(workDir, attemptName(job));
    const lease = keepLease(queue, [job]);
    const release = reads.hold(pathsRead(task));
    try {
      await markStatus(db.kysely, resource.id, "running", now, null);
      if (await this.foundDamage([task])) return;
      const { output, usage } = await this.runStep([task], work, AbortSignal.any([signal, lease.lost]));
      const dir = dirOf(task);
      const stop = AbortSignal.any([signal, lease.lost]);
      if (!(await this.publish(task, work, { dir, signal: stop }, output))) return;
      this.waits.end(resource.id);
      await this.trust(output.files, path.join(dataDir, dir));
      const ms = Math.round(performance.now() - startedMs);
      log.info({ ms, ...usage }, `built ${resource.type} ${resource.name}`);
    } catch (error) {
      await this.afterTrouble(task, error, signal);
    } finally {
      lease.end();
      release();
      await rm(work, { recursive: true, force: true });
    }
  }

  /** A moment ago, the step hashed what it had written. */
  private async trust(files: readonly StoredFile[], dir: string): Promise<void> {
    for (const file of files)
      await this.options.checker.trust(path.join(dir, file.path), file).catch(() => {});
  }

  private async runStep(
    tasks: readonly Task[],
    work: string,
    signal: AbortSignal,
  ): Promise<{ output: StepOutput; usage?: ProcessUsage }> {
    const { db, memoryMb, threads, clock, log } = this.options;
    const [{ resource, now }] = tasks as [Task];
    await mkdir(work, { recursive: true });
    const onProgress = (fraction: number, doing: string) =>
      void markProgress(db.kysely, idsOf(tasks), fraction, doing, clock()).catch(() => {});
    let usage: ProcessUsage | undefined;
    const input = await this.inputOf(tasks, { work, signal, onProgress });
    const output = await this.runInSlot(tasks[0]!, {
      request: {
        type: resource.type,
        input,
        ...(tasks.length > 1 && { parts: jobsOf(tasks).map(attemptName) }),
        dir: outputDir(work),
        known: filesToLink(tasks[0]!, this.options.dataDir, this.options.cache !== undefined),
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
      onProgress,
      signal,
      ...(this.options.buildTime && { most: this.options.buildTime }),
    });
    return { output, ...(usage && { usage }) };
  }

  /** A build has its slot already. One that was queued as a connected one and is none any more takes one. */
  private async runInSlot({ job, resource }: Task, options: StepProcessOptions): Promise<StepOutput> {
    const { runStep } = this.options;
    if (job.kind !== "connected") return runStep(options);
    const takeSlot = () => this.builds.take(options.signal, this.connected.find(job));
    if (isConnected(resource)) return runStep({ ...options, takeSlot });
    const leave = await takeSlot();
    return runStep(options).finally(leave);
  }

  private async inputOf(
    tasks: readonly Task[],
    job: Pick<ReplayJob, "work" | "signal" | "onProgress">,
  ): Promise<unknown> {
    const [task] = tasks as [Task];
    if (!isReplay(task)) return combinedInput(tasks);
    const yieldToBuilds = async () => {
      while (!job.signal.aborted && (await this.workOne("build", job.signal)));
    };
    return carryOutReplay({ ...job, task, yieldToBuilds }, this.options);
  }

  /** False if the lease is lost. Until the result is recorded, its directory is a discard. */
  private async publish(
    task: Task,
    work: string,
    { dir, signal }: { dir: string; signal: AbortSignal },
    output: StepOutput,
  ): Promise<boolean> {
    const { db, reads, clock } = this.options;
    const release = reads.hold([dir]);
    try {
      const { accountId } = task.job;
      await discard(db.kysely, { accountId, path: dir, reason: "unrecorded" }, clock());
      await this.place(task, output.files, { from: outputDir(work), dir, signal });
      return await this.recordBuilt(task, output, dir);
    } finally {
      release();
    }
  }

  /** Puts a result in its place, where the record will point to it. */
  private async place(
    { resource }: Task,
    files: readonly StoredFile[],
    { from, dir, signal }: { from: string; dir: string; signal: AbortSignal },
  ): Promise<void> {
    const { dataDir, cache } = this.options;
    const pauseFor = (trouble: Refusal) => this.waits.begin(resource.id, trouble);
    if (cache) await storeFiles(cache, { files, from, dir }, pauseFor, signal);
    await publishDirectory(from, path.join(dataDir, dir));
  }

  /** False if the lease is lost: the sweep then removes the directory. */
  private recordBuilt(task: Task, output: StepOutput, resultDir: string): Promise<boolean> {
    return this.options.queue.complete(task.job, async (trx) => {
      await this.recordMade(trx, task, output, resultDir);
      await this.goOn(trx, task.job);
    });
  }

  private async recordMade(
    trx: Kysely<Database>,
    { resource, fingerprint }: Task,
    { result: made, files: resultFiles }: StepOutput,
    resultDir: string,
  ): Promise<void> {
    const { clock } = this.options;
    const result = made as ResultOf<BuiltType>;
    await recordResult(trx, resource.id, { result, resultDir, resultFiles, fingerprint }, clock());
    const { id, accountId, config } = resource;
    await kindOf(resource.type).afterBuild?.(trx, { id, accountId, config, result, now: clock() });
    await announceBuild(trx, resource.id, this.options);
  }

  private async recordRefused(task: Task, refused: Refused): Promise<void> {
    this.waits.end(task.resource.id);
    await this.options.queue.complete(task.job, async (trx) => {
      await this.recordRefusedIn(trx, task, refused);
      await this.goOn(trx, task.job);
    });
  }

  private async recordRefusedIn(
    trx: Kysely<Database>,
    { resource, fingerprint }: Task,
    refused: Refused,
  ): Promise<void> {
    const now = this.options.clock();
    const againMs = resource.result === null ? triedAgainMs(resource) : null;
    const dueAt = againMs === null ? null : now + againMs;
    await recordRefusal(trx, resource.id, { fingerprint, ...refused, dueAt }, now);
    await announceBuild(trx, resource.id, this.options);
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
    if (signal.reason === preempted) return this.putBackWaiting(task);
    if (signal.aborted) return queue.release(job);
    const world = worldTrouble(error);
    // The queue takes the job back when the store is there again; it is no failure of the build.
    if (world?.code === "store-unavailable") throw error;
    if (world) return this.waitFor(task, world);
    for (const { path: file } of task.reads)
      this.options.checker.forget(path.join(this.options.dataDir, file));
    if (await this.foundDamage([task])) return;
    const gaveUpUnder = stateText(this.options.machineState());
    if (error instanceof Refusal && error.entry.fault === "caller") {
      const { message, code } = error;
      return this.recordRefused(
        task,
        code === "build-memory-exceeded" ? { message, gaveUpUnder } : { message },
      );
    }
    const failures = job.failures + 1;
    log.error({ job: job.id, failures, err: error }, `${resource.type} ${resource.name}: a build failed`);
    if (failures < maxFailures) return this.tryLater(task, error, failures);
    const { message } = new Refusal("build-crashed", { times: maxFailures, build: attemptName(job) });
    return this.recordRefused(task, { message, gaveUpUnder });
  }

  private async putBackWaiting({ job, resource }: Task): Promise<void> {
    const { queue, clock, log } = this.options;
    log.info({ job: job.id }, `${resource.type} ${resource.name}: gives its slot to another account`);
    await queue.postpone(job, preempted.message, 0, (trx) =>
      markStatus(trx, resource.id, "starting", clock(), slotText),
    );
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
}

/** Resources in one step: more would keep other accounts waiting, and hold the thread while they are planned. */
const batchSize = 40;
const recordedAtOnce = 20;

/** What a step made of one of its tasks, and the directory of its result. */
interface PublishedResult {
  task: Task;
  part: StepPart;
  dir: string;
}

interface Refused {
  message: string;
  gaveUpUnder?: string;
}

/** They may be of results that are newer than what was held when the job was claimed. */
const pathsRead = ({ reads }: Task): string[] => reads.map(({ path: file }) => file);

const jobsOf = (tasks: readonly Task[]): Job[] => tasks.map(({ job }) => job);

const idsOf = (tasks: readonly Task[]): string[] => tasks.map(({ resource }) => resource.id);

const dirOf = ({ job, resource, fingerprint }: Task): string =>
  resultDir(job.accountId, resource.id, `${fingerprint}-${attemptName(job)}`);

const triedAgainMs = ({ type, config }: Task["resource"]): number | null =>
  kindOf(type).triedAgainMs?.(config) ?? null;
