// Findings of traits: the data type of each trait, and how its values are distributed among people.

import type { ColumnType } from "../../domain/data/dataset-findings.js";
import type { TraitBin } from "../../domain/data/trait.js";
import type { FoundTrait } from "../../domain/people/people.js";
import type { Engine } from "../engine.js";
import { isPlainNumber } from "../ingest/numbers.js";
import { listItems } from "../lists.js";
import { list, type Relation, type Sql, sql } from "../sql/sql.js";

/** Bins of a text trait, for its most frequent values. */
const maxTextBins = 20;

/**
 * Every trait of `personTraits` (person_id, trait, value: one row per person and trait), by name. `lists`:
 * names of the traits that are lists.
 */
export const findTraits = async (
  engine: Engine,
  personTraits: Relation,
  lists: readonly string[],
  peopleCount: number,
): Promise<FoundTrait[]> => {
  const items = await engine.createTable("trait_item", traitItems(personTraits, lists));
  const totals = await engine.rows<Totals>(traitTotals(items));
  const ranges = await engine.rows<Range>(rangeBins(items, totals.filter(hasOrder)));
  const texts = await engine.rows<TextBin>(textBins(items));
  return totals.map((total) => {
    const { name, is_number, is_whole, people, values } = total;
    const isList = lists.includes(name);
    const data_type = typeOf(total);
    const own = <R extends { trait: string }>(rows: readonly R[]) =>
      rows.filter(({ trait }) => trait === name);
    const bins = binsOf(data_type, own(ranges), own(texts), peopleCount - people);
    return {
      name,
      type: is_number && !isList ? "number" : "text",
      ...(isList && { isList }),
      found: { data_type, isWhole: is_whole, people, values, bins },
    };
  });
};

type Totals = {
  name: string;
  is_list: boolean;
  is_number: boolean;
  is_boolean: boolean;
  is_date: boolean;
  is_whole: boolean;
  people: number;
  values: number;
};
type Range = { trait: string; low_number: number | null; low_text: string; people: number };
type TextBin = { trait: string; value: string; people: number };

const typeOf = ({ is_list, is_number, is_boolean, is_date }: Totals): ColumnType => {
  if (is_list) return "text";
  if (is_number) return "number";
  return is_boolean ? "boolean" : is_date ? "date" : "text";
};

const hasOrder = (total: Totals): boolean => ["number", "date"].includes(typeOf(total));

const binsOf = (
  type: ColumnType,
  ranges: readonly Range[],
  texts: readonly TextBin[],
  without: number,
): TraitBin[] => {
  switch (type) {
    case "number":
      return ranges.map(({ low_number, people }, i) => ({
        data_type: type,
        min: low_number!,
        max: ranges[i + 1]?.low_number ?? null,
        count: people,
      }));
    case "date":
      return ranges.map(({ low_text, people }, i) => ({
        data_type: type,
        min: low_text,
        max: ranges[i + 1]?.low_text ?? null,
        count: people,
      }));
    case "boolean":
      return booleanBins(texts, without);
    case "text":
      return texts.map(({ value, people }) => ({ data_type: type, value, count: people }));
  }
};

const booleanBins = (texts: readonly TextBin[], without: number): TraitBin[] => {
  const counted = (words: readonly string[]) =>
    texts
      .filter(({ value }) => words.includes(value.toLowerCase()))
      .reduce((total, { people }) => total + people, 0);
  const bins = [
    { value: true, count: counted(yes) },
    { value: false, count: counted(no) },
    { value: null, count: without },
  ];
  return bins
    .filter(({ count }) => count > 0)
    .map(({ value, count }) => ({ data_type: "boolean", value, count }));
};

const yes = ["true", "yes"];
const no = ["false", "no"];

// One row per person, trait and value, or item of a list: person_id, trait, value, is_list.
const traitItems = (personTraits: Relation, lists: readonly string[]): Sql => {
  const isList = lists.length > 0 ? sql`t.trait in (${list(lists)})` : sql`false`;
  return sql`select t.person_id, t.trait, unnest(case when ${isList} then ${listItems(sql`t.value`)} else [t.value] end) as value,
    ${isList} as is_list
  from ${personTraits} as t`;
};

const isoDay = "[0-9]{4}-[0-9]{2}-[0-9]{2}";

// One row per trait, by name.
const traitTotals = (items: Relation): Sql => sql`
  select i.trait as name, bool_or(i.is_list) as is_list, bool_and(coalesce(${isPlainNumber(sql`i.value`)}, false)) as is_number,
    bool_and(lower(i.value) in (${list([...yes, ...no])})) as is_boolean,
    bool_and(regexp_full_match(i.value, ${isoDay}) and try_cast(i.value as date) is not null) as is_date,
    bool_and(coalesce(try_cast(i.value as double) = floor(try_cast(i.value as double)), false)) as is_whole,
    count(distinct i.person_id) as people, count(distinct i.value) as values
  from ${items} as i
  group by i.trait
  order by i.trait`;

// One row per ordered trait and decile of its people, ascending: trait, low_number, low_text (the smallest
// value), people. People with equal values share a decile.
const rangeBins = (items: Relation, ordered: readonly Totals[]): Sql => {
  const names = ordered.map(({ name }) => name);
  return sql`
  select b.trait, min(b.number) as low_number, min(b.value) as low_text, count(*) as people
  from (
    select v.trait, v.value, v.number, floor(10 * (rank() over (partition by v.trait order by v.number, v.value) - 1)
      / count(*) over (partition by v.trait)) as decile
    from (select i.trait, i.value, try_cast(i.value as double) as number
      from ${items} as i where ${names.length > 0 ? sql`i.trait in (${list(names)})` : sql`false`}) as v
  ) as b
  group by b.trait, b.decile
  order by b.trait, b.decile`;
};

// One row per trait and frequent value, most frequent first: trait, value, people.
const textBins = (items: Relation): Sql => sql`
  select f.trait, f.value, f.people
  from (
    select c.trait, c.value, c.people,
      row_number() over (partition by c.trait order by c.people desc, c.value) as rank
    from (select i.trait, i.value, count(*) as people from ${items} as i group by i.trait, i.value) as c
  ) as f
  where f.rank <= ${maxTextBins}
  order by f.trait, f.rank`;
