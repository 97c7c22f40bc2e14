// Conversions within the label window [cutoff, until), see `windowEnd`. The rule depends on the kind of cohort.
//
//   by events    A person converts if an event in the window makes them a member, even if a later event removes them again
//                (a bound of at most one purchase, and then a second one).
//   by recency   Membership begins as time passes, so every long gap would make a member for a while, including people who
//                then return. Churn means gone at the end: a person converts if they are a member as of its end.
//   recurring    A person may convert again, so the past must not count: they convert if the events in the window alone
//                make them a member. Recency and what follows are ignored: within the window they would only select days.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import { type Relation, type Sql, sql } from "../sql/sql.js";
import type { CohortInputs } from "./inputs.js";
import { cohortMembers, firstEntries, firstEntriesWithin, membersWithin } from "./members.js";

/**
 * One row per person with label 1: person_id. Takes for granted that they are eligible and, unless recurring,
 * not yet members.
 */
export const attainedWithin = (
  definition: CohortConfig,
  inputs: CohortInputs,
  cutoff: EpochSeconds,
  until: EpochSeconds,
  recurring: boolean,
): Relation => {
  if (recurring) return membersWithin(byEventsAlone(definition), inputs, { from: cutoff, until });
  if (definition.recency) return cohortMembers(definition, inputs, until);
  return sql`select entry.person_id from (${firstEntries(definition, inputs, cutoff, until)}) as entry`;
};

/** One row per person whose events in [from, until) alone make them active: person_id. */
export const activeWithin = (
  definition: CohortConfig,
  inputs: CohortInputs,
  span: { from: EpochSeconds; until: EpochSeconds },
): Relation => membersWithin(byEventsAlone(definition), inputs, span);

/** The definition without what ends by itself or by other events: recency, and streams that must not follow. */
export const byEventsAlone = ({
  recency: _,
  not_followed_by: _later,
  ...definition
}: CohortConfig): CohortConfig => definition;

/**
 * One row per person who converts through an event in [cutoff, until): person_id, attained_at, the time of
 * the first such event. Takes for granted what `attainedWithin` does, and an attainment cohort by events, or
 * a recurring outcome.
 */
export const attainedAt = (
  definition: CohortConfig,
  inputs: CohortInputs,
  cutoff: EpochSeconds,
  until: EpochSeconds,
  recurring: boolean,
): Relation => {
  const entries = recurring
    ? firstEntriesWithin(byEventsAlone(definition), inputs, { from: cutoff, until })
    : firstEntries(definition, inputs, cutoff, until);
  return sql`select entry.person_id, min(entry.entered_at) as attained_at from (${entries}) as entry group by entry.person_id`;
};

/** The rows of `attainedAt` with attained_at DOUBLE, ordered by person. */
export const attainedTimes = (attained: Sql): Sql => sql`
select a.person_id, cast(a.attained_at as double) as attained_at from (${attained}) as a order by a.person_id`;
