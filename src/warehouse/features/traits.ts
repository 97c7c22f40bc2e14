// Traits as columns: a number as it is, a text as one column per common value.

import type { TraitFeature, TraitMeasure } from "../../domain/features/feature.js";
import { hasItem } from "../lists.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";

/** One row per person with traits: person_id and one DOUBLE per feature, null where the trait is not known. */
export const traitColumns = (
  traits: Relation,
  spine: Relation,
  features: readonly TraitFeature[],
): Sql => sql`
  select ${join([sql`t.person_id`, ...features.map(({ name, measure }) => sql`${read(measure)} as ${ident(name)}`)])}
  from ${traits} as t
  where t.person_id in (select s.person_id from ${spine} as s)
  group by t.person_id`;

/** A person has a trait once, so `max` finds its only value. */
const read = ({ trait, value, isList }: TraitMeasure): Sql => {
  const isValue = value === null ? null : isList ? hasItem(sql`t.value`, value) : sql`t.value = ${value}`;
  const reading =
    isValue === null ? sql`try_cast(t.value as double)` : sql`case when ${isValue} then 1.0 else 0.0 end`;
  return sql`max(${reading}) filter (where t.trait = ${trait} and t.value is not null)`;
};
