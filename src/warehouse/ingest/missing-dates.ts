// Missing dates: what programs write where there is no date. Some texts are no day at all, such as
// 0000-00-00, and never are one. Others are the first or the last day that a program knows, such as
// 1970-01-01: they are no date where they stand apart from all others of the column, and a date where the
// column reaches there.

import type { ColumnFormat } from "../../domain/data/dataset.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import type { Engine } from "../engine.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";
import type { Column } from "./columns.js";
import { chooseDateFormat, dateSql, isNoDay, sampledRows, spreadSample } from "./dates.js";
import type { Records } from "./read.js";

/** Beginnings and ends of the calendars of programs and databases. */
const limitDays = [
  ...["1601-01-01", "1753-01-01", "1899-12-30", "1899-12-31", "1900-01-01", "1904-01-01", "1970-01-01"],
  ...["2038-01-19", "2099-12-31", "2199-12-31", "2999-12-31"],
].map((iso) => Date.parse(iso) / 1000);

/** In seconds, both ends excluded. */
type Span = readonly [from: number, until: number];

/** A program's time zone may move its limit to the day before or after. */
const limits: readonly Span[] = limitDays.map((limit) => [limit - secondsPerDay, limit + secondsPerDay]);

/**
 * Texts of four digits between which no year is that of a limit: a comparison of texts costs nothing beside
 * reading a date.
 */
const [firstYear, lastYear] = ["1971", "2038"];
const yearsOfLimits = "1601|1600|17(52|53)|1899|19(00|03|04|69|70)|2038|2[019]99|2[02]00|3000";

/** Reading of a column's dates. Plain data, which follows from a sample of the rows. */
export interface DatesRead {
  format: ColumnFormat;
  /** Limits that are no dates of this column. */
  missing: readonly Span[];
}

/** A limit that is nearer to other dates of the column is one of them. */
const apart = 366 * secondsPerDay;

/** Reads a column of dates from a sample. Refuses what `chooseDateFormat` refuses. */
export const readDates = async (
  engine: Engine,
  records: Records,
  column: Column,
  configured?: ColumnFormat,
): Promise<DatesRead> => {
  const format = await chooseDateFormat(engine, records, column, configured);
  return findMissingDates(engine, spreadSample(records, sampledRows), column.sql, format);
};

/** `rows`: a sample. */
export const findMissingDates = async (
  engine: Engine,
  rows: Relation,
  text: Sql,
  format: ColumnFormat,
): Promise<DatesRead> => {
  // A table, because the engine (1.5) would otherwise read each date once for each limit.
  const times = await engine.createTable(
    "date_read",
    sql`select ${dateSql(text, format)} as time from ${rows} as r`,
  );
  const { first, last } = await engine.row<{ first: number | null; last: number | null }>(
    sql`select min(d.time) as first, max(d.time) as last from ${times} as d where not ${isIn(sql`d.time`, limits)}`,
  );
  await engine.drop(times);
  const isApart = ([from, until]: Span) => until < first! - apart || from > last! + apart;
  return { format, missing: first === null ? [] : limits.filter(isApart) };
};

const isIn = (time: Sql, spans: readonly Span[]): Sql =>
  sql`coalesce(${join(
    spans.map(([from, until]) => sql`(${time} > ${from} and ${time} < ${until})`),
    " or ",
    "false",
  )}, false)`;

/** BIGINT epoch seconds; null where the text is no date of the format, or stands for none. */
export const timeSql = (text: Sql, { format, missing }: DatesRead): Sql => {
  const time = dateSql(text, format);
  if (missing.length === 0) return time;
  return sql`case when ${mayBeLimit(text, format)} then case when ${isIn(time, missing)} then null else ${time} end else ${time} end`;
};

const yearFirst: readonly ColumnFormat[] = [
  "date_iso8601",
  "yyyy_mm_dd_dash",
  "yyyy_mm_dd_slash",
  "yyyymmdd",
  "yyyymm",
];

/** BOOLEAN: whether a date has to be looked at. Hardly any has. */
const mayBeLimit = (text: Sql, format: ColumnFormat): Sql => {
  if (yearFirst.includes(format)) return sql`(${text} < ${firstYear} or ${text} >= ${lastYear})`;
  const hasShortYear = /_yy_|^yy_|shortyear/.test(format);
  return hasShortYear ? sql`true` : sql`regexp_matches(${text}, ${yearsOfLimits})`;
};

/** BOOLEAN: whether a text stands for a missing date. */
export const standsForNoDate = (text: Sql, { format, missing }: DatesRead): Sql =>
  missing.length === 0
    ? isNoDay(text)
    : sql`(${isNoDay(text)} or (${mayBeLimit(text, format)} and ${isIn(dateSql(text, format), missing)}))`;

/** The text; null where it stands for a missing date. */
export const filledDate = (text: Sql, dates: DatesRead): Sql =>
  sql`case when ${standsForNoDate(text, dates)} then null else ${text} end`;
