// Trait features as columns (a number as it is, a text as one column per common value), and the summaries
// from which they are planned.

import { isCategorical, type TraitConfig } from "../../domain/data/trait.js";
import type { TraitSummary } from "../../domain/outcome/features/attributes.js";
import type { TraitFeature, TraitMeasure } from "../../domain/outcome/features/feature.js";
import type { KnownTrait } from "../../domain/people/people.js";
import { entryOf } from "../../domain/resource/entry.js";
import { limits } from "../../domain/resource/limits.js";
import type { Engine } from "../engine.js";
import { hasItem, listItems } from "../lists.js";
import { ident, join, list, type Relation, type Sql, sql } from "../sql/sql.js";
import type { Column } from "./column.js";
import type { PeopleInOrder } from "./events.js";
import { inRange } from "./key-range.js";

/** The trait features by name, each with one number per person: NaN where the trait is missing. */
export const readTraits = async (
  engine: Engine,
  traits: Relation,
  people: PeopleInOrder,
  features: readonly TraitFeature[],
): Promise<ReadonlyMap<string, Column>> => {
  const found = new Map<string, Column>();
  for (let from = 0; from < features.length; from += featuresAtOnce) {
    const some = features.slice(from, from + featuresAtOnce);
    const { columns } = await engine.columns(traitsQuery(traits, people, some));
    const { place, ...read } = columns as Record<string, Column>;
    for (const [i, { name }] of some.entries())
      found.set(name, byPlace(place!, read[`trait_${i}`]!, people.count));
  }
  return found;
};

/** Each row of a trait is compared with so many features: with all of them, the work is the square of the traits. */
const featuresAtOnce = 50;

const byPlace = (place: Float64Array, values: Column, people: number): Column => {
  const column = new Float64Array(people).fill(Number.NaN);
  for (let row = 0; row < values.length; row++) column[place[row]!] = values[row]!;
  return column;
};

/** One row per person with such traits: place, and one DOUBLE per feature, null where the trait is missing. */
const traitsQuery = (
  traits: Relation,
  { relation, range }: PeopleInOrder,
  features: readonly TraitFeature[],
): Sql => sql`
  select ${join([sql`p.place`, ...features.map(({ measure }, i) => sql`cast(${reading(measure)} as double) as ${ident(`trait_${i}`)}`)])}
  from ${traits} as t join ${relation} as p on p.person_id = t.person_id
  where ${inRange(sql`t.person_id`, range)} and t.trait in (${list([...new Set(features.map(({ measure }) => measure.trait))])})
  group by p.place`;

/** A person has a trait once, so `max` returns its only value. */
const reading = ({ trait, value, isList }: TraitMeasure): Sql => {
  const isValue = value === null ? null : isList ? hasItem(sql`t.value`, value) : sql`t.value = ${value}`;
  const number =
    isValue === null ? sql`try_cast(t.value as double)` : sql`case when ${isValue} then 1.0 else 0.0 end`;
  return sql`max(${number}) filter (where t.trait = ${trait} and t.value is not null)`;
};

/**
 * One row: changed, the number of values of the named traits that `known` people (person_id) have before and
 * not now, or now and not before.
 */
export const changedTraits = (
  before: Relation,
  now: Relation,
  names: readonly string[],
  known: Relation,
): Sql => {
  const values = (traits: Relation) =>
    sql`select t.person_id, t.trait, t.value from ${traits} as t where t.trait in (${list(names)})`;
  return sql`
  select count(*) as changed
  from (
    (${values(before)} except ${values(now)}) union all (${values(now)} except ${values(before)})
  ) as other
  semi join (${known}) as known on known.person_id = other.person_id`;
};

const valuesPerTrait = 20;

/**
 * Every trait with its most frequent values and the people who have each; `configs` are the owner's settings
 * by trait.
 */
export const summarizeTraits = async (
  engine: Engine,
  traits: Relation,
  known: readonly KnownTrait[],
  configs: Record<string, TraitConfig> = {},
): Promise<TraitSummary[]> => {
  const lists = known.filter(({ isList }) => isList).map(({ name }) => name);
  const rows = await engine.rows<{ trait: string; value: string; people: number }>(
    frequentValues(traits, lists),
  );
  const valuesOf = new Map<string, TraitSummary["values"]>(known.map(({ name }) => [name, []]));
  for (const { trait, value, people } of rows) valuesOf.get(trait)?.push({ name: value, count: people });
  return known.map(({ name, type, isList }) => {
    const { literate, unit, lookup_table: values, statistical_type } = entryOf(configs, name) ?? {};
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
      values: valuesOf.get(name)!,
    };
  });
};

/** One row per trait and frequent value: trait, value, people; at most 20 per trait. */
const frequentValues = (traits: Relation, lists: readonly string[]): Relation => sql`
select ranked.trait, ranked.value, ranked.people
from (
  select counted.trait, counted.value, counted.people,
    row_number() over (partition by counted.trait order by counted.people desc, counted.value) as place
  from (
    select t.trait, t.value, count(*) as people
    from (${traitValues(traits, lists)}) as t
    where t.value is not null and length(t.value) <= ${limits.categoryCharacters.is}
    group by t.trait, t.value
  ) as counted
) as ranked
where ranked.place <= ${valuesPerTrait}
order by ranked.trait, ranked.place`;

/** One row per person, trait and value (of a list, per item): trait, value. */
const traitValues = (traits: Relation, lists: readonly string[]): Relation =>
  lists.length === 0
    ? sql`select h.trait, h.value from ${traits} as h`
    : sql`select h.trait,
      unnest(case when h.trait in (${list(lists)}) then ${listItems(sql`h.value`)} else [h.value] end) as value
    from ${traits} as h`;
