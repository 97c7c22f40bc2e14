// Each date format is a shape, which decides whether a text is of that format at all, and the engine's patterns, which read
// it. The shape is needed because patterns are lenient: %Y reads "20" as the year 20. Without a zone, times are UTC.

import type { ColumnFormat } from "../../domain/dataset.js";
import { assert, Refusal, refuse } from "../../errors/refusal.js";
import type { Engine } from "../engine.js";
import { ident, join, list, type Relation, type Sql, sql } from "../sql/sql.js";
import type { Column } from "./columns.js";
import type { Records } from "./read.js";

interface DateFormat {
  shape: string;
  read(text: Sql): Sql;
}

const clocks = [
  "",
  " %H:%M",
  " %H:%M:%S",
  " %H:%M:%S.%f",
  " %I:%M %p",
  " %I:%M:%S %p",
  " %I:%M%p",
  " %I:%M:%S%p",
];
const clock = "( [0-9]{1,2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)?( ?[AaPp][Mm])?)?";
const year = "[12][0-9]{3}";
const two = "[0-9]{1,2}";

/** BIGINT seconds; a fraction is cut, so that no event moves past a cutoff. */
const seconds = (timestamp: Sql): Sql => sql`cast(floor(epoch(${timestamp})) as bigint)`;

const patterned = (shape: string, ...dates: string[]): DateFormat => {
  const patterns = list(dates.flatMap((date) => clocks.map((time) => date + time)));
  return { shape: shape + clock, read: (text) => seconds(sql`try_strptime(${text}, [${patterns}])`) };
};

const slashed = (shape: string[], pattern: string) => patterned(shape.join("/"), pattern);

/** Dots are read with the dashes: the order of the parts is the same question. */
const dashed = (shape: string[], pattern: string): DateFormat => {
  const { shape: whole, read } = patterned(shape.join("[-.]"), pattern);
  const date = (text: Sql) => sql`regexp_replace(${text}, '^([0-9]+)[.]([0-9]+)[.]', '\\1-\\2-')`;
  return { shape: whole, read: (text) => read(date(text)) };
};

/** The engine reads most of ISO 8601; what it does not is rewritten: a zone after minutes, a space before it, a decimal comma. */
const iso: DateFormat = {
  shape: `${year}-${two}-${two}([T ].*)?`,
  read: (text) => {
    const rewritten = sql`regexp_replace(regexp_replace(replace(${text}, ',', '.'),
      '([T ][0-9]{1,2}:[0-9]{2})( ?(Z|UTC|[+-][0-9:]+))$', '\\1:00\\2'), ' ([+-][0-9:]+)$', '\\1')`;
    return seconds(sql`coalesce(try_cast(${text} as timestamptz), try_cast(${rewritten} as timestamptz))`);
  },
};

const epoch = (shape: string, perSecond: number): DateFormat => ({
  shape,
  read: (text) => sql`cast(floor(try_cast(${text} as double) / ${perSecond}) as bigint)`,
});

const month = "[A-Za-z]{3,9}[.]?";
const named = (yearShape: string, y: string) =>
  patterned(
    `(${month} ${two},? ${yearShape}|${two}[- ]${month}[- ,]+${yearShape})`,
    ...["%b", "%B"].flatMap((m) => [`${m} %d, ${y}`, `${m} %d ${y}`, `%d ${m} ${y}`, `%d-${m}-${y}`]),
  );
const namedLong = named(year, "%Y");

/** In the order of preference where several read the same dates alike. */
const formats = new Map<ColumnFormat, DateFormat>([
  ["date_iso8601", iso],
  ["yyyy_mm_dd_dash", iso],
  ["yyyy_mm_dd_slash", slashed([year, two, two], "%Y/%m/%d")],
  ["mm_dd_yyyy_slash", slashed([two, two, year], "%m/%d/%Y")],
  ["dd_mm_yyyy_slash", slashed([two, two, year], "%d/%m/%Y")],
  ["mm_dd_yyyy_dash", dashed([two, two, year], "%m-%d-%Y")],
  ["dd_mm_yyyy_dash", dashed([two, two, year], "%d-%m-%Y")],
  ["mm_dd_yy_slash", slashed([two, two, "[0-9]{2}"], "%m/%d/%y")],
  ["dd_mm_yy_slash", slashed([two, two, "[0-9]{2}"], "%d/%m/%y")],
  ["yy_mm_dd_slash", slashed(["[0-9]{2}", two, two], "%y/%m/%d")],
  ["mm_dd_yy_dash", dashed([two, two, "[0-9]{2}"], "%m-%d-%y")],
  ["dd_mm_yy_dash", dashed([two, two, "[0-9]{2}"], "%d-%m-%y")],
  ["yy_mm_dd_dash", dashed(["[0-9]{2}", two, two], "%y-%m-%d")],
  ["yyyymmdd", patterned(`${year}[0-9]{4}`, "%Y%m%d")],
  ["yyyymm", patterned(`${year}[0-9]{2}`, "%Y%m")],
  ["date_month_day_fullyear", namedLong],
  ["date_month_day_fullyear_hours_minutes", namedLong],
  ["date_month_day_fullyear_hours_minutes_seconds", namedLong],
  ["date_month_day_shortyear", named("[0-9]{2}", "%y")],
  ["date_seconds_since_epoch_utc", epoch("[0-9]{9,10}([.][0-9]+)?", 1)],
  ["date_milliseconds_since_epoch_utc", epoch("[0-9]{12,13}([.][0-9]+)?", 1000)],
]);

/** Names that read the same texts as another, earlier one: detection has no use for them. */
const synonyms = new Set<ColumnFormat>([
  "yyyy_mm_dd_dash",
  "date_month_day_fullyear_hours_minutes",
  "date_month_day_fullyear_hours_minutes_seconds",
]);

export const detectableFormats: readonly ColumnFormat[] = [...formats.keys()].filter(
  (name) => !synonyms.has(name),
);

export const isDateFormat = (format: ColumnFormat | undefined): format is ColumnFormat =>
  format !== undefined && formats.has(format);

/** BIGINT epoch seconds, null where the text is not a date of this format. The session's time zone must be UTC. */
export const dateSql = (text: Sql, name: ColumnFormat): Sql => {
  const format = formats.get(name);
  assert(format, `${name} is no date format`);
  return sql`case when regexp_full_match(${text}, ${format.shape}) then ${format.read(text)} end`;
};

/** VARCHAR: the day as ISO 8601, which sorts as text. */
export const dayText = (text: Sql, name: ColumnFormat): Sql =>
  sql`strftime(make_timestamp(${dateSql(text, name)} * 1000000), '%Y-%m-%d')`;

// Which date format a column is written in. Every candidate is tried on rows from all over the files; the one that reads
// the most wins, and the rows it does not read are rejected one by one.

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
  return resolveTie(engine, records, column, fits.tied);
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
  for (const format of tied)
    if (await differsFrom(engine, records, column, unlike, format)) unlike.push(format);
  return unlike;
};

const differsFrom = async (
  engine: Engine,
  records: Records,
  column: Column,
  others: readonly ColumnFormat[],
  format: ColumnFormat,
): Promise<boolean> => {
  for (const other of others)
    if ((await engine.rows(firstDisagreement(records.relation, column, [other, format]))).length === 0)
      return false;
  return true;
};

/** The date format of a column that nobody has called one of dates; null where its dates are not clear. */
export const unambiguousDateFormat = async (
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
const resolveTie = async (
  engine: Engine,
  records: Records,
  column: Column,
  tied: ColumnFormat[],
): Promise<ColumnFormat> => {
  if (tied.length === 1) return tied[0]!;
  const fits = await countFits(engine, records.relation, column, tied);
  const [unlike] = await engine.rows<{ file: number; example: string }>(
    firstDisagreement(records.relation, column, fits.tied),
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
const firstDisagreement = (
  rows: Relation,
  { sql: text }: Column,
  [first, ...others]: ColumnFormat[],
): Sql => {
  const unlike = others.map((name) => sql`${dateSql(text, first!)} <> ${dateSql(text, name)}`);
  return sql`select r.file, ${text} as example from ${rows} as r
  where ${join(unlike, " or ", "false")} order by r.seq limit 1`;
};
