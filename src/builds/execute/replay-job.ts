// A replay's job: builds the files of its dates in the job's working directory, each step in a process of its
// own. Between two steps, builds that wait go first.

import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import { findDamage, type NamedFile } from "../../integrity/file-guard.js";
import { listDelivered } from "../../store/delivered-files.js";
import { pathsOfAccount } from "../../store/discards.js";
import { listReadBy } from "../../store/planned-resources.js";
import { listPeopleLeftOut } from "../../store/privacy-receipts.js";
import { listResources, type Resource } from "../../store/resources.js";
import { listFileVersions } from "../../store/uploads.js";
import type { StepInput } from "../kinds.js";
import { filesRead } from "../repair/named-files.js";
import { type ReplayedAccount, type ReplayTools, replayDates } from "./replay.js";
import { dataOf, processOptions, type StepOptions, type Task } from "./task.js";

type ReplayTask = Task & { resource: Resource<"replays"> };

export const isReplay = (task: Task): task is ReplayTask => task.resource.type === "replays";

export interface ReplayJob {
  task: ReplayTask;
  work: string;
  signal: AbortSignal;
  /** Builds what waits; resolves when nothing does. */
  yieldToBuilds(): Promise<void>;
  onProgress(fraction: number, doing: string): void;
}

/**
 * The input of the replay's own step. The task then names all files that its steps have read. Refuses what
 * its steps refuse.
 */
export const carryOutReplay = async (
  { task, work, signal, yieldToBuilds, onProgress }: ReplayJob,
  options: StepOptions,
): Promise<StepInput<"replays">> => {
  const { db, dataDir, reads, runStep } = options;
  const { accountId, config, name } = task.resource;
  const account = await accountOf(db.kysely, accountId, config.scope_id, task.now);
  const release = reads.hold(await pathsOfAccount(db.kysely, accountId));
  const data = dataOf(accountId, options);
  const named = { accountId, ...account };
  const require = async (input: unknown): Promise<void> => {
    const files = filesRead(input, dataDir, named);
    task.reads = joined(task.reads, files);
    const damaged = await findDamage(files, { ...options, source: options.cache });
    // What has failed is examined by the runner, which finds the damage in the task's files.
    if (damaged.length > 0) throw new Error(`The file ${damaged[0]!.file.path} is damaged.`);
  };
  let steps = 0;
  const build: ReplayTools["build"] = async ({ type, input, now, dir }, doing) => {
    await yieldToBuilds();
    await require(input);
    onProgress(steps++ / (steps + usualSteps * config.dates.length), `${dayOf(now)}: ${doing}`);
    const process = processOptions({ type, input, dir, now, work }, { accountId, name }, options);
    const { result } = await runStep({ ...process, signal, onUsage: () => {}, onProgress: () => {} });
    return result;
  };
  try {
    const newDir = () => path.join(work, "replay", randomUUID());
    const input = await replayDates(config, account, { data, newDir, build });
    await require(input);
    return input;
  } finally {
    release();
  }
};

/** Steps of a date in a small account; only the bar of progress follows from it. */
const usualSteps = 8;

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const joined = (some: readonly NamedFile[], more: readonly NamedFile[]): NamedFile[] => [
  ...new Map([...some, ...more].map((file) => [file.path, file])).values(),
];

/** The pipeline and its deployments with a file, with all that they read. */
const accountOf = async (
  db: Kysely<Database>,
  accountId: string,
  scopeId: string,
  now: EpochMs,
): Promise<ReplayedAccount> => {
  const targets = (await listResources(db, accountId, "targets")).filter(
    ({ config, archivedAt }) =>
      config.scope_id === scopeId && config.options.type === "hosted_csv" && archivedAt === null,
  );
  const begun = [scopeId, ...targets.map(({ id }) => id)];
  const resources = await listReadBy(db, accountId, begun);
  const delivered = new Map<string, Awaited<ReturnType<typeof listDelivered>>>();
  for (const { id } of targets) delivered.set(id, await listDelivered(db, id));
  return {
    now,
    resources,
    delivered,
    uploads: await listFileVersions(db, accountId),
    leftOutAt: await listPeopleLeftOut(db, accountId),
  };
};
