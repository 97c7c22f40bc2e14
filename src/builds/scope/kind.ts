// A pipeline's scores are made from the cohorts of its population and from its outcomes with theirs. Whether the pipeline is
// enabled changes the files of its targets, and not its scores.

import type { PerformanceHistory } from "../../domain/observed-performance.js";
import { scopeFiles } from "../../warehouse/relations.js";
import type { Kind } from "../kind/kind.js";
import { allFiles, type BuiltResource, type DataDirectory, dirOf, fingerprintsOf } from "../kind/recorded.js";
import { type OutcomeCohorts, readCohorts } from "../outcome/kind.js";
import type { BuiltOutcome, ScopeInput } from "./step.js";

export const scopes: Kind<"scopes", ScopeInput> = {
  version: 4,
  continuesFrom: (file) => file === allFiles || file.startsWith("snapshots/"),
  read: ({ config, result, resultDir, damagedFiles }, account) => {
    const { population, payload } = config;
    const included = account.allFresh("cohorts", population.cohort_ids);
    const everyone = included.length === 0 ? [account.people()] : [];
    const excluded = account.allFresh("cohorts", population.exclusion_cohort_ids ?? []);
    const outcomes = account.allFresh("outcomes", payload.outcome_ids);
    const scored = outcomes.map((outcome) => ({ outcome, cohorts: readCohorts(outcome.config, account) }));
    const cohorts = scored.flatMap((each) => each.cohorts.all);
    return {
      from: {
        ...{ population, payload },
        inputs: fingerprintsOf([...included, ...everyone, ...excluded, ...outcomes, ...cohorts]),
      },
      input: (data) => ({
        config,
        includeDirs: included.map((cohort) => dirOf(cohort, data)),
        excludeDirs: excluded.map((cohort) => dirOf(cohort, data)),
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
              ? { dir: dirOf({ resultDir }, data), followed: intact(result.followed ?? {}, damagedFiles) }
              : null,
        },
      }),
    };
  },
  loadStep: async () => (await import("./step.js")).buildScope,
};

/** Without the snapshots whose files are damaged: their predictions can no longer be compared with what happened. */
const intact = (
  followed: Record<string, PerformanceHistory>,
  damagedFiles: readonly string[],
): Record<string, PerformanceHistory> => {
  const isIntact = (outcomeId: string, cutoff: number) =>
    !damagedFiles.some((file) => file === allFiles || file === scopeFiles("").snapshot(outcomeId, cutoff));
  return Object.fromEntries(
    Object.entries(followed).map(([id, history]) => [
      id,
      { ...history, waiting: history.waiting.filter(({ cutoff }) => isIntact(id, cutoff)) },
    ]),
  );
};

const builtOutcome = (
  outcome: BuiltResource<"outcomes">,
  { attainment, eligible, attrition }: OutcomeCohorts,
  data: DataDirectory,
): BuiltOutcome => ({
  id: outcome.id,
  name: outcome.name,
  config: outcome.config,
  result: outcome.result,
  dir: dirOf(outcome, data),
  attainmentDir: dirOf(attainment, data),
  eligibleDir: eligible && dirOf(eligible, data),
  attritionDir: attrition && dirOf(attrition, data),
});
