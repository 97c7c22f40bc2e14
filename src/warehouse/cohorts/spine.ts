// Spine of a frame: the eligible people as of a landmark, with their labels. A static spine, for outcomes
// without dates, labels people by what they have done so far: the model then learns who resembles those who
// have converted.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import { coordinateTraits } from "../../domain/cohort/place.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import { assert } from "../../errors/refusal.js";
import { type Relation, type Sql, sql } from "../sql/sql.js";
import { activeWithin, attainedWithin } from "./attainment.js";
import { firstSeen } from "./eligibility.js";
import { type CohortInputs, type Objective, undatedReason } from "./inputs.js";
import { cohortMembers } from "./members.js";

/**
 * One row per person who is known and eligible as of the landmark, is not in the attrition cohort and, unless
 * the outcome recurs, has not converted yet: person_id BIGINT, landmark BIGINT, label INTEGER (1 if they
 * convert before `until`, the end of the horizon, whatever else they do; null without one). Where
 * undecided people are left out, the others have converted or attrited within the horizon. Where the
 * probability is that of active people, rows with a label are of people who are active within the horizon.
 */
export const spine = (
  objective: Objective,
  inputs: CohortInputs,
  landmark: EpochSeconds,
  until: EpochSeconds | null,
): Relation => spineOf(firstSeen(inputs, landmark), objective, inputs, landmark, until);

/** The same of other people than those with an event before the landmark; `known` has person_id. */
export const spineOf = (
  known: Relation,
  objective: Objective,
  inputs: CohortInputs,
  landmark: EpochSeconds,
  until: EpochSeconds | null,
): Relation => {
  assert(undatedReason(objective, inputs) === null, "a static objective has no landmarks");
  const { attainment, eligible, attrition, recurring } = objective;
  const isIn = (cohort: CohortConfig) => sql`known.person_id in (${cohortMembers(cohort, inputs, landmark)})`;
  return sql`
select known.person_id, cast(${landmark} as bigint) as landmark,
  cast(${label(objective, inputs, landmark, until)} as integer) as label
from (${known}) as known
where ${eligible ? isIn(eligible) : sql`true`}
  and ${attrition ? sql`not ${isIn(attrition)}` : sql`true`}
  and ${recurring ? sql`true` : sql`not ${isIn(attainment)}`}
  and ${isActive(objective, inputs, landmark, until)}
  and ${isDecided(objective, inputs, landmark, until)}`;
};

const isActive = (
  { active }: Objective,
  inputs: CohortInputs,
  landmark: EpochSeconds,
  until: EpochSeconds | null,
): Sql =>
  active === undefined || until === null
    ? sql`true`
    : sql`known.person_id in (${activeWithin(active, inputs, { from: landmark, until })})`;

/** People who neither convert nor attrite have label 0. Some owners prefer not to learn from them. */
const isDecided = (
  objective: Objective,
  inputs: CohortInputs,
  landmark: EpochSeconds,
  until: EpochSeconds | null,
): Sql => {
  const { attrition, undecided } = objective;
  if (until === null || attrition === null || undecided !== "left_out") return sql`true`;
  const attrited = attainedWithin(attrition, inputs, landmark, until, false);
  return sql`(${label(objective, inputs, landmark, until)} or known.person_id in (${attrited}))`;
};

const label = (
  { attainment, recurring }: Objective,
  inputs: CohortInputs,
  landmark: EpochSeconds,
  until: EpochSeconds | null,
): Sql =>
  until === null
    ? sql`null`
    : sql`known.person_id in (${attainedWithin(attainment, inputs, landmark, until, recurring)})`;

/**
 * One row per person who is eligible as of now: person_id BIGINT, landmark BIGINT, label INTEGER (1: has
 * converted). Where undecided people are left out, only people who have converted or attrited. `known`: the
 * people whose label is known; null: all.
 */
export const staticSpine = (
  { attainment, eligible, attrition, undecided }: Objective,
  inputs: CohortInputs,
  now: EpochSeconds,
  known: CohortConfig | null = null,
): Relation => {
  const isIn = (cohort: CohortConfig) => sql`known.person_id in (${cohortMembers(cohort, inputs, now)})`;
  const isDecided = sql`(${isIn(attainment)} or ${attrition ? isIn(attrition) : sql`true`})`;
  return sql`
select known.person_id, cast(${now} as bigint) as landmark, cast(${isIn(attainment)} as integer) as label
from ${inputs.people} as known
where ${eligible ? isIn(eligible) : sql`true`}
  and ${undecided === "left_out" ? isDecided : sql`true`}
  and ${known ? isIn(known) : sql`true`}`;
};

/**
 * Traits by which the cohorts of the objective are defined, and which would leak the label; for places and
 * locations, the coordinates.
 */
export const definingTraits = ({ attainment, eligible, attrition }: Objective): string[] =>
  [attainment, eligible, attrition].flatMap((cohort) => [
    ...(cohort?.traits ?? []).map(({ name }) => name),
    ...((cohort?.place_conditions ?? cohort?.location_conditions) ? Object.values(coordinateTraits) : []),
  ]);

/** Streams by which the cohorts of the objective are defined. */
export const definingStreams = ({ attainment, eligible, attrition, active }: Objective): string[] =>
  [attainment, eligible, attrition, active].flatMap((cohort) => cohort?.stream_name ?? []);
