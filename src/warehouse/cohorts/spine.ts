// The spine of a frame: whom to ask about, seen from one landmark, and what became of them.

import type { CohortConfig } from "../../domain/cohort.js";
import { coordinateTraits } from "../../domain/place.js";
import type { EpochSeconds } from "../../domain/resource.js";
import { assert } from "../../errors/refusal.js";
import { type Relation, type Sql, sql } from "../sql/sql.js";
import { attainedWithin } from "./attainment.js";
import { firstSeen } from "./eligibility.js";
import { type CohortInputs, type Objective, undatedReason } from "./inputs.js";
import { cohortMembers } from "./members.js";

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
  assert(undatedReason(objective, inputs) === null, "a static objective has no landmarks");
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

// Without dates there is no past to look from. What can be learned then is who is like those that have attained, from
// everything but what defines it.

/**
 * One row per person who is eligible as of now: person_id BIGINT, landmark BIGINT, label INTEGER (1: has attained).
 * Where the undecided are left out, only who has attained or attrited.
 */
export const staticSpine = (
  { attainment, eligible, attrition, undecided }: Objective,
  inputs: CohortInputs,
  now: EpochSeconds,
): Relation => {
  const isIn = (cohort: CohortConfig) => sql`known.person_id in (${cohortMembers(cohort, inputs, now)})`;
  const isDecided = sql`(${isIn(attainment)} or ${attrition ? isIn(attrition) : sql`true`})`;
  return sql`
select known.person_id, cast(${now} as bigint) as landmark, cast(${isIn(attainment)} as integer) as label
from ${inputs.people} as known
where ${eligible ? isIn(eligible) : sql`true`}
  and ${undecided === "left_out" ? isDecided : sql`true`}`;
};

/** Traits that say by themselves who has attained or attrited or is eligible; of a place, the coordinates do. */
export const definingTraits = ({ attainment, eligible, attrition }: Objective): string[] =>
  [attainment, eligible, attrition].flatMap((cohort) => [
    ...(cohort?.traits ?? []).map(({ name }) => name),
    ...(cohort?.place_conditions ? Object.values(coordinateTraits) : []),
  ]);

/** Streams whose events say by themselves who has attained or attrited or is eligible. */
export const definingStreams = ({ attainment, eligible, attrition }: Objective): string[] =>
  [attainment, eligible, attrition].flatMap((cohort) => cohort?.stream_name ?? []);
