// Tasks: claimed jobs with what their steps need, as the plan of the account says it now.

import path from "node:path";
import type { Db } from "../../db/connection.js";
import { lockAccount } from "../../db/transaction.js";
import { grantedTo, type TableGrant } from "../../domain/data/table-grant.js";
import { giveTurn } from "../../domain/machine/event-loop.js";
import type { StoredFile } from "../../domain/machine/stored-file.js";
import type { BuiltType, EpochMs } from "../../domain/resource/resource.js";
import type { FileChecker } from "../../integrity/file-checker.js";
import type { NamedFile } from "../../integrity/file-guard.js";
import type { LogContext } from "../../log/context.js";
import type { FileCache } from "../../objects/file-cache.js";
import type { Job } from "../../queue/queue.js";
import { listReadBy } from "../../store/planned-resources.js";
import type { Resource } from "../../store/resources.js";
import { runOf } from "../../store/runs.js";
import { listFileVersions } from "../../store/uploads.js";
import type { DataDirectory } from "../kind/recorded.js";
import { kindOf } from "../kinds.js";
import { type Plan, planBuild } from "../plan/plan.js";
import type { BuildJob } from "../plan/reconcile.js";
import { filesRead } from "../repair/named-files.js";
import type { BuildTime } from "./build-time.js";
import { attemptName } from "./data-directory.js";
import type { Reads } from "./reads.js";
import type { StepOutput, StepRequest } from "./step.js";
import { defaultSeed, type StepProcessOptions } from "./step-process.js";

/** A claimed job with its step. */
export interface Task {
  job: Job;
  resource: Resource<BuiltType>;
  fingerprint: string;
  input: unknown;
  /** The files that the input names; of tasks that were planned together, all of theirs. */
  reads: NamedFile[];
  now: EpochMs;
}

export interface TaskOptions extends Omit<DataDirectory, "tables"> {
  db: Db;
  /** Absent: there is no cluster. */
  tableGrants?: readonly TableGrant[] | undefined;
  clock: () => EpochMs;
}

/** Tools that run the steps of tasks, and bounds on them. */
export interface StepOptions extends TaskOptions {
  /** Files that the running steps use. */
  reads: Reads;
  memoryMb: number;
  threads: number;
  /** Absent: no limit. */
  buildTime?: BuildTime;
  /** `runStepProcess`, except in tests of the runner itself. */
  runStep(options: StepProcessOptions): Promise<StepOutput>;
  log: { warn(fields: object, text: string): void };
  /** Compares what a step reads with its hashes. */
  checker: FileChecker;
  /** Absent: all files are in the data directory. */
  cache?: FileCache | undefined;
}

/**
 * Tasks of jobs of one account and, if there are several, of one type. Those are missing for which the plan
 * has changed since they were queued: the resource is deleted, fresh already, or waiting again.
 */
export const planTasks = async (jobs: readonly Job[], options: TaskOptions): Promise<Task[]> => {
  const { db, clock } = options;
  const { accountId } = jobs[0]!;
  const resources = await listReadBy(db.kysely, accountId, jobs.map(resourceIdOf));
  const uploads = await listFileVersions(db.kysely, accountId);
  const { until } = await runOf(db.kysely, accountId);
  const now = clock();
  await giveTurn();
  const plan = planBuild(resources, uploads, now, until);
  const byId = new Map(resources.map((resource) => [resource.id, resource]));
  const tasks = jobs.flatMap((job) => taskOf(job, byId.get(resourceIdOf(job)), plan, options));
  if (tasks.length === 0) return [];
  await giveTurn();
  const whole: Omit<Task, "reads" | "now">[] = [];
  for (const task of tasks) whole.push({ ...task, input: await wholeInput(task, db) });
  const known = { accountId, resources, uploads };
  const reads = filesRead(combinedInput(whole), options.dataDir, known);
  return whole.map((task) => ({ ...task, reads, now }));
};

/** With what changes between builds. */
const wholeInput = ({ resource, input }: Pick<Task, "resource" | "input">, db: Db): Promise<unknown> => {
  const { fromStore } = kindOf(resource.type);
  if (!fromStore) return Promise.resolve(input);
  return db.transaction(async (trx) => {
    await lockAccount(trx, resource.accountId);
    return fromStore(trx, resource, input);
  });
};

const taskOf = (
  job: Job,
  resource: Resource | undefined,
  plan: Plan,
  options: TaskOptions,
): Omit<Task, "reads" | "now">[] => {
  const verdict = resource && plan.verdicts.get(resource.id);
  if (!resource || resource.type === "traits" || verdict?.at !== "build") return [];
  const input = plan.stepInput(resource.id, dataOf(job.accountId, options));
  return [{ job, resource, fingerprint: verdict.fingerprint, input }];
};

/** Data directory, as the steps of an account may use it. */
export const dataOf = (
  accountId: string,
  { dataDir, privateAddresses, sealingKeyCommand, isTlsRequired, maxUnpackedBytes, tableGrants }: TaskOptions,
): DataDirectory => ({
  dataDir,
  privateAddresses,
  sealingKeyCommand,
  isTlsRequired,
  maxUnpackedBytes,
  tables: tableGrants && grantedTo(accountId, tableGrants),
});

/** The input of the step of all tasks. */
export const combinedInput = (tasks: readonly Pick<Task, "resource" | "input">[]): unknown => {
  const [{ resource, input }] = tasks as [Task];
  return tasks.length === 1 ? input : kindOf(resource.type).together!(tasks.map((task) => task.input));
};

/**
 * The files of results that the step reads, and may link, by their absolute paths. `inBucket`: with the
 * objects that hold them.
 */
export const filesToLink = ({ reads }: Task, dataDir: string, inBucket: boolean): StoredFile[] =>
  reads.flatMap(({ owner, path: file, expected }) => {
    if (owner.of !== "result") return [];
    const object = inBucket ? { object: expected.object ?? file } : {};
    return [{ bytes: expected.bytes, sha256: expected.sha256, ...object, path: path.join(dataDir, file) }];
  });

/** Options of a step's process that are alike for all steps. */
export const processOptions = (
  { work, ...step }: Pick<StepRequest, "type" | "input" | "dir" | "now"> & { work: string },
  { accountId, name }: { accountId: string; name: string },
  { memoryMb, threads, buildTime, log }: Pick<StepOptions, "memoryMb" | "threads" | "buildTime" | "log">,
) => ({
  request: { ...step, tempDir: path.join(work, "spill"), memoryMb, threads, seed: defaultSeed },
  account: accountId,
  onLine: (line: string) => log.warn({ printed: line }, `${name}: a step printed a line`),
  ...(buildTime && { most: buildTime }),
});

export const outputDir = (work: string): string => path.join(work, "output");

export const resourceIdOf = (job: Job): string => (job.payload as BuildJob).resourceId;

export const logContextOf = (job: Job): LogContext => {
  const { resourceId, request } = job.payload as BuildJob;
  return { build: attemptName(job), account: job.accountId, resource: resourceId, request };
};
