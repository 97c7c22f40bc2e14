// Account of thousands of cohorts and outcomes that are built: copies of one cohort and one outcome with
// their real results. Written to the store directly, since building them would take hours.

import path from "node:path";
import type { Kysely } from "kysely";
import { planBuild } from "../../src/builds/plan/plan.js";
import { openDb } from "../../src/db/connection.js";
import type { Database } from "../../src/db/schema.js";
import type { CohortConfig } from "../../src/domain/cohort/cohort.js";
import { insertResource, listResources, type Resource, recordResult } from "../../src/store/resources.js";
import { listFileVersions } from "../../src/store/uploads.js";

export interface Size {
  cohorts: number;
  outcomes: number;
}

/** The account has one built cohort and one built outcome at least. */
export const fillBuilt = async (dataDir: string, accountId: string, size: Size): Promise<void> => {
  const db = await openDb({ file: path.join(dataDir, "bellwether.sqlite") });
  await db.transaction(async (trx) => {
    const resources = await listResources(trx, accountId);
    const cohort = resources.find((each): each is Resource<"cohorts"> => each.type === "cohorts")!;
    const outcome = resources.find((each): each is Resource<"outcomes"> => each.type === "outcomes")!;
    const cohortIds = await copyCohorts(trx, cohort, size.cohorts);
    await recordPlanned(trx, accountId, cohort);
    await copyOutcomes(trx, outcome, cohortIds, size.outcomes);
    await recordPlanned(trx, accountId, outcome);
  });
  await db.close();
};

const copyCohorts = async (
  trx: Kysely<Database>,
  { accountId, config }: Resource<"cohorts">,
  count: number,
): Promise<string[]> => {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const copy: CohortConfig = { ...config, min_count: i + 1 };
    const draft = { accountId, type: "cohorts", name: `Cohort ${i}`, config: copy } as const;
    ids.push((await insertResource(trx, { ...draft, upstreamIds: [], uniqueName: false }, Date.now())).id);
  }
  return ids;
};

const copyOutcomes = async (
  trx: Kysely<Database>,
  { accountId, config }: Resource<"outcomes">,
  cohortIds: readonly string[],
  count: number,
): Promise<void> => {
  for (let i = 0; i < count; i++) {
    const [attainment, eligible] = [cohortIds[i % cohortIds.length]!, cohortIds[(i + 1) % cohortIds.length]!];
    const copy = { ...config, attainment_cohort_id: attainment, eligible_cohort_id: eligible };
    const draft = { accountId, type: "outcomes", name: `Outcome ${i}`, config: copy } as const;
    const upstreamIds = [attainment, eligible];
    await insertResource(trx, { ...draft, upstreamIds, uniqueName: false }, Date.now());
  }
};

/** Records the model's result for all that the plan would build. */
const recordPlanned = async (
  trx: Kysely<Database>,
  accountId: string,
  { type, result }: Resource,
): Promise<void> => {
  const resources = await listResources(trx, accountId);
  const { verdicts } = planBuild(resources, await listFileVersions(trx, accountId), Date.now());
  for (const { id, type: its } of resources) {
    const verdict = verdicts.get(id);
    if (its !== type || verdict?.at !== "build" || result === null) continue;
    const resultDir = path.join("relations", accountId, id, "copy");
    const { fingerprint } = verdict;
    await recordResult(trx, id, { result, resultDir, resultFiles: [], fingerprint }, Date.now());
  }
};
