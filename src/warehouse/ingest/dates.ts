// Date formats: how each is parsed, and which one a column is written in.
//
// A format has a shape, a regular expression that decides whether a text is of the format, and patterns with
// which the engine parses it. The shape is needed because patterns are lenient: %Y reads "20" as the year 20.
// Times without a zone are UTC. The format of a column is the candidate that reads the most values; values
// that it cannot read are rejected one by one.

import { type ColumnFormat, spreadsheetDay1970 } from "../../domain/data/dataset.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { assert, Refusal, refuse } from "../../errors/refusal.js";
import type { Engine } from "../engine.js";
import { ident, join, list, type Relation, type Sql, sql } from "../sql/sql.js";
import type { Column } from "./columns.js";
import { AllRowsNeeded, type Records } from "./read.js";

interface DateFormat {
  shape: string;
  read(text: Sql): Sql;
  /** Reads the usual spelling at a third of the cost; null for every other text. */
  readUsual?(text: Sql): Sql;
}

const clocks = [
  "",
  " %H:%M",
  " %H:%M:%S",
  " %H:%M:%S.%f",
  " %H:%M:%S %z",
  " %I:%M %p",
  " %I:%M:%S %p",
  " %I:%M%p",
  " %I:%M:%S%p",
];
/** `10h05` is a time of the day in French. */
const clock = "( [0-9]{1,2}[:h][0-9]{2}(:[0-9]{2}([.][0-9]+)?)?( ?[AaPp][Mm]| [+-][0-9]{4})?)?";
/** Without those of other calendars, which `usualDate` reads: 13xx and 14xx in Iran, 25xx in Thailand. */
const year = "((1[0-25-9]|2[0-46-9])[0-9]{2}|2500)";
const two = "[0-9]{1,2}";

/** BIGINT seconds, rounded down, so that no event moves past a cutoff. */
const seconds = (timestamp: Sql): Sql => sql`cast(floor(epoch(${timestamp})) as bigint)`;

const patterned = (shape: string, ...dates: string[]): DateFormat => {
  const patterns = list(dates.flatMap((date) => clocks.map((time) => date + time)));
  return {
    shape: shape + clock,
    read: (text) => seconds(sql`try_strptime(${withColons(text)}, [${patterns}])`),
  };
};

const withColons = (text: Sql): Sql =>
  sql`case when contains(${text}, 'h') then regexp_replace(${text}, ' ([0-9]{1,2})h([0-9]{2})$', ' \\1:\\2') else ${text} end`;

const slashed = (shape: string[], pattern: string) => patterned(shape.join("/"), pattern);

/** Dots are read like dashes. */
const dashed = (shape: string[], pattern: string): DateFormat => {
  const { shape: whole, read } = patterned(shape.join("[-.]"), pattern);
  const date = (text: Sql) => sql`regexp_replace(${text}, '^([0-9]+)[.]([0-9]+)[.]', '\\1-\\2-')`;
  return { shape: whole, read: (text) => read(date(text)) };
};

/**
 * The engine reads most of ISO 8601; the rest is rewritten: a zone after minutes, a space before it, a
 * decimal comma. With a space before the offset the engine (1.5) searches its time zones for 200 µs before it
 * gives up, so such texts are rewritten first.
 */
const iso: DateFormat = {
  shape: `${year}-${two}-${two}([T ].*)?`,
  readUsual: (text) => {
    const isUsual = sql`(${text} like '____-__-__ __:__:__' or ${text} like '____-__-__' or ${text} like '____-__-__T__:__:__')
      and ((${text} >= '15' and ${text} < '25') or (${text} >= '26' and ${text} < '3')) and not contains(${text}, chr(10))`;
    return sql`case when ${isUsual} then ${seconds(sql`try_cast(${text} as timestamp)`)} end`;
  },
  read: (text) => {
    const rewritten = sql`regexp_replace(regexp_replace(replace(${text}, ',', '.'),
      '([T ][0-9]{1,2}:[0-9]{2})( ?(Z|UTC|[+-][0-9:]+))$', '\\1:00\\2'), ' ([+-][0-9:]+)$', '\\1')`;
    const asWritten = sql`try_cast(${text} as timestamptz)`;
    const asRewritten = sql`try_cast(${rewritten} as timestamptz)`;
    return seconds(sql`case when contains(${text}, ' +') or contains(${text}, ' -') then coalesce(${asRewritten}, ${asWritten})
      else coalesce(${asWritten}, ${asRewritten}) end`);
  },
};

/** A number that begins with a zero is a key of as many digits. */
const epoch = (shape: string, perSecond: number): DateFormat => ({
  shape,
  read: (text) => sql`cast(floor(try_cast(${text} as double) / ${perSecond}) as bigint)`,
});

/**
 * Days since 30 December 1899, from 1954 to 2064, as spreadsheets store a date; the decimals are rounded, and
 * so are the seconds.
 */
const spreadsheetDays: DateFormat = {
  shape: "[2-5][0-9]{4}([.,][0-9]+)?",
  read: (text) =>
    sql`cast(round((try_cast(replace(${text}, ',', '.') as double) - ${spreadsheetDay1970}) * ${secondsPerDay}) as bigint)`,
};

const month = "[A-Za-z]{3,9}[.]?";
const named = (yearShape: string, y: string) =>
  patterned(
    `(${month}[- ]${two}[, -]+${yearShape}|${two}[- ]${month}[- ,]+${yearShape})`,
    ...["%b", "%B"].flatMap((m) => [
      `${m} %d, ${y}`,
      `${m} %d ${y}`,
      `${m}-%d-${y}`,
      `%d ${m} ${y}`,
      `%d-${m}-${y}`,
    ]),
  );
const namedLong = named(year, "%Y");

/** In order of preference where several formats read all values alike. */
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
  ["date_seconds_since_epoch_utc", epoch("[1-9][0-9]{8,9}([.][0-9]+)?", 1)],
  ["date_milliseconds_since_epoch_utc", epoch("[1-9][0-9]{11,12}([.][0-9]+)?", 1000)],
  ["date_microseconds_since_epoch_utc", epoch("[1-9][0-9]{14,15}", 1_000_000)],
  ["date_spreadsheet_days", spreadsheetDays],
]);

/** Names that read the same texts as an earlier one, and are not detected. */
const synonyms = new Set<ColumnFormat>([
  "yyyy_mm_dd_dash",
  "date_month_day_fullyear_hours_minutes",
  "date_month_day_fullyear_hours_minutes_seconds",
]);

/** Formats of a column that is said to hold dates. */
const readableFormats: readonly ColumnFormat[] = [...formats.keys()].filter((name) => !synonyms.has(name));

/** The same without that of numbers that are usually something else. */
export const detectableFormats: readonly ColumnFormat[] = readableFormats.filter(
  (name) => name !== "date_spreadsheet_days",
);

export const isDateFormat = (format: ColumnFormat | undefined): format is ColumnFormat =>
  format !== undefined && formats.has(format);

const noDay = [
  "null|[(]null[)]|\\\\n|n/?a|n[.]a[.]?|#n/a|none|nil|nan|nat|undefined|unknown|missing|never|[-?.]+",
  "0+([-/.: t]0+)*z?",
  "0001[-/]?01[-/]?01.*|0?1[-/.]0?1[-/.]0001.*|9999[-/]?12[-/]?31.*|31[-/.]12[-/.]9999.*|12[-/.]31[-/.]9999.*",
].join("|");

/** BOOLEAN: whether a text is no day in any format and says so, such as 0000-00-00 or NULL. */
export const isNoDay = (text: Sql): Sql => sql`regexp_full_match(lower(${text}), ${noDay})`;

/**
 * BIGINT epoch seconds, null where the text is not a date of this format, however it is spelled. The session's
 * time zone must be UTC.
 */
export const dateSql = (text: Sql, name: ColumnFormat): Sql => {
  const respelt = readsOf(sql`usual_date(${text})`, name).at(-1)!;
  // The condition stands outside, since the engine would compute what stands in several places for every row.
  const reads = [...readsOf(text, name), sql`case when ${mayBeRespelled(text)} then ${respelt} end`];
  return sql`coalesce(${join(reads)})`;
};

/** The same for a text in the usual spelling alone. */
const usualDateSql = (text: Sql, name: ColumnFormat): Sql => sql`coalesce(${join(readsOf(text, name))})`;

/** Reads of a text in the usual spelling, the quickest first; the last one reads all that the others do. */
const readsOf = (text: Sql, name: ColumnFormat): Sql[] => {
  const format = formats.get(name);
  assert(format, `${name} is not a date format`);
  const read = sql`case when regexp_full_match(${text}, ${format.shape}) then ${format.read(text)} end`;
  return format.readUsual ? [format.readUsual(text), read] : [read];
};

const dateHint =
  "(^|[^0-9])([12][0-9]{3}($|[^0-9])|[12][0-9]{7}(T|[0-9]{6}$)|1[34][0-9]{6}$|25[0-9]{6}$|[0-9]{1,2}([/.-]|[/. -]+\\p{L}{3,}[/. -]+)[0-9]{1,2})" +
  "|[٠-٩۰-۹०-९০-৯๐-๙]{2}";

/** VARCHAR: a date in the usual spelling; null for what is no date, or in that spelling already. */
const respelled = (text: Sql): Sql => sql`case when ${mayBeRespelled(text)} then usual_date(${text}) end`;

/** BOOLEAN: whether it is worth its time to look for a date in the text. */
export const mayBeRespelled = (text: Sql): Sql => sql`regexp_matches(${text}, ${dateHint})`;

/** VARCHAR: a date in the usual spelling, and any other text as it is. */
export const usualText = (text: Sql): Sql => sql`coalesce(${respelled(text)}, ${text})`;

/** The largest number of texts that one format reads, of those in the usual spelling. */
export const usualDates = (text: Sql): Sql =>
  sql`greatest(${join(detectableFormats.map((name) => sql`count(${usualDateSql(text, name)})`))})`;

/** VARCHAR: the day in ISO 8601, which sorts as text. */
export const dayText = (text: Sql, name: ColumnFormat): Sql =>
  sql`strftime(make_timestamp(${dateSql(text, name)} * 1000000), '%Y-%m-%d')`;

export const sampledRows = 20_000;

/**
 * The format of a column. Refuses `date-unreadable`, `date-ambiguous` and, for a configured format,
 * `format-mismatch`.
 */
export const chooseDateFormat = async (
  engine: Engine,
  records: Records,
  column: Column,
  configured?: ColumnFormat,
): Promise<ColumnFormat> => {
  if (configured !== undefined && !isDateFormat(configured))
    throw mismatch(column, configured, "it is not a date format");
  const candidates = configured === undefined ? readableFormats : [configured];
  const fits = await countFits(engine, spreadSample(records, sampledRows), column, candidates);
  if (configured !== undefined && fits.values > 0 && fits.best === 0)
    throw mismatch(column, configured, fits.example);
  if (configured !== undefined || fits.values === 0) return configured ?? "date_iso8601";
  if (fits.best * 2 < fits.values)
    throw refuse("date-unreadable", { column: column.name, example: fits.example });
  return resolveTie(engine, records, column, fits.tied);
};

/**
 * The formats that read the most values of the column, without those that read all of them like an earlier
 * one in the list. Empty where no format reads at least half of the values.
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
  const distinct: ColumnFormat[] = [];
  for (const format of tied)
    if (await differsFrom(engine, records, column, distinct, format)) distinct.push(format);
  return distinct;
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

/** The date format of a column without a configured one; null where it is unclear. */
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

/** A reproducible systematic sample of at least `size` rows: every n-th row of each file. */
export const spreadSample = ({ relation, rows, sample }: Records, size: number): Relation => {
  const n = sampleStride(rows, size);
  if (!sample || n < sample.every) return everyNth(relation, n);
  return n === sample.every ? sample.relation : everyNth(sample.relation, n);
};

const everyNth = (rows: Relation, n: number): Relation =>
  n === 1 ? rows : sql`(select * from ${rows} where ordinal % ${n} = 0)`;

/** A power of two, so that a sample of more rows is a part of the samples of fewer. */
export const sampleStride = (rows: number, size: number): number =>
  2 ** Math.max(0, Math.floor(Math.log2(rows / size)));

interface Fits {
  /** The number of values, the largest number that one format reads, and the formats that read as many. */
  values: number;
  best: number;
  tied: ColumnFormat[];
  example: string;
}

/** Other spellings are looked for where no format reads half of the values as they are: it takes longer. */
const countFits = async (
  engine: Engine,
  rows: Relation,
  column: Column,
  candidates: readonly ColumnFormat[],
): Promise<Fits> => {
  const fits = await countUsualFits(engine, rows, column, candidates);
  if (2 * fits.best >= fits.values) return fits;
  const usual = sql`(select ${usualText(column.sql)} as usual from ${rows})`;
  return countUsualFits(engine, usual, { ...column, sql: sql`usual` }, candidates);
};

const countUsualFits = async (
  engine: Engine,
  rows: Relation,
  column: Column,
  candidates: readonly ColumnFormat[],
): Promise<Fits> => {
  const counts = candidates.map((name) => sql`count(${usualDateSql(column.sql, name)}) as ${ident(name)}`);
  const { values, example, ...counted } = await engine.row<Record<string, number | string | null>>(
    sql`select count(*) as values, min(${column.sql}) as example, ${join(counts)} from ${rows}
    where ${column.sql} is not null and not ${isNoDay(column.sql)}`,
  );
  const best = Math.max(...candidates.map((name) => Number(counted[name])));
  const tied = candidates.filter((name) => counted[name] === best);
  return { values: Number(values), best, tied, example: String(example) };
};

/**
 * Breaks a tie of formats on the sample by all rows. Refuses `date-ambiguous` where they still read a row
 * differently.
 */
const resolveTie = async (
  engine: Engine,
  records: Records,
  column: Column,
  tied: ColumnFormat[],
): Promise<ColumnFormat> => {
  if (tied.length === 1) return tied[0]!;
  if (records.earlier) throw new AllRowsNeeded();
  const fits = await countFits(engine, records.relation, column, tied);
  const [distinct] = await engine.rows<{ file: number; example: string }>(
    firstDisagreement(records.relation, column, fits.tied),
  );
  if (distinct === undefined) return fits.tied[0]!;
  throw refuse("date-ambiguous", {
    column: column.name,
    file: records.filenames[distinct.file],
    example: distinct.example,
    formats: fits.tied.join(" or "),
  });
};

/** The first row that the formats read differently; none where they agree. */
const firstDisagreement = (
  rows: Relation,
  { sql: text }: Column,
  [first, ...others]: ColumnFormat[],
): Sql => {
  const distinct = others.map((name) => sql`${dateSql(text, first!)} <> ${dateSql(text, name)}`);
  return sql`select r.file, ${text} as example from ${rows} as r
  where ${join(distinct, " or ", "false")} order by r.seq limit 1`;
};
