// Who attains within the label window [cutoff, cutoff + horizon). There are three questions, one for each kind of cohort.
//
//   by events    Who has not attained yet: does something happen in the window that makes them a member? One moment is
//                enough, also when a later event takes them out again (at most one purchase, and then a second).
//   by recency   Membership comes with time passing, so every long gap would make a member for a moment, also of people
//                who then return. What is meant by churn is who is gone at the end: a member as of cutoff + horizon.
//   recurring    Who attained before may do so again, so the past must not count: would the events of the window alone
//                make a member? Recency is not asked, for within the window it would only say on which day.

import type { CohortConfig } from "../../domain/cohort.js";
import type { EpochSeconds } from "../../domain/resource.js";
import { type Relation, sql } from "../sql/sql.js";
import type { CohortInputs } from "./inputs.js";
import { cohortMembers, firstEntries, membersWithin } from "./members.js";

/** One row per person whose label is 1, given that they are eligible and, unless recurring, no member yet: person_id. */
export const attainedWithin = (
  definition: CohortConfig,
  inputs: CohortInputs,
  cutoff: EpochSeconds,
  horizonSeconds: number,
  recurring: boolean,
): Relation => {
  const until = cutoff + horizonSeconds;
  if (recurring) return membersWithin(withoutRecency(definition), inputs, { from: cutoff, until });
  if (definition.recency) return cohortMembers(definition, inputs, until);
  return sql`select entry.person_id from (${firstEntries(definition, inputs, cutoff, until)}) as entry`;
};

export const withoutRecency = ({ recency: _, ...definition }: CohortConfig): CohortConfig => definition;
