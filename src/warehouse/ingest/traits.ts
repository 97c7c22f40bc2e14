// Traits of identities: attributes without a date, for each identity the newest value of the column. And
// reference keys, the owner's own keys of people.

import type { ColumnFormat, DatasetConfig, TraitMapping } from "../../domain/data/dataset.js";
import type { DetectedColumn } from "../../domain/data/dataset-findings.js";
import { answerOf, hasAllColumnsAsTraits, unknownAnswer } from "../../domain/data/snapshot.js";
import { columnsOfStream } from "../../domain/data/stream-mapping.js";
import { traitNames } from "../../domain/data/trait.js";
import type { Engine } from "../engine.js";
import { isListFormat, listSql } from "../lists.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";
import { type Column, findColumn } from "./columns.js";
import { chooseDateFormat, dayText, isDateFormat, unambiguousDateFormat } from "./dates.js";
import { owningKey } from "./identities.js";
import { numberSql } from "./numbers.js";
import type { Records } from "./read.js";

export interface MappedTrait extends TraitMapping {
  name: string;
  column: Column;
  /** Named in the configuration, and not included with all columns: its date format must then be unambiguous. */
  isNamed: boolean;
  /** Value where the row has none; absent: no value. */
  missing?: string;
}

/** Refuses `column-unknown`. */
export const mapTraits = (config: DatasetConfig, names: readonly string[]): MappedTrait[] => {
  const { output_to_traits: named, output_all_columns_as_traits: all } = config;
  const mapped: MappedTrait[] = Object.entries(named).map(([name, mapping]) => ({
    ...mapping,
    name,
    column: findColumn(names, mapping.column_name, `output_to_traits.${name}`),
    isNamed: true,
  }));
  mapped.push(...mapAnswer(config, names));
  if (!hasAllColumnsAsTraits(config)) return mapped;
  return [...mapped, ...otherColumns(config, all?.exclude ?? [], names, mapped)];
};

/**
 * The answer of a snapshot. Other datasets have no such trait, so their customers are not among those without
 * an answer.
 */
const mapAnswer = (config: DatasetConfig, names: readonly string[]): MappedTrait[] => {
  const answer = answerOf(config);
  if (!answer) return [];
  const { trait: name, column_name } = answer;
  const column = findColumn(names, column_name, "options.snapshot.answer");
  return [{ name, column_name, column, isNamed: false, missing: unknownAnswer }];
};

/** The columns without another use as identity, datetime, property, trait or reference. */
const otherColumns = (
  config: DatasetConfig,
  exclude: readonly string[],
  names: readonly string[],
  named: readonly MappedTrait[],
): MappedTrait[] => {
  const used = new Set(
    [...usedColumns(config, names), ...named.map(({ column }) => column)].map(({ index }) => index),
  );
  for (const name of exclude) used.add(findColumn(names, name, "output_all_columns_as_traits.exclude").index);
  const called = traitNames(names.filter((_, index) => !used.has(index)));
  const taken = new Set(named.map(({ name }) => name));
  return [...called]
    .filter(([, name]) => !taken.has(name))
    .map(([column, name]) => {
      const found = findColumn(names, column, "output_all_columns_as_traits");
      return { name, column: found, column_name: column, isNamed: false };
    });
};

const usedColumns = (config: DatasetConfig, names: readonly string[]): Column[] => {
  const { identity_sets, output_to_streams, output_to_traits, reference_key_columns = [] } = config;
  const used = [
    ...Object.values(identity_sets).flatMap((set) => Object.values(set).flat()),
    ...Object.values(output_to_streams).flatMap(columnsOfStream),
    ...Object.values(output_to_traits),
    ...reference_key_columns,
  ];
  return used.map((column) =>
    findColumn(names, typeof column === "string" ? column : column.column_name, "the dataset"),
  );
};

export interface TraitColumn {
  name: string;
  column: Column;
  /** VARCHAR over a record. */
  value: Sql;
  /** The value is a list, as `listText` stores it. */
  isList: boolean;
  /** The configured format, or the detected one for dates. */
  format: ColumnFormat | undefined;
}

/** The SQL of each trait. Refuses what `chooseDateFormat` refuses for a named trait. */
export const traitColumns = async (
  engine: Engine,
  records: Records,
  columns: readonly DetectedColumn[],
  mapped: readonly MappedTrait[],
): Promise<TraitColumn[]> => {
  const read: TraitColumn[] = [];
  for (const trait of mapped) {
    const format = trait.format ?? (await dateFormatOf(engine, records, columns, trait));
    const { name, column, transformation_table, missing } = trait;
    const written = traitValue(column.sql, format, transformation_table);
    const value = missing === undefined ? written : sql`coalesce(${written}, ${missing})`;
    read.push({ name, column, value, format, isList: isListFormat(format) });
  }
  return read;
};

const dateFormatOf = async (
  engine: Engine,
  records: Records,
  columns: readonly DetectedColumn[],
  { column, isNamed, transformation_table }: MappedTrait,
): Promise<ColumnFormat | undefined> => {
  if (columns[column.index]!.data_type !== "date" || transformation_table) return undefined;
  const choose = isNamed ? chooseDateFormat : unambiguousDateFormat;
  return (await choose(engine, records, column)) ?? undefined;
};

const traitValue = (
  text: Sql,
  format: ColumnFormat | undefined,
  table: TraitMapping["transformation_table"] = {},
): Sql => {
  if (isListFormat(format))
    return listSql(
      text,
      format,
      (items) => sql`list_transform(${items}, lambda v: ${transformed(sql`v`, table)})`,
    );
  if (Object.keys(table).length > 0) return transformed(text, table);
  if (format === "currency_cents" || format === "currency_dollars")
    return sql`cast(${numberSql(text, format)} as varchar)`;
  return isDateFormat(format) ? dayText(text, format) : text;
};

/** Values missing in the table become its entry for `*`, or stay unchanged. */
const transformed = (text: Sql, { "*": rest, ...table }: Record<string, string>): Sql => {
  const cases = Object.entries(table).map(([from, to]) => sql`when ${from} then ${to}`);
  const otherwise = rest === undefined ? text : sql`case when ${text} is not null then ${rest} end`;
  return cases.length > 0 ? sql`case ${text} ${join(cases, " ")} else ${otherwise} end` : otherwise;
};

/** One row per identity and trait: the value of the newest row that has one. */
export const traits = (records: Relation, columns: readonly TraitColumn[], sets: number): Sql => sql`
  select t.identity_key, t.trait, t.value, t.arrival_time
  from (${newestTraits(records, columns, sets)}) as t where t.value <> ''
  order by t.identity_key, t.trait`;

/** The same, also with values that became empty. */
export const newestTraits = (records: Relation, columns: readonly TraitColumn[], sets: number): Sql => {
  const newest = columns.map((trait) => newestValues(records, trait, sets));
  const none = sql`select cast(null as bigint) as identity_key, cast(null as varchar) as trait,
    cast(null as varchar) as value, cast(null as bigint) as arrival_time where false`;
  return join(newest, " union all ", none.text);
};

/** The traits of an earlier build and those of later rows: the newest value counts. `later`: see `newestTraits`. */
export const addedTraits = (earlier: Relation, later: Relation): Sql => sql`
  select t.identity_key, t.trait, t.value, t.arrival_time
  from (
    select old.* from ${earlier} as old
    anti join ${later} as new on new.identity_key = old.identity_key and new.trait = old.trait
    union all by name select * from ${later}
  ) as t where t.value <> ''
  order by t.identity_key, t.trait`;

/** The references of an earlier build and those of later rows. */
export const addedReferences = (earlier: Relation, later: Relation): Sql => sql`
  select r.identity_key, r.column_name, r.reference, min(r.first_row) as first_row
  from (select * from ${earlier} union all by name select * from ${later}) as r
  group by r.identity_key, r.column_name, r.reference
  order by r.identity_key, r.column_name, first_row, r.reference`;

const newestValues = (records: Relation, { name, value }: TraitColumn, sets: number): Sql => sql`
  select ${owningKey(sets)} as identity_key, ${name} as trait, arg_max(${value}, r.seq) as value,
    max(r.arrival_time) as arrival_time
  from ${records} as r where ${owningKey(sets)} is not null and ${value} is not null group by 1`;

/** One row per identity, reference column and key in it, with the first such row. */
export const references = (records: Relation, columns: readonly Column[], sets: number): Sql => {
  const ofColumn = columns.map(
    ({ name, sql: text }) => sql`select ${owningKey(sets)} as identity_key, ${name} as column_name,
      ${text} as reference, min(r.seq) as first_row
    from ${records} as r where ${owningKey(sets)} is not null and ${text} <> '' group by all`,
  );
  return sql`select * from (${join(ofColumn, " union all ")}) order by identity_key, column_name, first_row, reference`;
};
