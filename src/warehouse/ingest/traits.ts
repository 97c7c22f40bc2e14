// A trait is what is known of a person regardless of time: for each identity the newest value of its column.

import type { ColumnFormat, DatasetConfig, TraitMapping } from "../../domain/dataset.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";
import { type Column, findColumn } from "./columns.js";
import { dateFormats, dateSql } from "./dates.js";
import { firstKey } from "./identities.js";
import { numberSql } from "./numbers.js";

export interface MappedTrait {
  name: string;
  /** VARCHAR over a record. */
  value: Sql;
  /** What separates the values of a list; null for a single value. */
  separator: string | null;
}

/** Refuses `column-unknown`. */
export const mapTraits = (config: DatasetConfig, names: readonly string[]): MappedTrait[] =>
  Object.entries(config.output_to_traits).map(([name, mapping]) => {
    const column = findColumn(names, mapping.column_name, `output_to_traits.${name}`);
    return { name, value: traitValue(column, mapping), separator: separatorOf(mapping.format) };
  });

const separatorOf = (format: ColumnFormat | undefined): string | null =>
  format === "list_comma_separated" ? "," : format === "list_semicolon_separated" ? ";" : null;

/** Values that the table does not name stay as they are. */
const traitValue = ({ sql: text }: Column, { format, transformation_table = {} }: TraitMapping): Sql => {
  const cases = Object.entries(transformation_table).map(([from, to]) => sql`when ${from} then ${to}`);
  if (cases.length > 0) return sql`case ${text} ${join(cases, " ")} else ${text} end`;
  if (format === "currency_cents" || format === "currency_dollars")
    return sql`cast(${numberSql(text, format)} as varchar)`;
  if (format !== undefined && dateFormats.includes(format))
    return sql`strftime(make_timestamp(${dateSql(text, format)} * 1000000), '%Y-%m-%d')`;
  return text;
};

// One row per identity, trait and value: the values of the newest row that has any.
export const traits = (records: Relation, mapped: readonly MappedTrait[], sets: number): Sql => {
  const newest = mapped.map((trait) => newestValues(records, trait, sets));
  const none = sql`select cast(null as bigint) as identity_key, cast(null as varchar) as trait,
    cast(null as varchar) as value, cast(null as bigint) as arrival_time where false`;
  return sql`select distinct t.identity_key, t.trait, t.value, t.arrival_time
  from (${join(newest, " union all ", none.text)}) as t where t.value <> ''
  order by t.identity_key, t.trait, t.value`;
};

const newestValues = (records: Relation, { name, value, separator }: MappedTrait, sets: number): Sql => {
  const newest = sql`select ${firstKey(sets)} as identity_key, arg_max(${value}, r.seq) as value,
    max(r.arrival_time) as arrival_time
  from ${records} as r where ${firstKey(sets)} is not null and ${value} is not null group by 1`;
  const values = separator === null ? sql`v.value` : sql`trim(unnest(string_split(v.value, ${separator})))`;
  return sql`select v.identity_key, ${name} as trait, ${values} as value, v.arrival_time from (${newest}) as v`;
};

// One row per identity and key by which its owner calls it; several columns of a key are joined by a comma.
export const references = (records: Relation, columns: readonly Column[], sets: number): Sql => {
  const key = sql`concat_ws(',', ${join(columns.map(({ sql: text }) => text))})`;
  return sql`select distinct ${firstKey(sets)} as identity_key, ${key} as reference
  from ${records} as r where ${firstKey(sets)} is not null and ${key} <> '' order by 1, 2`;
};
