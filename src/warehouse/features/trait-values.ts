// Which values a trait takes, so that the frequent ones can become features.

import type { TraitSummary } from "../../domain/features/traits.js";
import type { KnownTrait } from "../../domain/people.js";
import { isCategorical, type TraitConfig } from "../../domain/trait.js";
import type { Engine } from "../engine.js";
import { listItems } from "../lists.js";
import { list, type Relation, sql } from "../sql/sql.js";

const valuesPerTrait = 20;

/** Every trait with its most frequent values and how many people have each; `said` is what the owner says, by name. */
export const summarizeTraits = async (
  engine: Engine,
  traits: Relation,
  known: readonly KnownTrait[],
  said: Record<string, TraitConfig> = {},
): Promise<TraitSummary[]> => {
  const lists = known.filter(({ isList }) => isList).map(({ name }) => name);
  const rows = await engine.rows<{ trait: string; value: string; people: number }>(
    frequentValues(traits, lists),
  );
  return known.map(({ name, type, isList }) => {
    const { literate, unit, lookup_table: values, statistical_type } = said[name] ?? {};
    const words = {
      ...(literate !== undefined && { literate }),
      ...(unit !== undefined && { unit }),
      ...(values !== undefined && { values }),
    };
    return {
      name,
      type: isCategorical(statistical_type) ? "text" : type,
      ...(isList && { isList }),
      ...(Object.keys(words).length > 0 && { said: words }),
      values: rows
        .filter(({ trait }) => trait === name)
        .map(({ value, people }) => ({ name: value, count: people })),
    };
  });
};

/** One row per trait and frequent value: trait, value, people; at most 20 of a trait. */
const frequentValues = (traits: Relation, lists: readonly string[]): Relation => sql`
select ranked.trait, ranked.value, ranked.people
from (
  select counted.trait, counted.value, counted.people,
    row_number() over (partition by counted.trait order by counted.people desc, counted.value) as place
  from (
    select t.trait, t.value, count(*) as people
    from (${heldValues(traits, lists)}) as t
    where t.value is not null
    group by t.trait, t.value
  ) as counted
) as ranked
where ranked.place <= ${valuesPerTrait}
order by ranked.trait, ranked.place`;

/** One row per person, trait and value; of a list, per item: trait, value. */
const heldValues = (traits: Relation, lists: readonly string[]): Relation =>
  lists.length === 0
    ? sql`select h.trait, h.value from ${traits} as h`
    : sql`select h.trait,
      unnest(case when h.trait in (${list(lists)}) then ${listItems(sql`h.value`)} else [h.value] end) as value
    from ${traits} as h`;
