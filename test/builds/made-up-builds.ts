// Builds with made-up results, which take no time: for tests of what is built, and when.

import type { Kysely } from "kysely";
import type { DatasetInput } from "../../src/builds/dataset/input.js";
import { planBuild } from "../../src/builds/plan/plan.js";
import { type BuildJob, reconcile } from "../../src/builds/plan/reconcile.js";
import type { Database } from "../../src/db/schema.js";
import type { EpochMs, ResourceType } from "../../src/domain/resource/resource.js";
import {
  findById,
  listResources,
  markStatus,
  recordRefusal,
  recordResult,
} from "../../src/store/resources.js";
import { type Run, runOf } from "../../src/store/runs.js";
import { listFileVersions } from "../../src/store/uploads.js";
import type { Api } from "../api/harness.js";

export type Ending = "built" | "refused" | "tried again";

/** `inputOf` gives the input of the step. */
const resultOf = (type: ResourceType, inputOf: () => unknown, { until, newest }: Run): object => {
  switch (type) {
    case "datasets":
      return {
        ...results.datasets,
        arrivals_through: (inputOf() as Pick<DatasetInput, "history">).history?.arrivalsThrough,
      };
    case "targets":
      return { manifest: { source: { arrivals_through: until ?? newest, directories: ["orders"] } } };
    default:
      return results[type] ?? {};
  }
};

const results: { [T in ResourceType]?: object } = {
  datasets: { next_due: null, streams: { transaction: {}, signup: {} }, trait_sources: {} },
  people: { traits: [{ name: "plan" }], datasets: {} },
  streams: { properties: {} },
  persona_sets: { personas: [{ id: "p", name: "Recent buyers" }] },
};

interface BegunBuild {
  type: ResourceType;
  end(ending?: Ending): Promise<void>;
}

/** Plans that are made when a build has ended, in its transaction. */
type Plans = (trx: Kysely<Database>, accountId: string, now: EpochMs) => Promise<unknown>;

/** A build that begins now and ends with `end`; null if nothing can be built. */
export const beginBuild = async (
  api: Api,
  plans: Plans = (trx, accountId, now) => reconcile(trx, api.queue, accountId, now),
): Promise<BegunBuild | null> => {
  const { db, queue, now } = api;
  const job = await queue.claim("build");
  if (!job) return null;
  const { accountId } = job;
  const resource = await findById(db.kysely, (job.payload as BuildJob).resourceId);
  const resources = await listResources(db.kysely, accountId);
  const run = await runOf(db.kysely, accountId);
  const plan = planBuild(resources, await listFileVersions(db.kysely, accountId), now(), run.until);
  const verdict = resource && plan.verdicts.get(resource.id);
  if (!resource || verdict?.at !== "build") {
    await queue.complete(job, async (trx) => void (await plans(trx, accountId, now())));
    return beginBuild(api, plans);
  }
  const { fingerprint } = verdict;
  await markStatus(db.kysely, resource.id, "running", now());
  const { id, type } = resource;
  const result = {
    result: resultOf(
      type,
      () => plan.stepInput(id, { dataDir: "/data", privateAddresses: false }),
      run,
    ) as never,
    resultDir: `relations/${id}/${fingerprint}`,
    resultFiles: [],
    fingerprint,
  };
  const end = async (ending: Ending = "built"): Promise<void> => {
    if (ending === "tried again")
      return queue.retryLater(job, "killed", 60_000, (trx) =>
        markStatus(trx, id, "starting", now(), "Tried again soon."),
      );
    await queue.complete(job, async (trx) => {
      if (ending === "refused")
        await recordRefusal(trx, id, { fingerprint, message: "No such column." }, now());
      else await recordResult(trx, id, result, now());
      await plans(trx, accountId, now());
    });
  };
  return { type, end };
};
