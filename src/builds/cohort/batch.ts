// The step of a batch: several cohorts of an account. Those that bounds on the number of a stream's events
// define are read together; the others one after the other. A cohort that is refused or fails leaves the
// others alone.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import type { ResultOf } from "../../domain/kinds/kinds.js";
import { CountedCohorts, isCounted } from "../../warehouse/cohorts/cohort-batch.js";
import { cohortFiles } from "../../warehouse/relations.js";
import type { StepTools } from "../kind/kind.js";
import { cohortInputs } from "../kind/relations.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import { checkCohort } from "./check.js";
import { buildCohort, membershipBy } from "./step.js";

export interface CohortsInput {
  configs: CohortConfig[];
  account: AccountSnapshot;
}

type Result = ResultOf<"cohorts">;

/** Writes `members.parquet` of each cohort into its directory, with the same rows as its own step. */
export const buildCohorts = async (
  { configs, account }: CohortsInput,
  tools: StepTools,
  dirs: readonly string[],
): Promise<PromiseSettledResult<Result>[]> => {
  const groups = countedGroups(configs, account, tools);
  const settled: PromiseSettledResult<Result>[] = [];
  for (const [i, config] of configs.entries()) {
    tools.progress(i / configs.length, "Choosing members");
    const own = { ...tools, dir: dirs[i]!, progress: () => {} };
    const group = groups.get(config);
    const build = group ? buildCounted(group, config, account, own) : buildCohort({ config, account }, own);
    settled.push(...(await Promise.allSettled([build])));
  }
  return settled;
};

const buildCounted = async (
  group: CountedCohorts,
  config: CohortConfig,
  account: AccountSnapshot,
  { dir }: StepTools,
): Promise<Result> => {
  checkCohort(config, account);
  const population_count = await group.writeMembers(config, cohortFiles(dir).members);
  const countMembers = (cutoffs: readonly number[]) => group.membersAt(config, cutoffs);
  return {
    population_count,
    membership: await membershipBy(countMembers, config, account, population_count),
  };
};

/** The group of each counted cohort: those of its stream. */
const countedGroups = (
  configs: readonly CohortConfig[],
  account: AccountSnapshot,
  { engine }: StepTools,
): Map<CohortConfig, CountedCohorts> => {
  const inputs = cohortInputs(account);
  const counted = configs.filter(
    (config) =>
      inputs.streams.has(config.stream_name ?? "") && isCounted(config, inputs, account.dataThrough),
  );
  const groups = new Map<CohortConfig, CountedCohorts>();
  for (const stream of new Set(counted.map(({ stream_name }) => stream_name!))) {
    const ofStream = counted.filter(({ stream_name }) => stream_name === stream);
    const group = new CountedCohorts(engine, inputs, ofStream, stream);
    for (const config of ofStream) groups.set(config, group);
  }
  return groups;
};
