// Types and profiles of columns. The type is that of all values; a sample proposes it, and all rows confirm
// numbers and booleans, because values are cast accordingly. A sample alone decides on dates. Codes with
// leading zeros stay text. The profile (examples, distinct values, range, possible date formats) is computed
// for previews only.

import { currencySigns } from "../../domain/data/currency.js";
import type { ColumnFormat } from "../../domain/data/dataset.js";
import type {
  ColumnProfile,
  ColumnType,
  DetectedColumn,
  ValueCount,
} from "../../domain/data/dataset-findings.js";
import type { Engine } from "../engine.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { type Column, columnSql } from "./columns.js";
import {
  isNoDay,
  mayBeRespelled,
  possibleDateFormats,
  spreadSample,
  usualDates,
  usualText,
} from "./dates.js";
import { type DatesRead, filledDate, findMissingDates, timeSql } from "./missing-dates.js";
import { currencySql, isPlainNumber, numberSql } from "./numbers.js";
import { AllRowsNeeded, type ColumnCount, type Records } from "./read.js";

/** Takes about three seconds. */
const maxValues = 10_000_000;
const profileSampleRows = 20_000;
const maxExamples = 5;
/** Statuses, kinds of rows and answers have fewer. */
const maxListedValues = 40;
const shownCharacters = 200;

/** The columns with their profiles; in files of more than ten million values, those of a sample. */
export const profileColumns = async (
  engine: Engine,
  records: Records,
  columns: readonly DetectedColumn[],
): Promise<DetectedColumn[]> => {
  const sampled = spreadSample(records, Math.max(profileSampleRows, maxValues / columns.length));
  const profiled: DetectedColumn[] = [];
  for (const [index, column] of columns.entries()) {
    const place = { name: column.name, index, sql: columnSql(index) };
    profiled.push({ ...column, ...(await profileOf(engine, records, sampled, place, column)) });
  }
  return profiled;
};

const profileOf = async (
  engine: Engine,
  records: Records,
  sampled: Relation,
  column: Column,
  { data_type }: DetectedColumn,
): Promise<ColumnProfile & Partial<DetectedColumn>> => {
  const formats = data_type === "date" ? await possibleDateFormats(engine, records, column) : [];
  const [format] = formats;
  const sample = spreadSample(records, profileSampleRows);
  const dates = format ? await findMissingDates(engine, sample, column.sql, format) : null;
  const isMoney = data_type === "text" && (await areAmounts(engine, sample, column.sql));
  const size = measureOf(column.sql, data_type === "number" || isMoney, dates);
  const currencies = isMoney
    ? await engine.rows<ValueCount>(currencyCounts(records.relation, column.sql))
    : [];
  const [examples, reach] = [
    await engine.rows<{ value: string }>(
      exampleValues(sample, column.sql, size ?? sql`length(${column.sql})`),
    ),
    await engine.row<ValueRange>(rangeOf(sampled, column.sql, size, dates)),
  ];
  return {
    ...(reach.filled !== null && { fill_rate: reach.filled, is_nullable: reach.filled < 1 }),
    examples: examples.map(({ value }) => value),
    distinct_count: reach.distinct_values,
    ...(isListed(reach.distinct_values, data_type) && {
      values: await engine.rows<ValueCount>(valueCounts(records.relation, column.sql)),
    }),
    ...(currencies.length > 0 && { currencies }),
    ...(reach.min !== null && {
      min: shownValue(reach.min, format),
      max: shownValue(reach.max!, format),
    }),
    ...(format && { format }),
    ...(formats.length > 1 && { is_ambiguous: true, possible_formats: formats }),
  };
};

const written = `[0-9][.,][0-9]{1,2}[^0-9]*$|[$${currencySigns}]`;

/**
 * Whether all values of a text column are amounts as people write them, and most have decimals or a currency:
 * others may be keys.
 */
const areAmounts = async (engine: Engine, sample: Relation, text: Sql): Promise<boolean> => {
  const { values, amounts, money } = await engine.row<Record<"values" | "amounts" | "money", number>>(
    sql`select count(${text}) as values, count(${numberSql(text)}) as amounts,
      count(*) filter (where regexp_matches(${text}, ${written})) as money from ${sample}`,
  );
  return values > 0 && values === amounts && 2 * money >= values;
};

/** The currencies that are written beside amounts, the most frequent first: value VARCHAR, rows. */
const currencyCounts = (rows: Relation, text: Sql): Sql => sql`
  select c.value, count(*) as rows from (select ${currencySql(text)} as value from ${rows}) as c
  where c.value is not null group by all order by rows desc, value limit ${maxListedValues}`;

/** The number by which numbers and dates are ordered; null for other texts. */
const measureOf = (text: Sql, isNumber: boolean, dates: DatesRead | null): Sql | null => {
  if (dates) return timeSql(text, dates);
  return isNumber ? numberSql(text) : null;
};

const isListed = (distinct: number, type: ColumnType): boolean =>
  distinct > 0 && distinct <= maxListedValues && type !== "date";

/** The most frequent values first: value VARCHAR, rows. */
const valueCounts = (rows: Relation, text: Sql): Sql => sql`
  select left(${text}, ${shownCharacters}) as value, count(*) as rows
  from ${rows} where ${text} is not null
  group by all order by rows desc, value limit ${maxListedValues}`;

type ValueRange = { distinct_values: number; min: number | null; max: number | null; filled: number | null };

const shownValue = (measure: number, format: ColumnFormat | undefined): number | string =>
  format ? new Date(measure * 1000).toISOString() : measure;

/**
 * One row: distinct_values, min and max of the measure, null without one, and the share of rows with a date,
 * null for others.
 */
const rangeOf = (rows: Relation, text: Sql, size: Sql | null, dates: DatesRead | null): Sql => {
  const filled = dates
    ? sql`count(${filledDate(text, dates)}) / nullif(count(*), 0)`
    : sql`cast(null as double)`;
  return sql`select count(distinct ${text}) as distinct_values, min(${size}) as min, max(${size}) as max, ${filled} as filled
  from ${rows}`;
};

/**
 * At most five rows: value VARCHAR. The largest and the smallest value, the most informative ones, and the
 * first ones.
 */
const exampleValues = (rows: Relation, text: Sql, size: Sql): Sql => sql`
  select left(ranked.value, ${shownCharacters}) as value
  from (
    select found.value, found.first_row,
      row_number() over (order by found.size desc nulls last, found.value) as from_most,
      row_number() over (order by found.size nulls last, found.value) as from_least
    from (
      select ${text} as value, min(r.seq) as first_row, min(${size}) as size
      from ${rows} as r
      where ${text} is not null
      group by ${text}
    ) as found
  ) as ranked
  order by least(ranked.from_most, ranked.from_least) > 1, ranked.first_row
  limit ${maxExamples}`;

const typeSampleRows = 1000;
/** The engine (1.5) takes minutes to plan one statement over 2,000 columns. */
const columnsAtOnce = 50;

/** Types by a sample, in the order of `names`. */
export const sampledTypes = async (
  engine: Engine,
  records: Records,
  names: readonly string[],
): Promise<ColumnType[]> => {
  const sample = await engine.createTable(
    "type_sample",
    sql`select ${join(names.map((_, i) => columnSql(i)))} from ${spreadSample(records, typeSampleRows)}`,
  );
  return (await detectCandidates(engine, sample, names)).map(({ type }) => type as ColumnType);
};

/** The same, and what all rows say of them. */
export const countColumns = async (
  engine: Engine,
  records: Records,
  names: readonly string[],
): Promise<ColumnCount[]> => {
  const types = await sampledTypes(engine, records, names);
  const counts = await countKinds(engine, records.relation, names, (i) =>
    isCounted(types[i]!) ? [types[i] as Kind] : [],
  );
  return names.map((_, i) => {
    const [type, { values, of }] = [types[i]!, counts[i]!];
    const earlier = records.earlier?.[i];
    const before = earlier ? countsBefore(earlier, type) : { values: 0, ofType: 0 };
    return { type, values: before.values + values, ofType: before.ofType + (of[type as Kind] ?? 0) };
  });
};

/** Throws `AllRowsNeeded` where earlier builds counted values of another type. */
const countsBefore = ({ values, type: counted, ofType }: ColumnCount, type: ColumnType) => {
  if (!isCounted(type) || values === 0) return { values, ofType: 0 };
  if (counted !== type) throw new AllRowsNeeded();
  return { values, ofType };
};

const isCounted = (type: ColumnType): boolean => type === "number" || type === "boolean";

/** A number or a boolean is in every row; a sample alone decides on dates. */
export const columnsOf = (
  names: readonly string[],
  counts: readonly ColumnCount[],
  rows: number,
): DetectedColumn[] =>
  names.map((name, i) => {
    const { values, type, ofType } = counts[i]!;
    const isOfType = !isCounted(type) || (values > 0 && ofType === values);
    return {
      name,
      data_type: isOfType ? type : "text",
      is_nullable: values < rows,
      fill_rate: rows === 0 ? 0 : values / rows,
    };
  });

/** Types and fill rates over all rows, in the order of `names`. */
export const detectColumns = async (
  engine: Engine,
  records: Records,
  names: readonly string[],
): Promise<DetectedColumn[]> => columnsOf(names, await countColumns(engine, records, names), records.rows);

type Kind = Exclude<ColumnType, "text">;
/**
 * `digits`: values with a digit, and those that say that there is none. `missing`: those that are no day and say so.
 * `hints`: those that may be dates in another spelling.
 */
type CountedKind = Kind | "digits" | "missing" | "hints";

/** Date formats are tried only where every value has a digit: planning them takes the engine 30 ms per column. */
const detectCandidates = async (engine: Engine, sample: Relation, names: readonly string[]) => {
  const first = await detectKinds(engine, sample, names, () => ["number", "boolean", "digits"]);
  const dates = await countKinds(engine, sample, names, (i) =>
    first[i]!.type === "digits" ? ["date", "missing", "hints"] : [],
  );
  const places = names.flatMap((_, i) => (mayBeSpelledOut(dates[i]!) ? [i] : []));
  const usual = places.map((i) => sql`${usualText(columnSql(i))} as ${columnSql(i)}`);
  const respelled = sql`(select * replace (${join(usual)}) from ${sample})`;
  const spelled =
    places.length === 0
      ? dates
      : await countKinds(engine, respelled, names, (i) => (places.includes(i) ? ["date", "missing"] : []));
  return first.map((column, i) => {
    if (column.type !== "digits") return column;
    return { values: column.values, type: areDates(dates[i]!) || areDates(spelled[i]!) ? "date" : "text" };
  });
};

interface DateCounts {
  values: number;
  of: Partial<Record<"date" | "missing" | "hints", number>>;
}

const areDates = ({ values, of: { date = 0, missing = 0 } }: DateCounts): boolean =>
  date > 0 && date + missing === values;

const mayBeSpelledOut = (counts: DateCounts): boolean =>
  !areDates(counts) && 2 * (counts.of.hints ?? 0) > counts.values;

/** For each column the number of values, and the first of the candidate kinds that all values have. */
const detectKinds = async <K extends CountedKind>(
  engine: Engine,
  rows: Relation,
  names: readonly string[],
  kindsOf: (column: number) => K[],
): Promise<{ values: number; type: K | "text" }[]> => {
  const counts = await countKinds(engine, rows, names, kindsOf);
  return counts.map(({ values, of }, i) => {
    const type = kindsOf(i).find((kind) => values > 0 && of[kind] === values);
    return { values, type: type ?? "text" };
  });
};

/** For each column the number of values, and of those of each kind. */
const countKinds = async <K extends CountedKind>(
  engine: Engine,
  rows: Relation,
  names: readonly string[],
  kindsOf: (column: number) => K[],
): Promise<{ values: number; of: Partial<Record<K, number>> }[]> => {
  const counts = names.map((_, i) => [
    sql`count(${columnSql(i)}) as ${ident(`values_${i}`)}`,
    ...kindsOf(i).map((kind) => sql`${countOf[kind](columnSql(i))} as ${ident(`${kind}_${i}`)}`),
  ]);
  const row: Record<string, number> = {};
  for (let from = 0; from < counts.length; from += columnsAtOnce) {
    const some = counts.slice(from, from + columnsAtOnce).flat();
    Object.assign(row, await engine.row<Record<string, number>>(sql`select ${join(some)} from ${rows}`));
  }
  return names.map((_, i) => ({
    values: row[`values_${i}`]!,
    of: Object.fromEntries(kindsOf(i).map((kind) => [kind, row[`${kind}_${i}`]!])) as Partial<
      Record<K, number>
    >,
  }));
};

/** BOOLEAN: whether a text is of a type that all rows have to confirm; null for other types. */
export const isOfCountedType = (text: Sql, type: ColumnType): Sql | null => {
  if (type === "number") return isPlainNumber(text);
  return type === "boolean" ? isBoolean(text) : null;
};

const isBoolean = (text: Sql): Sql => sql`lower(${text}) in ('true', 'false', 'yes', 'no')`;

const countOf: Record<CountedKind, (text: Sql) => Sql> = {
  digits: (text) => sql`count(*) filter (where regexp_matches(${text}, '\\p{Nd}') or ${isNoDay(text)})`,
  number: (text) => sql`count(*) filter (where ${isPlainNumber(text)})`,
  boolean: (text) => sql`count(*) filter (where ${isBoolean(text)})`,
  date: usualDates,
  hints: (text) => sql`count(*) filter (where ${mayBeRespelled(text)})`,
  missing: (text) => sql`count(*) filter (where ${isNoDay(text)})`,
};
