// Counts that tell whether an outcome asks anything: of whom could be asked, of how far anybody came, of who could have
// attained at all, and of the day on which most seem to have done it.

import type { CohortConfig } from "../../domain/cohort.js";
import { type EpochSeconds, secondsPerDay } from "../../domain/resource.js";
import { type Relation, type Sql, sql } from "../sql/sql.js";
import { matchingEvents, type Span } from "./criteria.js";
import { attainments, eligibleSince, firstSeen } from "./eligibility.js";
import { type CohortInputs, definingStream, type Objective } from "./inputs.js";
import { cohortMembers, eventTotals } from "./members.js";

/** One row for everybody known before the landmark: known; eligible; and of these attained and attrited. All BIGINT. */
export const eligibilityCounts = (
  objective: Objective,
  inputs: CohortInputs,
  landmark: EpochSeconds,
): Relation => {
  const { attainment, eligible, attrition } = objective;
  const isIn = (cohort: CohortConfig | null, whoeverElse: Sql): Sql =>
    cohort ? sql`known.person_id in (${cohortMembers(cohort, inputs, landmark)})` : whoeverElse;
  return sql`
select count(*) as known, count(*) filter (status.is_eligible) as eligible,
  count(*) filter (status.is_eligible and status.has_attained) as attained,
  count(*) filter (status.is_eligible and status.has_attrited) as attrited
from (
  select ${isIn(eligible, sql`true`)} as is_eligible, ${isIn(attainment, sql`false`)} as has_attained,
    ${isIn(attrition, sql`false`)} as has_attrited
  from (${firstSeen(inputs, landmark)}) as known
) as status`;
};

/**
 * One row: how many people have events that the cohort's conditions choose, within the span, and the most events, the most
 * and the least worth of any of them; null where there is nobody.
 */
export const eventExtremes = (cohort: CohortConfig, inputs: CohortInputs, span: Span): Relation => sql`
select count(*) as people, max(total.events) as most_events, cast(max(total.worth) as double) as most_worth,
  cast(min(total.worth) as double) as least_worth
from (${eventTotals(cohort, definingStream(cohort, inputs)!, span)}) as total`;

/** All that was ever recorded begins after it. */
const longAgo: EpochSeconds = -(10 ** 12);

/** One row: how many have ever attained, and how many of them were eligible at a moment before. Recency is left aside. */
export const attainedAfterEligible = (
  objective: Objective,
  inputs: CohortInputs,
  dataThrough: EpochSeconds,
): Relation => {
  const history = { oldest: longAgo, dataThrough };
  return sql`
select count(*) as attained, count(*) filter (eligible.eligible_at < attained.attained_at) as eligible_before
from (${attainments({ ...objective, recurring: false }, inputs, history)}) as attained
left join (${eligibleSince(objective, inputs, history)}) as eligible on eligible.person_id = attained.person_id`;
};

/** The day with the most of the events that a cohort's conditions choose: active_day in days, its events, and all. One row, or none. */
export const busiestDay = (
  cohort: CohortConfig,
  inputs: CohortInputs,
  dataThrough: EpochSeconds,
): Relation => sql`
select chosen.event_time // ${secondsPerDay} as active_day, count(*) as events,
  cast(sum(count(*)) over () as bigint) as all_events
from (${matchingEvents(cohort, definingStream(cohort, inputs)!, { from: null, until: dataThrough })}) as chosen
group by active_day
order by events desc, active_day
limit 1`;
