// The runner takes builds from the queue to recorded results. Builds of a kind that is built together, such as
// cohorts, make a batch: one step, and for each a job, a result and a record of its own. A single build is a
// batch of one.
//
//            claim            plan             step                record
//   queued ────────▶ claimed ──────▶ running ──────▶ publishing ──────────▶ done
//     ▲                 │ nothing       │                │
//     │                 ▼ to build      └───────┬────────┘ no result
//     │               done                      ▼
//     └──────── requeued ◀────────────── failure policy ──────────▶ refused, given up
//
// queued      The plan has queued a job, which is due at its time. Its resource shows `starting`.
// claimed     This worker has the lease of the job, and claims those of its batch too. All files of the account
//             are held, so that the sweep leaves what the step will read, and the account is planned again.
// running     A child process runs the step in a directory of the attempt. Damaged files are repaired first.
// publishing  The files go to the bucket, and the directory to its place by one rename. It is a discard, which
//             the sweep removes, until it is recorded.
// done        One transaction has ended the job, recorded its result, and queued the notices of it and the jobs
//             of what can be built next.
// requeued    The job waits for its next attempt, with or without a counted failure: `failure-policy.ts` says
//             after which causes. After others it ends as refused or given up, which is recorded for the
//             fingerprint, or for the fingerprint and the state of the machine.
//
// SIGTERM     The signal is aborted: it kills the steps, and their jobs are requeued. What is published by then
//             is recorded (`test/crash/stop.slow.test.ts`).
// SIGKILL     The children end with their parent. The next start of the node requeues its jobs, and other nodes
//             claim them when the leases have expired. Of a result, everything is recorded or nothing
//             (`test/crash/service.slow.test.ts`, `test/nodes`).
// Lost lease  Another worker has the job. Every write is fenced by (owner, attempt), so what is late changes
//             nothing; a step ends early if all leases of its batch are lost (`runner.test.ts`).
// Store away  A result that is ready keeps its directory, and is recorded when the store is back
//             (`src/queue/outage.test.ts`).
// Newer store A service refuses to start on a store of a newer version, and that version changes no tables
//             before the nodes of this one have ended (`src/db/migrations/migrate.ts`): no build meets tables
//             that it does not know (`src/db/connection.test.ts`).

import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Kysely } from "kysely";
import { noteChange } from "../../db/noted-changes.js";
import type { Database } from "../../db/schema.js";
import { giveTurn } from "../../domain/machine/event-loop.js";
import { Refusal } from "../../errors/refusal.js";
import type { Troubles } from "../../errors/troubles.js";
import { findDamage } from "../../integrity/file-guard.js";
import { inLogContext } from "../../log/context.js";
import type { Job, JobKind, Queue } from "../../queue/queue.js";
import { pathsOfAccount } from "../../store/discards.js";
import { listStartingLike } from "../../store/planned-resources.js";
import { findById, markProgress, markStatus, markStatuses } from "../../store/resources.js";
import { isConnected, typesBuiltTogether } from "../kinds.js";
import { reconcile, reconcileInFull } from "../plan/reconcile.js";
import { markDamage } from "../repair/damage.js";
import type { Announcers } from "./announce.js";
import { attemptName, publishDirectory } from "./data-directory.js";
import { discardUntilRecorded, type EndedBuild, recordEnd, resultDirOf } from "./ended-build.js";
import { judge } from "./failure-policy.js";
import { type MachineState, stateText } from "./given-up.js";
import { keepLease } from "./lease.js";
import { carryOutReplay, isReplay } from "./replay-job.js";
import type { ProcessUsage } from "./serve.js";
import { Slots } from "./slots.js";
import type { StepOutput, StepPart } from "./step.js";
import type { StepProcessOptions } from "./step-process.js";
import { storeFiles } from "./store-files.js";
import {
  combinedInput,
  filesToLink,
  logContextOf,
  outputDir,
  planTasks,
  processOptions,
  resourceIdOf,
  type StepOptions,
  type Task,
} from "./task.js";
import { Waits } from "./waits.js";

export interface RunnerOptions extends Announcers, StepOptions {
  queue: Queue;
  /** Builds that run at the same time, each in a slot. Absent: any number. */
  parallelBuilds?: number;
  parallelConnected?: number;
  /** The directory where steps work, on the file system of the data directory. */
  workDir: string;
  log: Record<"info" | "warn" | "error", (fields: object, text: string) => void>;
  troubles: Pick<Troubles, "report" | "clear">;
  /** A build that is given up is tried again when this changes. */
  machineState(): MachineState;
}

export class Runner {
  private readonly waits: Waits;
  private readonly builds: Slots;
  private readonly connected: Slots;
  private isReplaying = false;

  constructor(private readonly options: RunnerOptions) {
    const { parallelBuilds = Infinity, parallelConnected = Infinity, troubles } = options;
    this.waits = new Waits(troubles);
    this.builds = new Slots(parallelBuilds, "build", options);
    this.connected = new Slots(parallelConnected, "connected", options);
  }

  /** Requeues a build if its account has all slots and another account waits. */
  async preempt(): Promise<void> {
    await this.builds.preempt();
    await this.connected.preempt();
  }

  /** Builds one queued resource; false if none is queued. The signal stops a running step and requeues its job. */
  buildOne(signal: AbortSignal): Promise<boolean> {
    return this.builds.runIn(signal, () => this.workOne("build", signal));
  }

  /**
   * The same while long builds have all slots, without one: a build of an account that has none. So at most one
   * build more than there are slots.
   */
  async extraOne(signal: AbortSignal): Promise<boolean> {
    if (!this.builds.areHeldUp()) return false;
    return this.options.queue.work("build", (job) => this.buildClaimed(job, signal), { ofIdle: true });
  }

  /** The same of a resource whose step waits for a server of its owner, and has a slot only while it computes. */
  connectedOne(signal: AbortSignal): Promise<boolean> {
    return this.workOne("connected", signal);
  }

  /**
   * Makes one queued replay, which yields to builds between its steps; false if none is queued, or one is being
   * made. The signal is as in `buildOne`.
   */
  async replayOne(signal: AbortSignal): Promise<boolean> {
    if (this.isReplaying) return false;
    this.isReplaying = true;
    try {
      return await this.builds.runIn(signal, () => this.workOne("replay", signal));
    } finally {
      this.isReplaying = false;
    }
  }

  /** Plans one account whose plan was left for later; false if none is due. */
  planOne(): Promise<boolean> {
    const { queue, clock, settleRun } = this.options;
    return queue.work("plan", async (job) => {
      await queue.complete(job, async (trx) => {
        await reconcileInFull(trx, queue, job.accountId, clock());
        await settleRun?.(trx, job.accountId, clock());
      });
    });
  }

  private workOne(kind: JobKind, signal: AbortSignal): Promise<boolean> {
    const slots = kind === "connected" ? this.connected : this.builds;
    return this.options.queue.work(kind, async (job) => {
      const stopping = new AbortController();
      const leave = slots.hold({ job, stopping });
      await this.buildClaimed(job, AbortSignal.any([signal, stopping.signal])).finally(leave);
    });
  }

  private buildClaimed(job: Job, signal: AbortSignal): Promise<void> {
    const { db, reads } = this.options;
    return inLogContext(logContextOf(job), async () => {
      // The step reads some of these files, and newer results may replace them meanwhile.
      const release = reads.hold(await pathsOfAccount(db.kysely, job.accountId));
      await this.buildBatch(job, signal).finally(release);
    });
  }

  /** Claims what can be built in the same step, and plans all of it. A build that failed is tried again alone. */
  private async buildBatch(job: Job, signal: AbortSignal): Promise<void> {
    const { db, queue } = this.options;
    const findOthers = () =>
      listStartingLike(db.kysely, resourceIdOf(job), typesBuiltTogether, batchSize - 1);
    await queue.workBatch(job, job.failures > 0 ? [] : await findOthers(), async (others) => {
      const jobs = [job, ...others];
      const tasks = await planTasks(jobs, this.options);
      const planned = new Set(jobsOf(tasks));
      const unplanned = jobs.filter((each) => !planned.has(each));
      for (const each of unplanned) this.waits.end(resourceIdOf(each));
      await this.planAgain(unplanned);
      if (tasks.length > 0) await this.carryOut(tasks, signal);
    });
  }

  /** One attempt at a batch, and then one at each build that is to have a step of its own. */
  private async carryOut(tasks: readonly Task[], signal: AbortSignal): Promise<void> {
    const lease = keepLease(this.options.queue, jobsOf(tasks));
    const work = path.join(this.options.workDir, attemptName(tasks[0]!.job));
    const attempt: Attempt = {
      tasks,
      work,
      signal,
      lost: lease.lost,
      hasFailed: false,
      isSuspect: false,
      alone: [],
    };
    try {
      await this.tryOnce(attempt);
      for (const task of attempt.alone) await this.carryOut([task], signal);
    } finally {
      lease.end();
    }
  }

  /** Marks a batch as running, runs its step, publishes and records. */
  private async tryOnce(attempt: Attempt): Promise<void> {
    const { db, reads, clock } = this.options;
    const { tasks, work } = attempt;
    const [{ now, reads: files }] = tasks as [Task];
    const startedMs = performance.now();
    // Some files may be newer than those that were held when the job was claimed.
    const release = reads.hold([...tasks.map(resultDirOf), ...files.map(({ path: file }) => file)]);
    let left = [...tasks];
    try {
      await markStatuses(db.kysely, idsOf(tasks), "running", now);
      if (await this.foundDamage(tasks)) return;
      const { parts, usage } = await this.runStep(attempt);
      const outputs = new Map(tasks.map((task, i) => [task, parts[i]!]));
      await discardUntilRecorded(db, tasks, clock());
      const built: Task[] = [];
      while (left.length > 0) {
        const some = left.slice(0, recordedAtOnce);
        const ended = await this.publish(some, (task) => outputOf(outputs.get(task)!), attempt);
        built.push(...(await this.record(ended)));
        left = left.slice(recordedAtOnce);
      }
      this.logBuilt(built, performance.now() - startedMs, usage);
    } catch (error) {
      attempt.hasFailed = true;
      const fail = () => {
        throw error;
      };
      await this.record(await this.publish(left, fail, attempt));
    } finally {
      release();
      await rm(work, { recursive: true, force: true });
    }
  }

  private async runStep({
    tasks,
    work,
    signal: stop,
    lost,
  }: Attempt): Promise<{ parts: StepPart[]; usage?: ProcessUsage | undefined }> {
    const { db, clock, dataDir, cache } = this.options;
    const [task] = tasks as [Task];
    const { type, name, accountId } = task.resource;
    const signal = AbortSignal.any([stop, lost]);
    await mkdir(work, { recursive: true });
    const onProgress = (fraction: number, doing: string) =>
      void markProgress(db.kysely, idsOf(tasks), fraction, doing, clock()).catch(() => {});
    const yieldToBuilds = async () => {
      while (!signal.aborted && (await this.workOne("build", signal)));
    };
    const input = isReplay(task)
      ? await carryOutReplay({ task, work, signal, yieldToBuilds, onProgress }, this.options)
      : combinedInput(tasks);
    const step = { type, input, dir: outputDir(work), work, now: task.now };
    const options = processOptions(step, { accountId, name: `${type} ${name}` }, this.options);
    const known = filesToLink(task, dataDir, cache !== undefined);
    const parts = tasks.length > 1 ? { parts: jobsOf(tasks).map(attemptName) } : {};
    let usage: ProcessUsage | undefined;
    const onUsage = (used: ProcessUsage) => {
      usage = used;
    };
    const request = { ...options.request, known, ...parts };
    const output = await this.runInSlot(task, { ...options, request, onUsage, onProgress, signal });
    return { parts: output.parts ?? [{ at: "built", ...output }], usage };
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

  /** Publishes what a step made. Returns the results and refusals to record; the failure policy has the rest. */
  private async publish(
    tasks: readonly Task[],
    outputOf: (task: Task) => StepOutput,
    attempt: Attempt,
  ): Promise<EndedBuild[]> {
    const { dataDir, cache } = this.options;
    const signal = AbortSignal.any([attempt.signal, attempt.lost]);
    const ended: EndedBuild[] = [];
    for (const task of tasks)
      try {
        const output = outputOf(task);
        const part = attempt.tasks.length > 1 ? attemptName(task.job) : "";
        const from = path.join(outputDir(attempt.work), part);
        const files = { files: output.files, from, dir: resultDirOf(task) };
        if (cache) await storeFiles(cache, files, this.pauseOf(task), signal);
        await publishDirectory(from, path.join(dataDir, files.dir));
        ended.push({ at: "published", task, output });
      } catch (error) {
        ended.push(...(await this.afterFailure(task, error, attempt)));
      }
    return ended;
  }

  /** Records what builds leave. Returns those with a result; nothing is recorded of a job whose lease is lost. */
  private async record(ended: readonly EndedBuild[]): Promise<Task[]> {
    const { checker, dataDir } = this.options;
    const jobs = jobsOf(ended.map(({ task }) => task));
    const recordedIds = await this.end(jobs, async (trx, held) => {
      for (const each of ended.filter(({ task }) => held.has(task.job.id))) {
        await recordEnd(trx, each, this.options);
        await giveTurn();
      }
    });
    const recorded = ended.filter(({ task }) => recordedIds.has(task.job.id));
    for (const { task } of recorded) this.waits.end(task.resource.id);
    const results = recorded.filter((each) => each.at === "published");
    // A moment ago, the steps hashed what they had written.
    for (const { task, output } of results)
      for (const file of output.files)
        await checker.trust(path.join(dataDir, resultDirOf(task), file.path), file).catch(() => {});
    return results.map(({ task }) => task);
  }

  /** A line for each, with its share of the time. */
  private logBuilt(built: readonly Task[], ms: number, usage: ProcessUsage | undefined): void {
    const { length: together } = built;
    const share = {
      ms: Math.round(ms / together),
      ...(usage && { cpuSeconds: usage.cpuSeconds / together, peakMb: usage.peakMb }),
      ...(together > 1 && { together }),
    };
    for (const { job, resource } of built)
      inLogContext(logContextOf(job), () =>
        this.options.log.info(share, `built ${resource.type} ${resource.name}`),
      );
  }

  /** Does what the failure policy says. A refusal is returned, to be recorded with results of the batch. */
  private async afterFailure(task: Task, error: unknown, attempt: Attempt): Promise<EndedBuild[]> {
    const { queue, clock, log, machineState } = this.options;
    const { job, resource } = task;
    const failures = job.failures + 1;
    const isBatch = attempt.hasFailed && attempt.tasks.length > 1;
    const build = attemptName(job);
    const failed = { ...attempt, error, isBatch, failures, build, pauseFor: this.pauseOf(task) };
    const { cause, origin, fault, action, afterMs, text: message, log: line } = judge(failed);
    if (fault !== "world" && (await this.foundDamageAfter(task, attempt))) return [];
    const fields = { job: job.id, cause, afterMs, err: origin, ...(fault === "ours" && { failures }) };
    // A batch that is split has one line.
    if (line && attempt.alone.length === 0)
      log[line.level](fields, `${resource.type} ${resource.name}: ${line.text}`);
    const markWaiting = (trx: Kysely<Database>) => markStatus(trx, resource.id, "starting", clock(), message);
    switch (action) {
      case "throw":
        throw error;
      case "release":
        await queue.release(job);
        break;
      case "requeue":
        await queue.postpone(job, String(origin), afterMs, markWaiting);
        break;
      case "retry":
        await queue.retryLater(job, String(origin), afterMs, markWaiting);
        break;
      case "split":
        attempt.alone.push(task);
        break;
      case "refuse":
        return [{ at: "refused", task, message }];
      case "give up":
        return [{ at: "refused", task, message, gaveUpUnder: stateText(machineState()) }];
    }
    return [];
  }

  private pauseOf({ resource }: Task): (trouble: Refusal) => number {
    return (trouble) => this.waits.begin(resource.id, trouble);
  }

  /** A damaged file may have been the cause: once in an attempt, what it has read is hashed again. */
  private foundDamageAfter(task: Task, attempt: Attempt): Promise<boolean> {
    const { checker, dataDir } = this.options;
    if (!attempt.isSuspect) for (const { path: file } of task.reads) checker.forget(path.join(dataDir, file));
    attempt.isSuspect = true;
    return this.foundDamage([task]);
  }

  /** A step does not run on damaged files: they are repaired first. */
  private async foundDamage(tasks: readonly Task[]): Promise<boolean> {
    const [{ job, reads }] = tasks as [Task];
    const damaged = await findDamage(reads, { ...this.options, source: this.options.cache });
    if (damaged.length === 0) return false;
    await this.planAgain(jobsOf(tasks), (trx) => markDamage(trx, job.accountId, damaged, this.options));
    return true;
  }

  /** Ends jobs without a result or a refusal: the plan says what follows. */
  private async planAgain(
    jobs: readonly Job[],
    effect: (trx: Kysely<Database>) => Promise<void> = async () => {},
  ): Promise<void> {
    await this.end(jobs, async (trx, held) => {
      for (const id of jobs.filter((job) => held.has(job.id)).map(resourceIdOf)) {
        noteChange(trx, id);
        const isRunning = (await findById(trx, id))?.status === "running";
        if (isRunning) await markStatus(trx, id, "starting", this.options.clock());
      }
      await effect(trx);
    });
  }

  /** Ends jobs, in the transaction of an effect; then queues what can be built next, or ends the run. */
  private async end(
    jobs: readonly Job[],
    effect: (trx: Kysely<Database>, held: ReadonlySet<string>) => Promise<void>,
  ): Promise<ReadonlySet<string>> {
    const { queue, clock, settleRun } = this.options;
    const [first] = jobs;
    if (!first) return new Set();
    return queue.completeAll(jobs, async (trx, held) => {
      await effect(trx, held);
      const planned = await reconcile(trx, queue, first.accountId, clock());
      if (planned !== "later") await settleRun?.(trx, first.accountId, clock());
    });
  }
}

/** Builds in one step: more would keep other accounts waiting, and hold the thread while they are planned. */
const batchSize = 40;
const recordedAtOnce = 20;

/** An attempt at a batch: one step, and what becomes of its builds. */
interface Attempt {
  tasks: readonly Task[];
  /** The directory where it works. */
  work: string;
  signal: AbortSignal;
  /** Aborted when other workers have all of its jobs. */
  lost: AbortSignal;
  /** Whether it has failed as a whole. */
  hasFailed: boolean;
  /** Whether a failure has made its files suspect, and they were hashed again. */
  isSuspect: boolean;
  /** Builds that are to have a step of their own afterwards. */
  alone: Task[];
}

const outputOf = (part: StepPart): StepOutput => {
  if (part.at === "built") return part;
  throw part.at === "refused" ? new Refusal(part.code, part.params) : new Error(part.message);
};

const jobsOf = (tasks: readonly Task[]): Job[] => tasks.map(({ job }) => job);

const idsOf = (tasks: readonly Task[]): string[] => tasks.map(({ resource }) => resource.id);
