// What a cohort asks of people rather than of their events: traits, and how far they are from places. Neither has a date, so both
// are taken as they stand now, for past cutoffs too.

import type { CohortConfig } from "../../domain/cohort.js";
import { assert } from "../../errors/refusal.js";
import { meetsPlaceCondition } from "../places/distances.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";
import type { CohortInputs } from "./inputs.js";
import { peopleWithTraits } from "./traits.js";

/** Whether a person, an expression for their id, meets all of it; true where nothing is asked. */
export const meetsTimeless = (definition: CohortConfig, inputs: CohortInputs, person: Sql): Sql => {
  const { traits = [], place_conditions: conditions = [] } = definition;
  const tests = conditions.map((condition) => {
    const distances = inputs.places.get(condition.place_id);
    assert(distances, `place ${condition.place_id} is not among the inputs`);
    return meetsPlaceCondition(condition, distances, person);
  });
  if (traits.length > 0) tests.push(sql`${person} in (${peopleWithTraits(traits, inputs)})`);
  return join(tests, " and ", "true");
};

/** One row per person who meets all of it: person_id. */
export const peopleByTimeless = (definition: CohortConfig, inputs: CohortInputs): Relation => sql`
select person.person_id
from ${inputs.people} as person
where ${meetsTimeless(definition, inputs, sql`person.person_id`)}`;

export const asksTimeless = ({ traits = [], place_conditions = [] }: CohortConfig): boolean =>
  traits.length + place_conditions.length > 0;
