// Snapshots of scores, and their observed performance: the outcomes of the people who had them.

import { type EpochSeconds, secondsPerDay } from "../domain/resource.js";
import { attainedWithin } from "./cohorts/attainment.js";
import type { CohortInputs, Objective } from "./cohorts/inputs.js";
import { exactSum } from "./scores.js";
import { type Relation, sql } from "./sql/sql.js";

/** One row per person scored, ordered: person_id, probability, percentile. */
export const scoreSnapshot = (scores: Relation): Relation => sql`
select s.person_id, s.probability, s.percentile
from ${scores} as s
where s.status = 'scored'
order by s.person_id`;

/** The cutoff of a snapshot's scores and the horizon that they predict. */
export interface SnapshotWindow {
  cutoff: EpochSeconds;
  horizonDays: number;
}

/**
 * One row per decile of the percentiles, the highest first: people INTEGER; lowest and highest DOUBLE, the range of their
 * probabilities; expected DOUBLE, the sum; variance DOUBLE of the number of conversions; attained INTEGER, the people who converted
 * within the horizon. People who no longer exist are left out, and so are undecided people where the outcome does not learn from
 * them. Eligibility is not checked again: it may depend on a trait that has changed since.
 */
export const observedDeciles = (
  snapshot: Relation,
  objective: Objective,
  inputs: CohortInputs,
  window: SnapshotWindow,
): Relation => sql`
select cast(count(*) as integer) as people,
  min(scored.probability) as lowest, max(scored.probability) as highest,
  ${exactSum(sql`scored.probability`)} as expected,
  ${exactSum(sql`scored.probability * (1 - scored.probability)`)} as variance,
  cast(count(*) filter (where scored.has_attained) as integer) as attained
from (${withLabels(snapshot, objective, inputs, window)}) as scored
group by least(9, scored.percentile // 10)
order by least(9, scored.percentile // 10) desc`;

/** One row per person of a snapshot whose outcome is known: person_id, probability, percentile, has_attained. */
const withLabels = (
  snapshot: Relation,
  { attainment, attrition, undecided, recurring }: Objective,
  inputs: CohortInputs,
  { cutoff, horizonDays }: SnapshotWindow,
): Relation => {
  const horizonSeconds = horizonDays * secondsPerDay;
  const attained = attainedWithin(attainment, inputs, cutoff, horizonSeconds, recurring);
  const leavesOutUndecided = attrition !== null && undecided === "left_out";
  const decided = leavesOutUndecided
    ? sql`labelled.has_attained
  or labelled.person_id in (${attainedWithin(attrition, inputs, cutoff, horizonSeconds, false)})`
    : sql`true`;
  return sql`
select labelled.*
from (
  select s.person_id, s.probability, s.percentile, s.person_id in (${attained}) as has_attained
  from ${snapshot} as s
  where s.person_id in (select person.person_id from ${inputs.people} as person)
) as labelled
where ${decided}`;
};
