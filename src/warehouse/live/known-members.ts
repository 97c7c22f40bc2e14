// Standing members: people whose membership no event changes, and those who meet what a cohort asks of people
// besides events. Somebody who is not among the people yet has no traits and no location; `newcomer` stands for them.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import { peopleMeetingCriteria } from "../cohorts/criteria.js";
import type { CohortInputs } from "../cohorts/inputs.js";
import { cohortMembers } from "../cohorts/members.js";
import type { Engine } from "../engine.js";
import { resultOf } from "../rows.js";
import { type Relation, sql } from "../sql/sql.js";

/** No person has such an id. */
export const newcomer = -1n;

const withNewcomer = (inputs: CohortInputs): CohortInputs => ({
  ...inputs,
  people: sql`(select e.person_id from ${inputs.people} as e union all select cast(${newcomer} as bigint) as person_id)`,
});

/** Ids in ascending order. */
const idsOf = async (engine: Engine, people: Relation): Promise<BigInt64Array> => {
  const { columns } = await engine.columns(
    sql`select p.person_id from ${resultOf(people)} as p order by p.person_id`,
  );
  return columns.person_id as BigInt64Array;
};

/** The members of a cohort that is defined without events, or by a stream without dates. */
export const standingMembers = (
  engine: Engine,
  definition: CohortConfig,
  inputs: CohortInputs,
  cutoff: EpochSeconds,
): Promise<BigInt64Array> => idsOf(engine, cohortMembers(definition, withNewcomer(inputs), cutoff));

/** Whoever meets the cohort's conditions on traits and places. */
export const meetingCriteria = (
  engine: Engine,
  definition: CohortConfig,
  inputs: CohortInputs,
): Promise<BigInt64Array> => idsOf(engine, peopleMeetingCriteria(definition, withNewcomer(inputs)));
