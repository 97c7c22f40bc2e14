// The people whose traits meet a cohort's conditions. Traits have no time: they are taken as they stand now, for past
// cutoffs too.

import type { TraitCondition } from "../../domain/condition.js";
import { assert } from "../../errors/refusal.js";
import { conditionSql } from "../conditions.js";
import { ident, join, list, type Relation, sql } from "../sql/sql.js";
import type { CohortInputs } from "./inputs.js";

/** One row per person who meets the conditions: person_id. A trait that a person does not have is null. */
export const peopleWithTraits = (conditions: readonly TraitCondition[], inputs: CohortInputs): Relation => {
  const names = [...new Set(conditions.map(({ name }) => name))];
  const columnOf = ({ name }: TraitCondition) => {
    const type = inputs.traitTypes.get(name);
    assert(type, `trait ${name} is not among the inputs`);
    const value = ident("held", `trait_${names.indexOf(name)}`);
    return { expression: type === "number" ? sql`try_cast(${value} as double)` : value, type };
  };
  return sql`
select person.person_id
from ${inputs.people} as person
left join (${traitsByPerson(names, inputs.traits)}) as held on held.person_id = person.person_id
where ${conditionSql(conditions, columnOf)}`;
};

/** One row per person with any of the traits: person_id, trait_<i> for each. */
const traitsByPerson = (names: readonly string[], traits: Relation): Relation => {
  const columns = names.map(
    (name, i) => sql`max(case when entry.trait = ${name} then entry.value end) as ${ident(`trait_${i}`)}`,
  );
  return sql`
select entry.person_id, ${join(columns)}
from ${traits} as entry
where entry.trait in (${list(names)})
group by entry.person_id`;
};
