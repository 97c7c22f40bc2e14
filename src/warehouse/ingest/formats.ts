// Which date format a column is written in. Every candidate is tried on rows from all over the files; the one that reads
// the most wins, and the rows it does not read are rejected one by one.

import type { ColumnFormat } from "../../domain/dataset.js";
import { Refusal, refuse } from "../../errors/refusal.js";
import type { Engine } from "../engine.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import type { Column } from "./columns.js";
import { dateSql, detectableFormats, isDateFormat } from "./dates.js";
import type { Records } from "./read.js";

const sampledRows = 20_000;

/** Refuses `date-unreadable`, `date-ambiguous` and, for a format that was asked for, `format-mismatch`. */
export const chooseDateFormat = async (
  engine: Engine,
  records: Records,
  column: Column,
  asked?: ColumnFormat,
): Promise<ColumnFormat> => {
  if (asked !== undefined && !isDateFormat(asked)) throw mismatch(column, asked, "it is no date format");
  const candidates = asked === undefined ? detectableFormats : [asked];
  const fits = await countFits(engine, spreadSample(records, sampledRows), column, candidates);
  if (asked !== undefined && fits.values > 0 && fits.best === 0) throw mismatch(column, asked, fits.example);
  if (asked !== undefined || fits.values === 0) return asked ?? "date_iso8601";
  if (fits.best * 2 < fits.values)
    throw refuse("date-unreadable", { column: column.name, example: fits.example });
  return settle(engine, records, column, fits.tied);
};

/**
 * Every format that reads as many of the column's values as any other does, and some of them otherwise than those before it in
 * the list. None where no format reads the half of them.
 */
export const possibleDateFormats = async (
  engine: Engine,
  records: Records,
  column: Column,
): Promise<ColumnFormat[]> => {
  const sampled = await countFits(engine, spreadSample(records, sampledRows), column, detectableFormats);
  if (sampled.best === 0 || sampled.best * 2 < sampled.values) return [];
  if (sampled.tied.length === 1) return sampled.tied;
  const { tied } = await countFits(engine, records.relation, column, sampled.tied);
  const unlike: ColumnFormat[] = [];
  for (const format of tied) if (await isUnlike(engine, records, column, unlike, format)) unlike.push(format);
  return unlike;
};

const isUnlike = async (
  engine: Engine,
  records: Records,
  column: Column,
  others: readonly ColumnFormat[],
  format: ColumnFormat,
): Promise<boolean> => {
  for (const other of others)
    if ((await engine.rows(firstUnlike(records.relation, column, [other, format]))).length === 0)
      return false;
  return true;
};

/** The date format of a column that nobody has called one of dates; null where its dates are not clear. */
export const clearDateFormat = async (
  engine: Engine,
  records: Records,
  column: Column,
): Promise<ColumnFormat | null> => {
  try {
    return await chooseDateFormat(engine, records, column);
  } catch (cause) {
    if (cause instanceof Refusal) return null;
    throw cause;
  }
};

const mismatch = (column: Column, format: ColumnFormat, example: string) =>
  refuse("format-mismatch", { column: column.name, format, example });

/** Every n-th row: a sample that is spread over the files and always the same. */
export const spreadSample = ({ relation, rows }: Records, size: number): Relation => {
  const n = Math.max(1, Math.floor(rows / size));
  return n === 1 ? relation : sql`(select * from ${relation} where ordinal % ${n} = 0)`;
};

interface Fits {
  /** Rows that have a value, the most that one format reads of them, and every format that reads as many. */
  values: number;
  best: number;
  tied: ColumnFormat[];
  example: string;
}

const countFits = async (
  engine: Engine,
  rows: Relation,
  column: Column,
  candidates: readonly ColumnFormat[],
): Promise<Fits> => {
  const counts = candidates.map((name) => sql`count(${dateSql(column.sql, name)}) as ${ident(name)}`);
  const { values, example, ...counted } = await engine.row<Record<string, number | string | null>>(
    sql`select count(*) as values, min(${column.sql}) as example, ${join(counts)} from ${rows}
    where ${column.sql} is not null`,
  );
  const best = Math.max(...candidates.map((name) => Number(counted[name])));
  const tied = candidates.filter((name) => counted[name] === best);
  return { values: Number(values), best, tied, example: String(example) };
};

/** Several formats read the sample equally well. Where they read any row differently, all rows decide, or the owner must. */
const settle = async (
  engine: Engine,
  records: Records,
  column: Column,
  tied: ColumnFormat[],
): Promise<ColumnFormat> => {
  if (tied.length === 1) return tied[0]!;
  const fits = await countFits(engine, records.relation, column, tied);
  const [unlike] = await engine.rows<{ file: number; example: string }>(
    firstUnlike(records.relation, column, fits.tied),
  );
  if (unlike === undefined) return fits.tied[0]!;
  throw refuse("date-ambiguous", {
    column: column.name,
    file: records.filenames[unlike.file],
    example: unlike.example,
    formats: fits.tied.join(" or "),
  });
};

// The first row that the formats read differently; none if they agree.
const firstUnlike = (rows: Relation, { sql: text }: Column, [first, ...others]: ColumnFormat[]): Sql => {
  const unlike = others.map((name) => sql`${dateSql(text, first!)} <> ${dateSql(text, name)}`);
  return sql`select r.file, ${text} as example from ${rows} as r
  where ${join(unlike, " or ", "false")} order by r.seq limit 1`;
};
