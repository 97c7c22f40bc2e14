// Which values a trait takes, so that the frequent ones can become features.

import type { TraitSummary } from "../../domain/features/traits.js";
import type { PeopleResult } from "../../domain/people.js";
import type { Engine } from "../engine.js";
import { type Relation, sql } from "../sql/sql.js";

const valuesPerTrait = 20;

/** Every trait with its most frequent values and how many people have each. */
export const summarizeTraits = async (
  engine: Engine,
  traits: Relation,
  known: PeopleResult["traits"],
): Promise<TraitSummary[]> => {
  const rows = await engine.rows<{ trait: string; value: string; people: number }>(frequentValues(traits));
  return known.map(({ name, type }) => ({
    name,
    type,
    values: rows
      .filter(({ trait }) => trait === name)
      .map(({ value, people }) => ({ name: value, count: people })),
  }));
};

/** One row per trait and frequent value: trait, value, people; at most 20 of a trait. */
const frequentValues = (traits: Relation): Relation => sql`
select ranked.trait, ranked.value, ranked.people
from (
  select counted.trait, counted.value, counted.people,
    row_number() over (partition by counted.trait order by counted.people desc, counted.value) as place
  from (
    select t.trait, t.value, count(*) as people
    from ${traits} as t
    where t.value is not null
    group by t.trait, t.value
  ) as counted
) as ranked
where ranked.place <= ${valuesPerTrait}
order by ranked.trait, ranked.place`;
