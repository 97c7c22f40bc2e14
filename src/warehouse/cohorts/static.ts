// Without dates there is no past to look from. What can be learned then is who is like those that have attained, from
// everything but what defines it.

import type { CohortConfig } from "../../domain/cohort.js";
import { coordinateTraits } from "../../domain/place.js";
import type { EpochSeconds } from "../../domain/resource.js";
import { type Relation, sql } from "../sql/sql.js";
import type { CohortInputs } from "./inputs.js";
import { cohortMembers } from "./members.js";
import type { Objective } from "./objective.js";

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
