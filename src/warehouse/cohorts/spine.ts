// The spine of a frame: whom to ask about, seen from one landmark, and what became of them.

import type { CohortConfig } from "../../domain/cohort.js";
import type { EpochSeconds } from "../../domain/resource.js";
import { assert } from "../../errors/refusal.js";
import { type Relation, type Sql, sql } from "../sql/sql.js";
import { attainedWithin } from "./attainment.js";
import type { CohortInputs } from "./inputs.js";
import { cohortMembers } from "./members.js";
import { type Objective, whyStatic } from "./objective.js";
import { firstSeen } from "./seen.js";

/**
 * One row per person who is known and eligible as of the landmark and, unless the objective is recurring, has not
 * attained: person_id BIGINT, landmark BIGINT, label INTEGER (1 if they attain within the horizon; null without one).
 */
export const spine = (
  objective: Objective,
  inputs: CohortInputs,
  landmark: EpochSeconds,
  horizonSeconds: number | null,
): Relation => {
  assert(whyStatic(objective, inputs) === null, "a static objective has no landmarks");
  const { attainment, eligible, recurring } = objective;
  const attained = cohortMembers(attainment, inputs, landmark);
  return sql`
select known.person_id, cast(${landmark} as bigint) as landmark,
  cast(${label(objective, inputs, landmark, horizonSeconds)} as integer) as label
from (${firstSeen(inputs, landmark)}) as known
where ${isMember(eligible, inputs, landmark)}
  and ${recurring ? sql`true` : sql`known.person_id not in (${attained})`}`;
};

const isMember = (eligible: CohortConfig | null, inputs: CohortInputs, landmark: EpochSeconds): Sql =>
  eligible ? sql`known.person_id in (${cohortMembers(eligible, inputs, landmark)})` : sql`true`;

const label = (
  { attainment, recurring }: Objective,
  inputs: CohortInputs,
  landmark: EpochSeconds,
  horizonSeconds: number | null,
): Sql =>
  horizonSeconds === null
    ? sql`null`
    : sql`known.person_id in (${attainedWithin(attainment, inputs, landmark, horizonSeconds, recurring)})`;
