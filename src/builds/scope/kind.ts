// A pipeline's scores are made from the cohorts of its population and from its outcomes with theirs. Whether
// the pipeline is enabled changes the files of its targets, and not its scores.

import { type HoldoutConfig, type HoldoutResult, holdoutOutcome } from "../../domain/campaign/holdout.js";
import { locationProperties } from "../../domain/data/atlas.js";
import type { PerformanceHistory, ScoreSnapshot } from "../../domain/pipeline/observed-performance.js";
import { payloadAtlasIds } from "../../domain/pipeline/scope.js";
import { scopeFiles } from "../../warehouse/relations.js";
import type { Account } from "../kind/account.js";
import type { Kind, PastDate } from "../kind/kind.js";
import {
  type BuiltResource,
  type DataDirectory,
  dirOf,
  fingerprintsOf,
  type RecordedResource,
} from "../kind/recorded.js";
import { type OutcomeCohorts, readCohorts } from "../outcome/kind.js";
import { intactBuilds } from "./analyses/changes.js";
import type { BuiltOutcome, HoldoutInput, KeptHoldout, PreviousScores, ScopeInput } from "./input.js";

export const scopes: Kind<"scopes", ScopeInput> = {
  version: 16,
  continuesFrom: (file) => keptFolders.some((folder) => file.startsWith(folder)),
  read: (scope, account) => {
    const { config, result, resultDir, damagedFiles } = scope;
    const { population, payload, holdout, economics } = config;
    const included = account.allFresh("cohorts", population.cohort_ids);
    const everyone = included.length === 0 ? [account.people()] : [];
    const excluded = account.allFresh("cohorts", population.exclusion_cohort_ids ?? []);
    const excludedHomes = account.allFresh("cohorts", population.exclusion_address_level_cohort_ids ?? []);
    const outcomes = account.allFresh("outcomes", payload.outcome_ids);
    const scored = outcomes.map((outcome) => ({ outcome, cohorts: readCohorts(outcome.config, account) }));
    const cohorts = scored.flatMap((each) => each.cohorts.all);
    const contacts =
      holdout?.contacts_stream === undefined ? [] : [account.streamNamed(holdout.contacts_stream)];
    const atlases = account.allFresh("atlases", payloadAtlasIds(config));
    const [lasting] = account.ofType("holdouts").map(({ id }) => account.fresh("holdouts", id));
    return {
      from: {
        population,
        payload,
        // Absent where the scores are the same as before.
        ...(holdout && { holdout, holdoutVersion, contacts: fingerprintsOf(contacts) }),
        ...(economics && { economics }),
        ...(lasting && { lasting: lasting.fingerprint }),
        inputs: fingerprintsOf([
          ...included,
          ...everyone,
          ...excluded,
          ...excludedHomes,
          ...outcomes,
          ...cohorts,
          ...atlases,
        ]),
      },
      input: (data) => ({
        config,
        includeDirs: included.map((cohort) => dirOf(cohort, data)),
        excludeDirs: excluded.map((cohort) => dirOf(cohort, data)),
        ...(excludedHomes.length > 0 && {
          excludeHomesDirs: excludedHomes.map((cohort) => dirOf(cohort, data)),
        }),
        outcomes: scored.map(({ outcome, cohorts }) => builtOutcome(outcome, cohorts, data)),
        account: account.snapshot(data),
        tracking: {
          specs: Object.fromEntries(
            scored.map(({ outcome: { id, fingerprint }, cohorts: { spec } }) => [
              id,
              { ...spec, fingerprint },
            ]),
          ),
          previous:
            result && resultDir !== null
              ? {
                  dir: dirOf({ resultDir }, data),
                  performance: intact(result.performance, damagedFiles),
                }
              : null,
        },
        ...(holdout && { holdout: holdoutOf(scope, holdout, scored, account, data) }),
        ...(!holdout && { formerHoldout: formerHoldoutOf(scope, data) }),
        ...(lasting && { lastingDir: dirOf(lasting, data) }),
        ...(atlases.length > 0 && {
          atlases: atlases.map((atlas) => ({
            id: atlas.id,
            dir: dirOf(atlas, data),
            properties: locationProperties(atlas.config),
          })),
        }),
        previousScores: previousScores(scope, data),
      }),
    };
  },
  // Whoever has a group of the hold-out had it since it was drawn. Earlier predictions are not evaluated again.
  asOf: (input, then) => ({
    ...input,
    tracking: null,
    ...(input.holdout && { holdout: { ...input.holdout, previous: groupsOf(input.holdout, then) } }),
  }),
  afterBuild: async (trx, built) => (await import("./claims.js")).recordClaims(trx, built),
};

/** Raised where a hold-out has another result, so that pipelines without one are not built again. */
const holdoutVersion = 2;

const keptFolders = ["snapshots/", "arms", "kept/", "models/"];

/** Groups of today's build; null if it held nobody out in this way. */
const groupsOf = (
  { config: { by = "pipeline" } }: HoldoutInput,
  { resource: { result, resultDir, damagedFiles }, data }: PastDate<"scopes">,
): HoldoutInput["previous"] => {
  const held = result?.holdout;
  if (held?.by !== by || resultDir === null) return null;
  const kept = keptHoldout(held, dirOf({ resultDir }, data), damagedFiles);
  return { ...kept, snapshots: [], campaigns: [] };
};

type Scored = { outcome: BuiltResource<"outcomes">; cohorts: OutcomeCohorts };

const previousScores = (
  { result, resultDir, damagedFiles }: RecordedResource<"scopes">,
  data: DataDirectory,
): PreviousScores | null => {
  if (!result?.builds || resultDir === null) return null;
  const isIntact = (file: string) => !damagedFiles.includes(file);
  const builds = intactBuilds(result.builds, isIntact);
  return builds && { dir: dirOf({ resultDir }, data), builds };
};

/** Null: the outcome is no longer in the payload. */
const holdoutOf = (
  scope: RecordedResource<"scopes">,
  config: HoldoutConfig,
  scored: readonly Scored[],
  account: Account,
  data: DataDirectory,
): HoldoutInput | null => {
  const { by = "pipeline" } = config;
  const outcomeId = holdoutOutcome(
    config,
    scored.map(({ outcome }) => outcome.id),
  );
  const found = scored.find(({ outcome }) => outcome.id === outcomeId);
  if (!found) return null;
  const former = formerHoldoutOf(scope, data);
  return {
    config,
    key: by === "account" ? account.people().id : scope.id,
    outcomeId: found.outcome.id,
    spec: found.cohorts.spec,
    // Drawn in another way, the groups are others; campaigns from before are measured with those of then.
    previous: former && { ...former, arms: former.arms && former.by === by },
  };
};

/** The hold-out of the last build, or one that was removed before it; null: there was none. */
const formerHoldoutOf = (
  { result, resultDir, damagedFiles }: RecordedResource<"scopes">,
  data: DataDirectory,
): (KeptHoldout & Pick<HoldoutResult, "by">) | null => {
  const before = result?.holdout ?? result?.formerHoldout;
  if (!before || resultDir === null) return null;
  return { ...keptHoldout(before, dirOf({ resultDir }, data), damagedFiles), by: before.by };
};

const keptHoldout = (
  { share, snapshots, campaigns = [] }: Pick<HoldoutResult, "share" | "snapshots"> & Partial<HoldoutResult>,
  dir: string,
  damagedFiles: readonly string[],
): KeptHoldout => {
  const { arms, armSnapshot } = scopeFiles("");
  const isIntact = (file: string) => !damagedFiles.includes(file);
  return {
    dir,
    share,
    arms: isIntact(arms),
    snapshots: snapshots.filter(({ cutoff }) => isIntact(armSnapshot(cutoff))),
    campaigns,
  };
};

/** Without the snapshots whose files are damaged: their predictions can no longer be compared with what happened. */
const intact = (
  performance: Record<string, PerformanceHistory>,
  damagedFiles: readonly string[],
): Record<string, PerformanceHistory> => {
  const isIntact = (outcomeId: string, cutoff: number) =>
    !damagedFiles.includes(scopeFiles("").snapshot(outcomeId, cutoff));
  return Object.fromEntries(
    Object.entries(performance).map(([id, { waiting, settling = [], ...history }]) => {
      const intactOf = (snapshots: readonly ScoreSnapshot[]) =>
        snapshots.filter(({ cutoff }) => isIntact(id, cutoff));
      return [id, { ...history, waiting: intactOf(waiting), settling: intactOf(settling) }];
    }),
  );
};

const builtOutcome = (
  outcome: BuiltResource<"outcomes">,
  { attainment, eligible, attrition, spec }: OutcomeCohorts,
  data: DataDirectory,
): BuiltOutcome => ({
  id: outcome.id,
  name: outcome.name,
  config: outcome.config,
  spec,
  result: outcome.result,
  ...(outcome.config.value && { attainment: attainment.config }),
  ...(eligible?.config.stream_name !== undefined &&
    eligible.config.stream_name !== attainment.config.stream_name && { leaves: eligible.config.stream_name }),
  dir: dirOf(outcome, data),
  attainmentDir: dirOf(attainment, data),
  eligibleDir: eligible && dirOf(eligible, data),
  attritionDir: attrition && dirOf(attrition, data),
});
