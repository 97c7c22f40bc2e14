// Sources of a comparison of scores: the last build of a pipeline, one before it, and the account as both are
// seen today.

import path from "node:path";
import {
  type ChangeTotals,
  type MoversRequest,
  modelOf,
  type ScoredBuild,
} from "../../domain/pipeline/score-change.js";
import { singular } from "../../domain/resource/resource.js";
import { refuse } from "../../errors/refusal.js";
import { findResource } from "../../store/resources.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import type { Records } from "./records.js";

export interface MoverSources {
  outcomeId: string;
  to: ScoredBuild;
  /** Builds that can be compared, the newest first. */
  builds: ScoredBuild[];
  /** Null: there is none. */
  from: ScoredBuild | null;
  /** Totals that the build made; null for an older `from`. */
  totals: ChangeTotals | null;
  scopeDir: string;
  account: AccountSnapshot;
}

/**
 * `account` reads the account as of its last builds. Refuses `resource-unknown`, `result-not-ready`, `scores-outdated`,
 * `scores-since-unknown`, `outcome-not-in-payload` and `list-without-outcome`.
 */
export const moverSources = async (
  { scopeId, outcomeId: wanted, since }: MoversRequest,
  { db, accountId, dataDir }: Records,
  account: () => Promise<AccountSnapshot>,
): Promise<MoverSources> => {
  const scope = await findResource(db, accountId, "scopes", scopeId);
  if (!scope) throw refuse("resource-unknown", { type: singular.scopes, id: scopeId });
  const { result, resultDir, status } = scope;
  if (!result || resultDir === null) throw refuse("result-not-ready", { type: singular.scopes, status });
  // What the scores were made from is read again, so it must be what they were made from.
  if (status !== "ready") throw refuse("scores-outdated", { status });
  if (!result.builds) throw refuse("list-without-outcome");
  const { current: to, former } = result.builds;
  const outcomeId = wanted ?? to.outcomes[0]!.id;
  if (!modelOf(to, outcomeId)) {
    const outcomes = to.outcomes.map(({ id }) => id).join(", ");
    throw refuse("outcome-not-in-payload", { field: "outcome_id", id: outcomeId, outcomes });
  }
  const builds = former.filter((build) => modelOf(build, outcomeId));
  const from = (since === undefined ? builds[0] : builds.find(({ build }) => build === since)) ?? null;
  if (since !== undefined && from === null) throw refuseSince(since, builds);
  const scopeDir = path.join(dataDir, resultDir);
  const made = from !== null && result.changes?.since.build === from.build ? result.changes.outcomes : {};
  const totals = made[outcomeId] ?? null;
  return { from, to, outcomeId, scopeDir, builds, totals, account: await account() };
};

const refuseSince = (since: string, builds: readonly ScoredBuild[]) => {
  const known = builds.map(({ build, built_at }) => `${build} of ${new Date(built_at).toISOString()}`);
  return refuse("scores-since-unknown", { since, builds: known.join(", ") || "none" });
};
