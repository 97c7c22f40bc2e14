// Reconciliation of the store with the plan: every resource that can be built gets a queued job, and every
// status is up to date. It runs in the transaction of the change (a request, an upload, a finished build), so
// that a change and its consequences are recorded together or not at all.
//
// A change of one resource concerns it and what depends on it: only these are planned again, with all that
// they read. Everything is planned when something changes that all resources share (a file, a dataset, a
// stream, people, …), when the store says otherwise of what is read than the plan does, and for each account
// once an hour, beginning with its first change after the start of the service.
//
// A large account that was planned in full a moment ago is planned later, by a job of its own that its next
// changes share: else one account's changes could take all of the thread and of the store.
//
// Builds come in runs. A run makes everything fresh for the files that had arrived when it began; then the
// next one begins, with those that arrived meanwhile.

import type { Kysely } from "kysely";
import { takeChanges } from "../../db/noted-changes.js";
import type { Database } from "../../db/schema.js";
import { afterCommit, lockAccount } from "../../db/transaction.js";
import { giveTurn } from "../../domain/machine/event-loop.js";
import { limits } from "../../domain/resource/limits.js";
import type { EpochMs, ResourceStatus } from "../../domain/resource/resource.js";
import { logContext } from "../../log/context.js";
import { queuedJobs, retriedJobs } from "../../queue/account-queue.js";
import type { Queue } from "../../queue/queue.js";
import {
  areShared,
  findAffected,
  listPlanned,
  listStarting,
  listUnqueued,
  newestFirst,
  type PlannedResource,
  type ResourceToBuild,
} from "../../store/planned-resources.js";
import { isAnyRunning, markStatuses } from "../../store/resources.js";
import { beginRun, extendRun, type Run, runOf } from "../../store/runs.js";
import { listFileVersions } from "../../store/uploads.js";
import { waitingFilesText } from "../../words/waiting.js";
import type { Verdict } from "../kind/account.js";
import { isConnected } from "../kinds.js";
import { isDueInFull, plannedInFull, restBeforePlan } from "./full-plans.js";
import { type Plan, planVerdicts } from "./plan.js";

/** The payload of a job of kind `build`, `connected` or `replay`. */
export interface BuildJob {
  resourceId: string;
  /** The request that caused the build, also through the builds before it; for the log. */
  request?: string | undefined;
}

/** Kinds of jobs that a run consists of. */
const buildKinds = ["build", "connected"] as const;

type Enqueues = Pick<Queue, "enqueue">;

interface Reconciliation {
  db: Kysely<Database>;
  queue: Enqueues;
  accountId: string;
  now: EpochMs;
  run: Run;
}

/**
 * Plans what the transaction has changed so far, and records what follows; returns whether that took all
 * resources or a part of them, or is left to a job of kind `plan`. The runner handles resources that are being
 * built.
 */
export const reconcile = async (
  db: Kysely<Database>,
  queue: Enqueues,
  accountId: string,
  now: EpochMs,
): Promise<"part" | "all" | "later"> => {
  const plan = await beginPlan(db, queue, accountId, now);
  const changes = takeChanges(db);
  const isPart = changes && !isDueInFull(queue, accountId) && (await reconcilePart(plan, [...changes]));
  if (isPart && !(await isNextRunDue(plan))) return "part";
  const restMs = restBeforePlan(queue, accountId);
  if (restMs > 0) {
    const runAt = now + Math.ceil(restMs);
    await queue.enqueue(db, { accountId, kind: "plan", payload: {}, dedupeKey: `plan ${accountId}`, runAt });
    return "later";
  }
  await reconcileAll(plan);
  return "all";
};

/** Plans all resources of an account, whatever has changed, and records what follows. */
export const reconcileInFull = async (
  db: Kysely<Database>,
  queue: Enqueues,
  accountId: string,
  now: EpochMs,
): Promise<void> => {
  const plan = await beginPlan(db, queue, accountId, now);
  takeChanges(db);
  await reconcileAll(plan);
};

/** Two concurrent reconciliations would each miss what the other is about to record, so the account is locked. */
const beginPlan = async (
  db: Kysely<Database>,
  queue: Enqueues,
  accountId: string,
  now: EpochMs,
): Promise<Reconciliation> => {
  await lockAccount(db, accountId);
  return { db, queue, accountId, now, run: await runOf(db, accountId) };
};

const reconcileAll = async (plan: Reconciliation): Promise<void> => {
  const began = performance.now();
  const resources = await listPlanned(plan.db, plan.accountId);
  const queued = await queuedJobs(plan.db, plan.accountId, buildKinds);
  const verdicts = await verdictsOfRun(plan, resources);
  await enqueueBuilds(plan, buildsOf(resources, verdicts), queued);
  await enqueueReplays(plan, resources, verdicts);
  await recordStatuses(plan, resources, verdicts);
  const { db, queue, accountId } = plan;
  afterCommit(db, () => plannedInFull(queue, accountId, { began, resources: resources.length }));
};

/** False if everything has to be planned. */
const reconcilePart = async (plan: Reconciliation, changed: readonly string[]): Promise<boolean> => {
  const { db, accountId } = plan;
  if (await areShared(db, changed)) return false;
  const { affected, read } = await findAffected(db, accountId, changed);
  const isAffected = new Set(affected);
  const resources = affected.length > 0 ? await listPlanned(db, accountId, [...affected, ...read]) : [];
  const files = await listFileVersions(db, accountId);
  const verdicts = await planVerdicts(resources, files, plan.now, plan.run.until);
  if (resources.some((each) => !isAffected.has(each.id) && newStatus(each, verdicts))) return false;
  const concerned = resources.filter(({ id }) => isAffected.has(id));
  const queued = await queuedJobs(db, accountId, buildKinds);
  const others = await otherBuilds(plan, isAffected, queued);
  const builds = [...buildsOf(concerned, verdicts), ...others].sort(newestFirst);
  await enqueueBuilds(plan, builds, queued);
  await enqueueReplays(plan, concerned, verdicts);
  await recordStatuses(plan, concerned, verdicts);
  return true;
};

/**
 * Verdicts of the account's run; of the next one if this one has ended and files wait, and with these files
 * if it can take them.
 */
const verdictsOfRun = async (
  plan: Reconciliation,
  resources: readonly PlannedResource[],
): Promise<Plan["verdicts"]> => {
  const { db, accountId, now, run } = plan;
  const files = await listFileVersions(db, accountId);
  const verdicts = await planVerdicts(resources, files, now, run.until);
  if (!isAwaited(run)) return verdicts;
  const retried = await retriedJobs(db, accountId, buildKinds, now);
  const left = resources.filter((each) => isLeft(each, verdicts, retried));
  if (left.length === 0 || isTooLong(plan)) await beginRun(db, accountId);
  else if (isUnread(plan, resources, left)) await extendRun(db, accountId);
  else if (run.until === run.began && isAfterDatasets(left)) await extendRun(db, accountId);
  else return verdicts;
  return planVerdicts(resources, files, now, run.newest);
};

/** Whether a run has still to build it. A build that waits to be tried again holds no run up. */
const isLeft = (
  { id, type, status }: PlannedResource,
  verdicts: Plan["verdicts"],
  retried: ReadonlySet<string>,
): boolean =>
  type !== "replays" && (status === "running" || (verdicts.get(id)?.at === "build" && !retried.has(id)));

/**
 * Whether no dataset has read a file of the run, or is being built: then the run takes the files that came
 * meanwhile.
 */
const isUnread = (
  { run: { began } }: Reconciliation,
  resources: readonly PlannedResource[],
  left: readonly PlannedResource[],
): boolean =>
  left.some(({ type }) => type === "datasets") &&
  left.every(({ status }) => status !== "running") &&
  !resources.some((each) => isDataset(each) && (each.result?.arrivals_through ?? -1) >= (began ?? 0));

const isDataset = (resource: PlannedResource): resource is PlannedResource<"datasets"> =>
  resource.type === "datasets";

/**
 * Whether the datasets have just become fresh, and nothing that reads them has begun. A run takes the files
 * that came meanwhile, once: files that are sent one after another are then in one run.
 */
const isAfterDatasets = (left: readonly PlannedResource[]): boolean =>
  left.some(({ type }) => type === "people") &&
  left.every(({ type, status }) => type !== "datasets" && status !== "running" && status !== "starting");

/** Whether files wait and nothing of the present run is left to build. */
const isNextRunDue = async (plan: Reconciliation): Promise<boolean> => {
  const { db, accountId, now, run } = plan;
  if (!isAwaited(run)) return false;
  const queued = await queuedJobs(db, accountId, buildKinds);
  const retried = await retriedJobs(db, accountId, buildKinds, now);
  return isTooLong(plan) || (queued.size === retried.size && !(await isAnyRunning(db, accountId)));
};

const isAwaited = ({ until, newest }: Run): boolean => until === null || newest > until;

/**
 * So that builds that follow one another without end, such as those of a table that always changes, hold no
 * file up for ever.
 */
const isTooLong = ({ now, run }: Reconciliation): boolean =>
  run.until !== null && now - run.until >= limits.runHours.is * 3_600_000;

/** Due times of queued builds, by resource. */
type Queued = Map<string, EpochMs>;

const buildsOf = (resources: readonly PlannedResource[], verdicts: Plan["verdicts"]): ResourceToBuild[] =>
  toBuild(resources, verdicts).filter(({ type }) => type !== "replays");

const toBuild = (resources: readonly PlannedResource[], verdicts: Plan["verdicts"]): PlannedResource[] =>
  resources.filter(({ id, status }) => status !== "running" && verdicts.get(id)?.at === "build");

/**
 * Builds that the change does not concern: those for which the queue had no room, and those that wait to be
 * tried again.
 */
const otherBuilds = async (
  { db, accountId, now }: Reconciliation,
  isAffected: ReadonlySet<string>,
  queued: Queued,
): Promise<ResourceToBuild[]> => {
  const room = limits.queuedBuilds.is - queued.size;
  const left = room > 0 ? await listUnqueued(db, accountId, room + isAffected.size) : [];
  const later = [...queued].filter(([, runAt]) => runAt > now).map(([id]) => id);
  const delayed = await listStarting(db, accountId, later);
  return [...left, ...delayed].filter(({ id }) => !isAffected.has(id));
};

/**
 * Newest first. A queued build that is due stays as it is, and one that waits to be tried again is due now.
 * Beyond the limit builds are queued as others end, each of which reconciles.
 */
const enqueueBuilds = async (
  plan: Reconciliation,
  builds: readonly ResourceToBuild[],
  queued: Queued,
): Promise<void> => {
  let enqueued = 0;
  for (const build of builds) {
    const { id } = build;
    const isToQueue = queued.has(id) ? queued.get(id)! > plan.now : queued.size < limits.queuedBuilds.is;
    if (!isToQueue) continue;
    await enqueueBuild(plan, id, isConnected(build) ? "connected" : "build");
    queued.set(id, plan.now);
    if (++enqueued % enqueuedInTurn === 0) await giveTurn();
  }
};

/** Queues replays, apart from builds, which go before them. */
const enqueueReplays = async (
  plan: Reconciliation,
  resources: readonly PlannedResource[],
  verdicts: Plan["verdicts"],
): Promise<void> => {
  const replays = toBuild(resources, verdicts).filter(({ type }) => type === "replays");
  for (const { id } of replays) await enqueueBuild(plan, id, "replay");
};

/** Others run after so many, so that the thread is never held for long. */
const enqueuedInTurn = 50;
const markedInTurn = 250;

const enqueueBuild = (
  { db, queue, accountId }: Reconciliation,
  resourceId: string,
  kind: "build" | "connected" | "replay",
) =>
  queue.enqueue(db, {
    accountId,
    kind,
    payload: { resourceId, request: logContext().request } satisfies BuildJob,
    dedupeKey: resourceId,
  });

/** Thousands of resources have the same few statuses and reasons. */
const recordStatuses = async (
  { db, now }: Reconciliation,
  resources: readonly PlannedResource[],
  verdicts: Plan["verdicts"],
): Promise<void> => {
  const groups = new Map<string, { to: Shown; ids: string[] }>();
  for (const resource of resources) {
    const to = newStatus(resource, verdicts);
    if (!to) continue;
    const key = `${to.status} ${to.why}`;
    const group = groups.get(key) ?? { to, ids: [] };
    group.ids.push(resource.id);
    groups.set(key, group);
  }
  for (const { to, ids } of groups.values())
    for (let start = 0; start < ids.length; start += markedInTurn) {
      if (start > 0) await giveTurn();
      await markStatuses(db, ids.slice(start, start + markedInTurn), to.status, now, to.why);
    }
};

interface Shown {
  status: ResourceStatus;
  why: string | null;
}

/** Null if the resource shows it already, or is being built. */
const newStatus = (resource: PlannedResource, verdicts: Plan["verdicts"]): Shown | null => {
  const { id, status, statusError, waitingFor, archivedAt } = resource;
  // A resource that was archived before its build began no longer waits.
  if (archivedAt !== null) return status === "starting" ? { status: "new", why: null } : null;
  const verdict = verdicts.get(id);
  if (!verdict || status === "running") return null;
  const to = shown(verdict, resource);
  return to.status === status && to.why === (statusError ?? waitingFor) ? null : to;
};

const shown = (verdict: Verdict, { status, waitingFor }: PlannedResource): Shown => {
  switch (verdict.at) {
    case "fresh":
      return verdict.waitingFiles === undefined
        ? { status: "ready", why: null }
        : { status: "new", why: waitingFilesText(verdict.waitingFiles) };
    case "build":
      // A queued build that failed before keeps the reason why it waits.
      return { status: "starting", why: status === "starting" ? waitingFor : null };
    case "refused":
      return { status: "error", why: verdict.reason };
    case "waiting":
      return { status: "new", why: verdict.reason };
  }
};
