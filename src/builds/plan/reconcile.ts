// Reconciliation of the store with the plan: every resource that can be built gets a queued job, and every status is up to date. It
// runs in the transaction of the change (a request, an upload, a finished build), so that a change and its consequences are recorded
// together or not at all.

import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import { lockAccount } from "../../db/transaction.js";
import { limits } from "../../domain/limits.js";
import type { EpochMs, ResourceStatus } from "../../domain/resource.js";
import { logContext } from "../../log/context.js";
import { queuedJobs } from "../../queue/account-queue.js";
import type { Queue } from "../../queue/queue.js";
import { listResources, markStatus } from "../../store/resources.js";
import { listFileVersions } from "../../store/uploads.js";
import type { Verdict } from "../kind/account.js";
import type { RecordedResource } from "../kind/recorded.js";
import { type Plan, planBuild } from "./plan.js";

/** The payload of a job of kind `build`. */
export interface BuildJob {
  resourceId: string;
  /** The request that caused the build, also through the builds before it; for the log. */
  request?: string | undefined;
}

/** Plans the account, records what follows, and returns the plan. The runner handles resources that are being built. */
export const reconcile = async (
  db: Kysely<Database>,
  queue: Pick<Queue, "enqueue">,
  accountId: string,
  now: EpochMs,
): Promise<Plan> => {
  // Two concurrent reconciliations would each miss what the other is about to record.
  await lockAccount(db, accountId);
  const resources = await listResources(db, accountId);
  const plan = planBuild(resources, await listFileVersions(db, accountId), now);
  const queued = await queuedJobs(db, accountId, "build");
  /** A queued build that is due stays as it is. Beyond the limit builds are queued as others end, each of which reconciles. */
  const isToQueue = (id: string): boolean =>
    queued.has(id) ? queued.get(id)! > now : queued.size < limits.queuedBuilds.is;
  for (const resource of resources) {
    if (resource.archivedAt !== null) await settle(db, resource, now);
    const verdict = plan.verdicts.get(resource.id);
    if (!verdict || resource.status === "running") continue;
    if (verdict.at === "build" && isToQueue(resource.id)) {
      await enqueueBuild(db, queue, accountId, resource.id);
      queued.set(resource.id, now);
    }
    const { status, why } = shown(verdict, resource);
    if (status !== resource.status || why !== (resource.statusError ?? resource.waitingFor))
      await markStatus(db, resource.id, status, now, why);
  }
  return plan;
};

/** A resource that was archived before its build began no longer waits. */
const settle = async (
  db: Kysely<Database>,
  { id, status }: RecordedResource,
  now: EpochMs,
): Promise<void> => {
  if (status === "starting") await markStatus(db, id, "new", now);
};

const enqueueBuild = (
  db: Kysely<Database>,
  queue: Pick<Queue, "enqueue">,
  accountId: string,
  resourceId: string,
) =>
  queue.enqueue(db, {
    accountId,
    kind: "build",
    payload: { resourceId, request: logContext().request } satisfies BuildJob,
    dedupeKey: resourceId,
  });

const shown = (
  verdict: Verdict,
  { status, waitingFor }: RecordedResource,
): { status: ResourceStatus; why: string | null } => {
  switch (verdict.at) {
    case "fresh":
      return { status: "ready", why: null };
    case "build":
      // A queued build that failed before keeps the reason why it waits.
      return { status: "starting", why: status === "starting" ? waitingFor : null };
    case "refused":
      return { status: "error", why: verdict.reason };
    case "waiting":
      return { status: "new", why: verdict.reason };
  }
};
