// A cohort's result: its members as of the account's now, and how many there were at the ends of days, weeks and months
// before. What the definition names must be there; then it is one query for each.

import { type Period, periods, spans } from "../../domain/calendar.js";
import type { CohortConfig, Membership } from "../../domain/cohort.js";
import type { ResultOf } from "../../domain/kinds.js";
import type { EpochSeconds } from "../../domain/resource.js";
import { assert } from "../../errors/refusal.js";
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

  progress(0.1, "choosing members");
  const members = cohortMembers(config, cohortInputs(account), account.dataThrough);
  const population_count = await engine.writeParquet(
    sql`select member.person_id from (${members}) as member order by member.person_id`,
    cohortFiles(dir).members,
  );
  progress(0.6, "looking back");
  return { population_count, membership: await membershipOf(config, account, engine, population_count) };
};

// How a cohort has grown and shrunk: how many belonged to it at the ends of days, weeks and months, up to now.

/** `population` is the count as of now. Without dates there is no past to look at: then every list has now alone. */
export const membershipOf = async (
  config: CohortConfig,
  account: AccountSnapshot,
  engine: Engine,
  population: number,
): Promise<Membership> => {
  const { dataThrough, streams } = account;
  const stream = streams.find(({ name }) => name === config.stream_name)?.result;
  const oldest = (stream?.isDated ? stream.oldest : null) ?? dataThrough - 1;
  const asked = spans.map((span) => [span, periods(span, oldest, dataThrough)] as const);
  const cutoffs = [dataThrough, ...asked.flatMap(([, found]) => found.map(({ end }) => end))];
  const counts = stream?.isDated
    ? await countsAt(config, account, engine, cutoffs)
    : new Map([[dataThrough, population]]);
  assert(counts.get(dataThrough) === population, "membership over time does not end at the population");
  const told = (found: readonly Period[]) =>
    found.map(({ start, end }) => ({ start, count: counts.get(end) ?? 0 }));
  return Object.fromEntries(asked.map(([span, found]) => [span, told(found)])) as Membership;
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
