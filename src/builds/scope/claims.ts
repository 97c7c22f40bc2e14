// Claims of a pipeline's build: what its scores claim, and what became of earlier claims, written in the
// transaction that records its result.

import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import { currencyOfStream } from "../../domain/data/stream-mapping.js";
import { outcomeCohortIds } from "../../domain/outcome/outcome.js";
import { type Claim, type ClaimSubject, claimsOfBuild, voidClaim } from "../../domain/pipeline/claim.js";
import type { PerformanceHistory } from "../../domain/pipeline/observed-performance.js";
import { listClaims, saveClaims } from "../../store/claims.js";
import { findById, listResources } from "../../store/resources.js";
import type { Built } from "../kind/kind.js";
import { goalOf } from "../target/goal.js";

export const recordClaims = async (
  trx: Kysely<Database>,
  { id: scope_id, accountId, result, now }: Built<"scopes">,
): Promise<void> => {
  const { performance, data_through, outcomes } = result;
  const known = await listClaims(trx, accountId, { scopeId: scope_id });
  const changed: Claim[] = known.flatMap((claim) => {
    const after = claim.outcome_id in performance ? claim : voidClaim(claim, "prediction_removed");
    return after === claim ? [] : [after];
  });
  for (const [outcome_id, history] of Object.entries(performance)) {
    const own = known.filter((claim) => claim.outcome_id === outcome_id);
    const subject = await subjectOf(trx, accountId, scope_id, outcome_id);
    const definition = createHash("sha256").update(JSON.stringify(history.question)).digest("hex");
    const build = { scope_id, outcome_id, data_through, history: claimed(history), definition, subject };
    changed.push(...claimsOfBuild(own, { ...build, scored: outcomes[outcome_id] }, now));
  }
  await saveClaims(trx, accountId, changed);
};

/** The history without scores that hold for active people alone: they promise no number. */
const claimed = (history: PerformanceHistory): PerformanceHistory =>
  history.question?.active ? { ...history, waiting: [], observed: [] } : history;

const subjectOf = async (
  trx: Kysely<Database>,
  accountId: string,
  scopeId: string,
  outcomeId: string,
): Promise<ClaimSubject> => {
  const scope = await findById(trx, scopeId);
  const outcome = await findById(trx, outcomeId);
  const names = { scope_name: scope?.name ?? "", outcome_name: outcome?.name ?? "" };
  if (outcome?.type !== "outcomes" || !outcome.result) return { ...names, goal: "reach the goal" };
  const { config, result } = outcome;
  const cohorts = await listResources(trx, accountId, "cohorts", outcomeCohortIds(config));
  const streams = await listResources(trx, accountId, "streams");
  const cohort = (id: string) => cohorts.find((each) => each.id === id);
  const stream = cohort(config.attainment_cohort_id)?.config.stream_name;
  const datasets = config.value ? await listResources(trx, accountId, "datasets") : [];
  const inUse = datasets.filter(({ config, archivedAt }) => !config.preview && archivedAt === null);
  const currency = stream === undefined ? undefined : currencyOfStream(inUse, stream);
  const goal = goalOf(
    { name: outcome.name, config, result },
    { cohort, stream: (name) => streams.find((each) => each.name === name) },
  );
  return { ...names, goal, ...(currency !== undefined && { currency }) };
};
