import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ColumnFormat } from "../../domain/data/dataset.js";
import { Refusal } from "../../errors/refusal.js";
import { type Engine, openEngine } from "../engine.js";
import { list, sql } from "../sql/sql.js";
import { columnSql } from "./columns.js";
import { chooseDateFormat } from "./dates.js";

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 300, threads: 1, tempDir: tmpdir() });
  await engine.run(sql`set TimeZone = 'UTC'`);
});
afterAll(() => engine.close());

/** The format detected for these values, or the refusal. */
const choose = async (values: string[], configured?: ColumnFormat): Promise<string | Refusal> => {
  const relation = await engine.createTable(
    "dated",
    sql`select 0 as file, u.i as seq, u.i as ordinal, u.c0
    from (select unnest(range(${values.length})) as i, unnest([${list(values)}]) as c0) as u`,
  );
  const records = { relation, rows: values.length, filenames: ["a.csv"] };
  const column = { name: "day", index: 0, sql: columnSql(0) };
  return chooseDateFormat(engine, records, column, configured).catch((error) => error);
};
const code = (refused: string | Refusal) => (refused instanceof Refusal ? refused.code : refused);

test.each<[string, string[]]>([
  ["date_iso8601", ["2020-01-05", "2020-01-06T10:00:00Z"]],
  ["mm_dd_yyyy_slash", ["01/05/2020", "01/25/2020"]],
  ["dd_mm_yyyy_slash", ["01/05/2020", "25/01/2020 10:00"]],
  ["mm_dd_yy_slash", ["01/05/20", "12/31/20"]],
  ["dd_mm_yyyy_dash", ["01.05.2020", "31.05.2020"]],
  ["yyyymmdd", ["20200101", "20200131"]],
  ["yyyymmdd", ["20200101100500", "20200131230000"]],
  ["yyyy_mm_dd_slash", ["1403/10/16", "1403/12/30"]],
  ["dd_mm_yyyy_slash", ["13/01/2568", "29/02/2567 10:00"]],
  ["date_iso8601", ["٢٠٢٥-٠١-٠٥ ١٠:٠٥", "٢٠٢٥-٠١-٠٦ ١٠:٠٥"]],
  ["date_seconds_since_epoch_utc", ["1577836800", "1577836801"]],
  ["date_milliseconds_since_epoch_utc", ["1577836800000"]],
  ["date_microseconds_since_epoch_utc", ["1577836800000000"]],
  ["date_month_day_fullyear", ["Jan 5, 2020", "Feb 6, 2020"]],
])("%s is found in the data", async (format, values) => {
  expect(await choose(values)).toBe(format);
});

test("dates that can be read in two ways are refused as ambiguous", async () => {
  const refused = await choose(["01/05/2020", "02/05/2020"]);
  expect(refused).toMatchObject({
    code: "date-ambiguous",
    params: {
      column: "day",
      file: "a.csv",
      example: "01/05/2020",
      formats: "mm_dd_yyyy_slash or dd_mm_yyyy_slash",
    },
  });
});

test("dates that read the same in both formats are not ambiguous", async () => {
  expect(await choose(["01/01/2020", "05/05/2020"])).toBe("mm_dd_yyyy_slash");
});

test("one unambiguous date outside the sample decides", async () => {
  const values = Array.from({ length: 50_000 }, () => "01/05/2020");
  values[40_001] = "25/05/2020";
  expect(await choose(values)).toBe("dd_mm_yyyy_slash");
});

test("the format of the majority wins", async () => {
  expect(await choose(["2020-01-01", "2020-01-02", "01/25/2020"])).toBe("date_iso8601");
});

test("a column is refused if no format reads half of its values", async () => {
  expect(code(await choose(["2020-01-01", "soon", "later"]))).toBe("date-unreadable");
});

test("a configured format is used even where several fit, and refused where it reads nothing", async () => {
  expect(await choose(["01/05/2020"], "dd_mm_yyyy_slash")).toBe("dd_mm_yyyy_slash");
  expect(code(await choose(["2020-01-05"], "dd_mm_yyyy_slash"))).toBe("format-mismatch");
  expect(code(await choose(["2020-01-05"], "currency_cents"))).toBe("format-mismatch");
});
