// Sources of a file of changes: the tracked rows of a target's last build, and the build to compare them with.

import { randomUUID } from "node:crypto";
import path from "node:path";
import type { ChangesRequest } from "../../domain/kinds/inspection.js";
import { singular } from "../../domain/resource/resource.js";
import type { TargetConfig, TargetResult } from "../../domain/target/target.js";
import { buildNamed, type TrackedBuild, type TrackedBuilds } from "../../domain/target/tracked-build.js";
import { refuse } from "../../errors/refusal.js";
import { findResource } from "../../store/resources.js";
import type { Records } from "./records.js";

export interface ChangesSources {
  dir: string;
  config: TargetConfig;
  structure: TargetResult["structure"];
  current: TrackedBuild;
  /** Null: everyone is added. */
  since: TrackedBuild | null;
  /** Where the changes are written; it does not exist yet. */
  outDir: string;
}

/** Refuses `resource-unknown`, `result-not-ready`, `changes-untracked` and `changes-since-unknown`. */
export const changesSources = async (
  { targetId, since }: ChangesRequest,
  { db, accountId, dataDir, workDir }: Records,
): Promise<ChangesSources> => {
  const target = await findResource(db, accountId, "targets", targetId);
  if (!target) throw refuse("resource-unknown", { type: singular.targets, id: targetId });
  const { result, resultDir, config } = target;
  if (!result || resultDir === null)
    throw refuse("result-not-ready", { type: singular.targets, status: target.status });
  if (!result.tracked) throw refuse("changes-untracked");
  return {
    dir: path.join(dataDir, resultDir),
    config,
    structure: result.structure,
    current: result.tracked.current,
    since: since === undefined ? null : requireBuild(result.tracked, since),
    outDir: path.join(workDir, `changes-${randomUUID()}`),
  };
};

const requireBuild = (tracked: TrackedBuilds, since: string): TrackedBuild => {
  const found = buildNamed(tracked, since);
  if (found) return found;
  const builds = [tracked.current, ...tracked.former].map(
    ({ build, built_at }) => `${build} of ${new Date(built_at).toISOString()}`,
  );
  throw refuse("changes-since-unknown", { since, builds: builds.join(", ") });
};
