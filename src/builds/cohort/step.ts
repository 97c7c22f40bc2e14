// The step of a cohort: its members at the account's now, and their number at the ends of past days, weeks and months.

import { type Period, periods, spans } from "../../domain/cohort/calendar.js";
import type { CohortConfig, Membership } from "../../domain/cohort/cohort.js";
import type { ResultOf } from "../../domain/kinds/kinds.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import { cohortMembers } from "../../warehouse/cohorts/members.js";
import { membershipCounts } from "../../warehouse/cohorts/membership.js";
import { checkPatterns } from "../../warehouse/conditions.js";
import { cohortFiles } from "../../warehouse/relations.js";
import { allRows, orderedBy, resultOf } from "../../warehouse/rows.js";
import type { Step, StepTools } from "../kind/kind.js";
import { cohortInputs } from "../kind/relations.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import { checkCohort } from "./check.js";
import { checkLocations } from "./check-locations.js";
import { pushedChanges, pushedMembers } from "./push.js";

export interface CohortInput {
  config: CohortConfig;
  account: AccountSnapshot;
}

/**
 * Writes `members.parquet`. Refuses `stream-unknown`, `property-unknown`, `value-missing`, `recency-undated`,
 * `trait-unknown`, `place-not-located`, `condition-invalid`, `location-property-unknown` and `part-too-large`.
 */
export const buildCohort: Step<CohortInput, ResultOf<"cohorts">> = async ({ config, account }, tools) => {
  const { engine, dir, progress } = tools;
  checkCohort(config, account);
  await checkPatterns([...(config.stream_conditions ?? []), ...(config.traits ?? [])], engine);

  await checkLocations(config, account, engine);

  progress(0.1, "Choosing members");
  const pushed = await pushedMembers(config, account, tools);
  const members = pushed
    ? pushed.rows
    : resultOf(cohortMembers(config, cohortInputs(account), account.dataThrough));
  const population_count = await engine.writeParquet(
    orderedBy("person_id", members),
    cohortFiles(dir).members,
  );
  await pushed?.remove();
  progress(0.6, "Counting past members");
  const countMembers = (cutoffs: readonly EpochSeconds[]) => countsAt(config, account, tools, cutoffs);
  return {
    population_count,
    membership: await membershipBy(countMembers, config, account, population_count),
  };
};

/** Numbers of members at cutoffs. */
type CountMembers = (cutoffs: readonly EpochSeconds[]) => Promise<ReadonlyMap<EpochSeconds, number>>;

/** `population` is the number of members now. Without dates there is no past, and every list has now alone. */
export const membershipBy = async (
  countMembers: CountMembers,
  config: CohortConfig,
  account: AccountSnapshot,
  population: number,
): Promise<Membership> => {
  const { dataThrough, streams } = account;
  const stream = streams.find(({ name }) => name === config.stream_name)?.result;
  const oldest = (stream?.isDated ? stream.oldest : null) ?? dataThrough - 1;
  const series = spans.map((span) => [span, periods(span, oldest, dataThrough)] as const);
  const ends = series.flatMap(([, found]) => found.map(({ end }) => end));
  const cutoffs = ends.filter((end) => end !== dataThrough);
  const counts = new Map(stream?.isDated && cutoffs.length > 0 ? await countMembers(cutoffs) : []).set(
    dataThrough,
    population,
  );
  const counted = (found: readonly Period[]) =>
    found.map(({ start, end }) => ({ start, count: counts.get(end) ?? 0 }));
  return Object.fromEntries(series.map(([span, found]) => [span, counted(found)])) as Membership;
};

const countsAt = async (
  config: CohortConfig,
  account: AccountSnapshot,
  tools: StepTools,
  cutoffs: readonly EpochSeconds[],
): Promise<Map<EpochSeconds, number>> => {
  type Count = { cutoff: EpochSeconds; members: number };
  const changes = await pushedChanges(config, account, cutoffs, tools);
  const changed = changes ? allRows(changes.rows) : undefined;
  const counts = membershipCounts(config, cohortInputs(account), cutoffs, changed);
  const rows = await tools.engine.rows<Count>(counts);
  await changes?.remove();
  return new Map(rows.map(({ cutoff, members }) => [cutoff, members]));
};
