import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ColumnFormat } from "../../domain/data/dataset.js";
import { type Engine, openEngine } from "../engine.js";
import { join, sql } from "../sql/sql.js";
import { isNoDay } from "./dates.js";
import { filledDate, findMissingDates, timeSql } from "./missing-dates.js";

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 200, threads: 1, tempDir: tmpdir() });
  await engine.run(sql`set TimeZone = 'UTC'`);
});
afterAll(() => engine.close());

/** The days of a column as they are read; null for missing ones. */
const days = async (texts: readonly string[], format: ColumnFormat = "date_iso8601") => {
  const rows = await engine.createTable(
    "dated",
    sql`select unnest([${join(texts.map((text) => sql`${text}`))}]) as c0`,
  );
  const dates = await findMissingDates(engine, rows, sql`c0`, format);
  const read = await engine.rows<{ time: number | null; filled: string | null }>(
    sql`select ${timeSql(sql`c0`, dates)} as time, ${filledDate(sql`c0`, dates)} as filled from ${rows}`,
  );
  for (const { time, filled } of read) expect(filled === null).toBe(time === null);
  return read.map(({ time }) => (time === null ? null : new Date(time * 1000).toISOString().slice(0, 10)));
};

test.each([
  "1970-01-01 00:00:00",
  "1970-01-01",
  "1969-12-31T19:00:00-00:30",
  "1900-01-01",
  "1899-12-30",
  "1753-01-01",
  "2999-12-31",
  "2099-12-31T00:00:00Z",
])("%s is no date where all others are years away", async (limit) => {
  expect(await days(["2024-02-03", limit, "2024-03-01"])).toEqual(["2024-02-03", null, "2024-03-01"]);
});

test("the same is a date where the column reaches there", async () => {
  expect(await days(["1969-05-01", "1970-01-01", "1971-03-01"])).toEqual([
    "1969-05-01",
    "1970-01-01",
    "1971-03-01",
  ]);
  expect(await days(["1970-01-01", "1970-01-01"])).toEqual(["1970-01-01", "1970-01-01"]);
});

test("an old date that is no limit stays", async () => {
  expect(await days(["2024-02-03", "1995-06-01"])).toEqual(["2024-02-03", "1995-06-01"]);
});

test.each<[ColumnFormat, string[], (string | null)[]]>([
  ["dd_mm_yyyy_dash", ["03.02.2024", "01.01.1970"], ["2024-02-03", null]],
  ["mm_dd_yyyy_slash", ["2/3/2024", "12/31/1969 19:00"], ["2024-02-03", null]],
  ["dd_mm_yy_slash", ["03/02/24", "01/01/70"], ["2024-02-03", null]],
  ["date_month_day_fullyear", ["Feb 3, 2024", "Jan 1, 1970"], ["2024-02-03", null]],
  ["yyyymmdd", ["20240203", "19700101"], ["2024-02-03", null]],
])("in the format %s", async (format, texts, read) => {
  expect(await days(texts, format)).toEqual(read);
});

test.each([
  ...["0000-00-00", "0000-00-00 00:00:00", "00.00.0000", "00/00/0000", "0", "NULL", "(null)", "N/A", "n.a."],
  ...["\\N", "#N/A", "NaT", "none", "-", "9999-12-31", "31/12/9999", "9999-12-31 23:59:59", "0001-01-01"],
])("%s says that there is no day", async (text) => {
  expect(await engine.row(sql`select ${isNoDay(sql`${text}`)} as is`)).toEqual({ is: true });
});

test.each(["2024-02-03", "", "1970-01-01", "10", "Nullarbor", "unpaid"])("%s does not", async (text) => {
  expect(await engine.row(sql`select ${isNoDay(sql`${text}`)} as is`)).toEqual({ is: false });
});
