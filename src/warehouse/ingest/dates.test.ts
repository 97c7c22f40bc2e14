import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ColumnFormat } from "../../domain/data/dataset.js";
import { type Engine, openEngine } from "../engine.js";
import { sql } from "../sql/sql.js";
import { dateSql } from "./dates.js";

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 200, threads: 1, tempDir: tmpdir() });
  await engine.run(sql`set TimeZone = 'UTC'`);
});
afterAll(() => engine.close());

const parsed = async (text: string, format: ColumnFormat): Promise<string | null> => {
  const { t } = await engine.row<{ t: number | null }>(sql`select ${dateSql(sql`${text}`, format)} as t`);
  return t === null ? null : new Date(t * 1000).toISOString();
};

test.each<[ColumnFormat, string, string | null]>([
  ["date_iso8601", "2020-02-29", "2020-02-29T00:00:00.000Z"],
  ["date_iso8601", "2020-2-9 7:05", "2020-02-09T07:05:00.000Z"],
  ["date_iso8601", "2020-01-01T10:00:00.999", "2020-01-01T10:00:00.000Z"],
  ["date_iso8601", "2020-01-01 10:00:00,5", "2020-01-01T10:00:00.000Z"],
  ["date_iso8601", "2020-01-01T10:00:00Z", "2020-01-01T10:00:00.000Z"],
  ["date_iso8601", "2020-01-01T10:00Z", "2020-01-01T10:00:00.000Z"],
  ["date_iso8601", "2020-01-01T10:00:00+02:00", "2020-01-01T08:00:00.000Z"],
  ["date_iso8601", "2020-01-01 10:00:00 +0200", "2020-01-01T08:00:00.000Z"],
  ["date_iso8601", "2020-01-01T10:00+02", "2020-01-01T08:00:00.000Z"],
  ["date_iso8601", "1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.000Z"],
  ["date_iso8601", "2021-02-29", null],
  ["date_iso8601", "0001-01-01", null],
  ["date_iso8601", "2020-02-09 07:05:01", "2020-02-09T07:05:01.000Z"],
  ["date_iso8601", "2020-02-09T07:05:01", "2020-02-09T07:05:01.000Z"],
  ["date_iso8601", "2020-02-09 07:05:1Z", "2020-02-09T07:05:01.000Z"],
  ["date_iso8601", "1969-12-31 23:59:59", "1969-12-31T23:59:59.000Z"],
  ["date_iso8601", "3020-02-09", null],
  ["date_iso8601", "2020-13-09 07:05:01", null],
  ["date_iso8601", "2020-02-09\n", null],
  ["date_iso8601", "2020-02-09 \n7:05:01", null],
  ["date_iso8601", "infinity", null],
  ["mm_dd_yyyy_slash", "12/31/2019 14:05", "2019-12-31T14:05:00.000Z"],
  ["mm_dd_yyyy_slash", "1/5/2020 3:07 PM", "2020-01-05T15:07:00.000Z"],
  ["mm_dd_yyyy_slash", "1/5/2020 12:07:30 AM", "2020-01-05T00:07:30.000Z"],
  ["mm_dd_yyyy_slash", "1/5/20", null],
  ["mm_dd_yyyy_slash", "31/12/2019", null],
  ["dd_mm_yyyy_slash", "31/12/2019", "2019-12-31T00:00:00.000Z"],
  ["dd_mm_yyyy_dash", "31.12.2019 08:00", "2019-12-31T08:00:00.000Z"],
  ["dd_mm_yy_dash", "31-12-19", "2019-12-31T00:00:00.000Z"],
  ["mm_dd_yy_slash", "12/31/19 23:59", "2019-12-31T23:59:00.000Z"],
  ["yyyy_mm_dd_slash", "2019/12/31", "2019-12-31T00:00:00.000Z"],
  ["yy_mm_dd_dash", "19-12-31", "2019-12-31T00:00:00.000Z"],
  ["yyyymmdd", "20191231", "2019-12-31T00:00:00.000Z"],
  ["yyyymm", "201912", "2019-12-01T00:00:00.000Z"],
  ["yyyymmdd", "20191231235905", "2019-12-31T23:59:05.000Z"],
  ["date_month_day_shortyear", "05-Mär-25", "2025-03-05T00:00:00.000Z"],
  ["yyyy_mm_dd_slash", "1403/10/16", "2025-01-05T00:00:00.000Z"],
  ["yyyy_mm_dd_slash", "٢٠٢٥/٠١/٠٥", "2025-01-05T00:00:00.000Z"],
  ["date_iso8601", "1446-07-05", null],
  ["dd_mm_yyyy_slash", "29/02/2567 08:00", "2024-02-29T08:00:00.000Z"],
  ["date_iso8601", "2567-02-29", "2024-02-29T00:00:00.000Z"],
  ["date_iso8601", "2999-12-31", "2999-12-31T00:00:00.000Z"],
  ["date_seconds_since_epoch_utc", "0000001001", null],
  ["date_month_day_fullyear", "Jan 5, 2020", "2020-01-05T00:00:00.000Z"],
  ["date_month_day_fullyear", "September 5 2020", "2020-09-05T00:00:00.000Z"],
  ["date_month_day_fullyear", "05-Jan-2020", "2020-01-05T00:00:00.000Z"],
  ["date_month_day_fullyear_hours_minutes", "Jan 5, 2020 14:05", "2020-01-05T14:05:00.000Z"],
  ["date_month_day_shortyear", "Jan 5, 20", "2020-01-05T00:00:00.000Z"],
  ["date_seconds_since_epoch_utc", "1577836800", "2020-01-01T00:00:00.000Z"],
  ["date_milliseconds_since_epoch_utc", "1577836800999", "2020-01-01T00:00:00.000Z"],
  ["date_microseconds_since_epoch_utc", "1577836800999999", "2020-01-01T00:00:00.000Z"],
  ["date_seconds_since_epoch_utc", "1577836800999", null],
  ["date_spreadsheet_days", "45123.5", "2023-07-16T12:00:00.000Z"],
  ["date_spreadsheet_days", "45323,16944", "2024-02-01T04:04:00.000Z"],
  ["date_spreadsheet_days", "450", null],
])("%s reads %s as %s", async (format, text, expected) => {
  expect(await parsed(text, format)).toBe(expected);
});

test("other spellings are looked for where the usual one is not read, and not in every row", async () => {
  const seconds = dateSql(sql`text`, "date_iso8601");
  const [plan] = await engine.rows<{ explain_value: string }>(
    sql`explain (format json) select min(${seconds}), max(${seconds}) from (select cast(i as varchar) as text from range(9) as r(i))`,
  );
  const computed = expressionsOf(JSON.parse(plan!.explain_value)[0]).filter((each) =>
    each.includes("usual_date"),
  );
  expect(computed).toHaveLength(1);
  expect(computed[0]).toContain("TRY_CAST(text AS TIMESTAMP)");
});

interface Operator {
  extra_info: { Projections?: string | string[] };
  children: Operator[];
}

const expressionsOf = ({ extra_info: { Projections = [] }, children }: Operator): string[] => [
  ...[Projections].flat(),
  ...children.flatMap(expressionsOf),
];
