// The step of a cohort: its members at the account's now, and their number at the ends of past days, weeks and months.

import { type Period, periods, spans } from "../../domain/calendar.js";
import type { CohortConfig, Membership } from "../../domain/cohort.js";
import type { ResultOf } from "../../domain/kinds.js";
import type { EpochSeconds } from "../../domain/resource.js";
import { cohortMembers } from "../../warehouse/cohorts/members.js";
import { membershipCounts } from "../../warehouse/cohorts/membership.js";
import { checkPatterns } from "../../warehouse/conditions.js";
import type { Engine } from "../../warehouse/engine.js";
import { cohortFiles } from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";
import type { Step } from "../kind/kind.js";
import { cohortInputs } from "../kind/relations.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import { checkCohort } from "./check.js";

export interface CohortInput {
  config: CohortConfig;
  account: AccountSnapshot;
}

/**
 * Writes `members.parquet`. Refuses `stream-unknown`, `property-unknown`, `value-missing`, `recency-undated`,
 * `trait-unknown`, `place-not-located` and `condition-invalid`.
 */
export const buildCohort: Step<CohortInput, ResultOf<"cohorts">> = async (
  { config, account },
  { engine, dir, progress },
) => {
  checkCohort(config, account);
  await checkPatterns([...(config.stream_conditions ?? []), ...(config.traits ?? [])], engine);

  progress(0.1, "Choosing members");
  const members = cohortMembers(config, cohortInputs(account), account.dataThrough);
  const population_count = await engine.writeParquet(
    sql`select member.person_id from (${members}) as member order by member.person_id`,
    cohortFiles(dir).members,
  );
  progress(0.6, "Counting past members");
  return { population_count, membership: await membershipOf(config, account, engine, population_count) };
};

/** Numbers of members at cutoffs. */
type CountMembers = (cutoffs: readonly EpochSeconds[]) => Promise<ReadonlyMap<EpochSeconds, number>>;

export const membershipOf = (
  config: CohortConfig,
  account: AccountSnapshot,
  engine: Engine,
  population: number,
): Promise<Membership> =>
  membershipBy((cutoffs) => countsAt(config, account, engine, cutoffs), config, account, population);

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
  engine: Engine,
  cutoffs: readonly EpochSeconds[],
): Promise<Map<EpochSeconds, number>> => {
  type Count = { cutoff: EpochSeconds; members: number };
  const rows = await engine.rows<Count>(membershipCounts(config, cohortInputs(account), cutoffs));
  return new Map(rows.map(({ cutoff, members }) => [cutoff, members]));
};
