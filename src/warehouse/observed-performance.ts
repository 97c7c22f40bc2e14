// Scores as they were given, and later what became of the people who had them.

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

/** When the scores of a snapshot were given, and for how long they speak. */
export interface SnapshotWindow {
  cutoff: EpochSeconds;
  horizonDays: number;
}

/**
 * One row per tenth of the percentiles, the highest first: people INTEGER, lowest and highest DOUBLE of their probabilities,
 * expected DOUBLE (their sum), variance DOUBLE (of the number who attain) and attained INTEGER (those who did within the
 * horizon). Who is not known any more is left out, as is who did neither where the undecided are not learned from. Whether
 * somebody was eligible is not asked again: it may rest on a trait that has changed since.
 */
export const observedDeciles = (
  snapshot: Relation,
  objective: Objective,
  inputs: CohortInputs,
  window: SnapshotWindow,
): Relation => sql`
select cast(count(*) as integer) as people,
  min(given.probability) as lowest, max(given.probability) as highest,
  ${exactSum(sql`given.probability`)} as expected,
  ${exactSum(sql`given.probability * (1 - given.probability)`)} as variance,
  cast(count(*) filter (where given.has_attained) as integer) as attained
from (${withLabels(snapshot, objective, inputs, window)}) as given
group by least(9, given.percentile // 10)
order by least(9, given.percentile // 10) desc`;

/** One row per person of a snapshot of whom it is known what became: person_id, probability, percentile, has_attained. */
const withLabels = (
  snapshot: Relation,
  { attainment, attrition, undecided, recurring }: Objective,
  inputs: CohortInputs,
  { cutoff, horizonDays }: SnapshotWindow,
): Relation => {
  const horizonSeconds = horizonDays * secondsPerDay;
  const attained = attainedWithin(attainment, inputs, cutoff, horizonSeconds, recurring);
  const isAsked = attrition !== null && undecided === "left_out";
  const decided = isAsked
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
