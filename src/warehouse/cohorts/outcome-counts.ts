// Counts behind the warnings about an outcome's definition: eligible people, extremes of their events, people
// who could have converted at all, and the busiest day.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import { type EpochSeconds, secondsPerDay } from "../../domain/resource/resource.js";
import { type Relation, type Sql, sql } from "../sql/sql.js";
import { matchingEvents, type Span } from "./criteria.js";
import { attainments, eligibleSince, firstSeen } from "./eligibility.js";
import { type CohortInputs, definingStream, type Objective } from "./inputs.js";
import { cohortMembers, eventTotals } from "./members.js";

/**
 * One row about the people known before the landmark: known, eligible, and of the eligible attained and
 * attrited. All BIGINT.
 */
export const eligibilityCounts = (
  objective: Objective,
  inputs: CohortInputs,
  landmark: EpochSeconds,
): Relation => {
  const { attainment, eligible, attrition } = objective;
  const isIn = (cohort: CohortConfig | null, otherwise: Sql): Sql =>
    cohort ? sql`known.person_id in (${cohortMembers(cohort, inputs, landmark)})` : otherwise;
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
 * One row: people, the number with matching events in the span; max_events, max_value and min_value of one
 * person, null without people.
 */
export const eventExtremes = (cohort: CohortConfig, inputs: CohortInputs, span: Span): Relation => sql`
select count(*) as people, max(total.events) as max_events, cast(max(total.value) as double) as max_value,
  cast(min(total.value) as double) as min_value
from (${eventTotals(cohort, definingStream(cohort, inputs)!, span)}) as total`;

export type LabelCounts = { attained: number; not_attained: number };

/** One row about the people of a spine: attained and not_attained. */
export const labelCounts = (spine: Relation): Relation => sql`
select cast(count(*) filter (person.label = 1) as integer) as attained,
  cast(count(*) filter (person.label = 0) as integer) as not_attained
from (${spine}) as person`;

/** Earlier than any event. */
const longAgo: EpochSeconds = -(10 ** 12);

/**
 * One row: attained, the people who have ever converted, and eligible_before, those eligible earlier. Recency
 * is ignored.
 */
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

/** The day with the most matching events, at most one row: active_day in days, events of the day, all_events. */
export const busiestDay = (
  cohort: CohortConfig,
  inputs: CohortInputs,
  dataThrough: EpochSeconds,
): Relation => sql`
select matching.event_time // ${secondsPerDay} as active_day, count(*) as events,
  cast(sum(count(*)) over () as bigint) as all_events
from (${matchingEvents(cohort, definingStream(cohort, inputs)!, { from: null, until: dataThrough })}) as matching
group by active_day
order by events desc, active_day
limit 1`;
