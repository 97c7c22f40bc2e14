// Without dates there is no past to look from. What can be learned then is who is like those that have attained, from
// everything but what defines it.

import type { EpochSeconds } from "../../domain/resource.js";
import { type Relation, sql } from "../sql/sql.js";
import type { CohortInputs } from "./inputs.js";
import { cohortMembers } from "./members.js";
import type { Objective } from "./objective.js";

/** One row per person who is eligible as of now: person_id BIGINT, landmark BIGINT, label INTEGER (1: has attained). */
export const staticSpine = (
  { attainment, eligible }: Objective,
  inputs: CohortInputs,
  now: EpochSeconds,
): Relation => sql`
select known.person_id, cast(${now} as bigint) as landmark,
  cast(known.person_id in (${cohortMembers(attainment, inputs, now)}) as integer) as label
from ${inputs.people} as known
where ${eligible ? sql`known.person_id in (${cohortMembers(eligible, inputs, now)})` : sql`true`}`;

/** Traits that say by themselves who has attained or is eligible. */
export const definingTraits = ({ attainment, eligible }: Objective): string[] =>
  [attainment, eligible].flatMap((cohort) => cohort?.traits ?? []).map(({ name }) => name);

/** Streams whose events say by themselves who has attained or is eligible. */
export const definingStreams = ({ attainment, eligible }: Objective): string[] =>
  [attainment.stream_name, eligible?.stream_name].filter((name) => name !== undefined);
