// What a column holds, told to whoever is to say what it means: examples, how many values there are, how far they reach, and how
// its dates can be read. It is made for previews alone, which are looked at by people.

import type { ColumnFormat, ColumnProfile, DetectedColumn } from "../../domain/dataset.js";
import type { Engine } from "../engine.js";
import { type Relation, type Sql, sql } from "../sql/sql.js";
import { type Column, columnSql } from "./columns.js";
import { dateSql } from "./dates.js";
import { possibleDateFormats, spreadSample } from "./formats.js";
import { numberSql } from "./numbers.js";
import type { Records } from "./read.js";

/** About three seconds' work. */
const mostValues = 10_000_000;
const sampledRows = 20_000;
const mostExamples = 5;
const shownCharacters = 200;

/** The columns with what people look at; of files of more than ten million values, of rows that are spread over them. */
export const profileColumns = async (
  engine: Engine,
  records: Records,
  columns: readonly DetectedColumn[],
): Promise<DetectedColumn[]> => {
  const looked = spreadSample(records, Math.max(sampledRows, mostValues / columns.length));
  const profiled: DetectedColumn[] = [];
  for (const [index, column] of columns.entries()) {
    const place = { name: column.name, index, sql: columnSql(index) };
    profiled.push({ ...column, ...(await profileOf(engine, records, looked, place, column)) });
  }
  return profiled;
};

const profileOf = async (
  engine: Engine,
  records: Records,
  looked: Relation,
  column: Column,
  { data_type }: DetectedColumn,
): Promise<ColumnProfile> => {
  const formats = data_type === "date" ? await possibleDateFormats(engine, records, column) : [];
  const [format] = formats;
  const size = measureOf(column.sql, data_type === "number", format);
  const sample = spreadSample(records, sampledRows);
  const [examples, reach] = [
    await engine.rows<{ value: string }>(
      exampleValues(sample, column.sql, size ?? sql`length(${column.sql})`),
    ),
    await engine.row<Reach>(reachOf(looked, column.sql, size)),
  ];
  return {
    examples: examples.map(({ value }) => value),
    distinct_count: reach.distinct_values,
    ...(reach.least !== null && { min: told(reach.least, format), max: told(reach.most!, format) }),
    ...(format && { format }),
    ...(formats.length > 1 && { is_ambiguous: true, possible_formats: formats }),
  };
};

/** What numbers and dates are in order of; null of other texts. */
const measureOf = (text: Sql, isNumber: boolean, format: ColumnFormat | undefined): Sql | null => {
  if (format) return dateSql(text, format);
  return isNumber ? numberSql(text) : null;
};

type Reach = { distinct_values: number; least: number | null; most: number | null };

const told = (measure: number, format: ColumnFormat | undefined): number | string =>
  format ? new Date(measure * 1000).toISOString() : measure;

/** One row: distinct_values, and the least and the most, null where nothing is measured. */
const reachOf = (rows: Relation, text: Sql, size: Sql | null): Sql => sql`
  select count(distinct ${text}) as distinct_values, min(${size}) as least, max(${size}) as most
  from ${rows}`;

/** At most five rows: value VARCHAR. The greatest and the least, for these tell most, and between them the first ones. */
const exampleValues = (rows: Relation, text: Sql, size: Sql): Sql => sql`
  select left(held.value, ${shownCharacters}) as value
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
  ) as held
  order by least(held.from_most, held.from_least) > 1, held.first_row
  limit ${mostExamples}`;
