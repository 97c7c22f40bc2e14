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
 * One row per person who is known and eligible as of the landmark, has not attrited and, unless the objective is recurring,
 * has not attained: person_id BIGINT, landmark BIGINT, label INTEGER (1 if they attain within the horizon, whatever else
 * they do; null without one). Where the undecided are left out, a labelled row has attained or attrited within the horizon.
 */
export const spine = (
  objective: Objective,
  inputs: CohortInputs,
  landmark: EpochSeconds,
  horizonSeconds: number | null,
): Relation => {
  assert(whyStatic(objective, inputs) === null, "a static objective has no landmarks");
  const { attainment, eligible, attrition, recurring } = objective;
  const isIn = (cohort: CohortConfig) => sql`known.person_id in (${cohortMembers(cohort, inputs, landmark)})`;
  return sql`
select known.person_id, cast(${landmark} as bigint) as landmark,
  cast(${label(objective, inputs, landmark, horizonSeconds)} as integer) as label
from (${firstSeen(inputs, landmark)}) as known
where ${eligible ? isIn(eligible) : sql`true`}
  and ${attrition ? sql`not ${isIn(attrition)}` : sql`true`}
  and ${recurring ? sql`true` : sql`not ${isIn(attainment)}`}
  and ${isDecided(objective, inputs, landmark, horizonSeconds)}`;
};

/** What becomes of a person who neither attains nor attrites is known too: nothing. Some would rather not learn from it. */
const isDecided = (
  objective: Objective,
  inputs: CohortInputs,
  landmark: EpochSeconds,
  horizonSeconds: number | null,
): Sql => {
  const { attrition, undecided } = objective;
  if (horizonSeconds === null || attrition === null || undecided !== "left_out") return sql`true`;
  const attrited = attainedWithin(attrition, inputs, landmark, horizonSeconds, false);
  return sql`(${label(objective, inputs, landmark, horizonSeconds)} or known.person_id in (${attrited}))`;
};

const label = (
  { attainment, recurring }: Objective,
  inputs: CohortInputs,
  landmark: EpochSeconds,
  horizonSeconds: number | null,
): Sql =>
  horizonSeconds === null
    ? sql`null`
    : sql`known.person_id in (${attainedWithin(attainment, inputs, landmark, horizonSeconds, recurring)})`;
