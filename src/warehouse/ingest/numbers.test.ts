import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { currencyCode } from "../../domain/data/currency.js";
import { type Engine, openEngine } from "../engine.js";
import { sql } from "../sql/sql.js";
import { currencySql, findDecimalComma, isPlainNumber, numberSql } from "./numbers.js";

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 200, threads: 1, tempDir: tmpdir() });
});
afterAll(() => engine.close());

test.each<[string, number | null]>([
  ["12", 12],
  ["-1.5e3", -1500],
  [".5", 0.5],
  ["$1,234.50", 1234.5],
  ["1,234", 1234],
  ["12,345,678", 12_345_678],
  ["(12.00)", -12],
  ["($1,200)", -1200],
  ["-$5", -5],
  ["$-5", -5],
  ["5-", -5],
  ["€ 12,50", 12.5],
  ["1.234,50 €", 1234.5],
  ["1 234,50", 1234.5],
  ["USD 10", 10],
  ["10.00 GBP", 10],
  ["1\u202f234,56\u00a0€", 1234.56],
  ["CHF 1’234.50", 1234.5],
  ["−12,00 zł", -12],
  ["R$ 1.234,56", 1234.56],
  ["1'234'567.8", 1_234_567.8],
  ["12,00-", -12],
  ["100 kr", 100],
  ["1.234,50 kr.", 1234.5],
  ["1.234,50 TL", 1234.5],
  ["Rs. 1,200", 1200],
  ["฿1,250.50", 1250.5],
  ["12 500 Ft", 12_500],
  ["Rp 15.000,00", 15_000],
  ["1,23,4", null],
  ["nan", null],
  ["inf", null],
  ["12 apples", null],
  ["", null],
  ["-", null],
  ["2020-01-01", null],
])("%s is read as %s", async (text, expected) => {
  expect(await engine.row(sql`select ${numberSql(sql`${text}`)} as n`)).toEqual({ n: expected });
});

test.each([
  ["1.234,50 TL", "TRY"],
  ["฿1,250.50", "THB"],
  ["12 500 Ft", "HUF"],
  ["Rs. 1,200", "RS"],
  ["12.50", null],
])("the currency of %s is %s", async (text, expected) => {
  const { currency } = await engine.row<{ currency: string | null }>(
    sql`select ${currencySql(sql`${text}`)} as currency`,
  );
  expect(currency).toBe(expected);
  expect(currencyCode(text)).toBe(expected);
});

test.each([
  ["1.234 €|12,50 €", true],
  ["US$1.238|US$2.040|US$822", true],
  ["1.238|2.040|822", true],
  ["1.238|2.040|8220", false],
  ["1.238|2.040|822.50", false],
  ["1.238|822", false],
  [`1.238|${Array(25).fill("822").join("|")}`, true],
])("the amounts %s have a decimal comma: %s", async (amounts, expected) => {
  const rows = sql`(select unnest(string_split(${amounts}, '|')) as c0)`;
  expect(await findDecimalComma(engine, rows, sql`c0`)).toBe(expected);
});

test("cents are divided by 100", async () => {
  expect(await engine.row(sql`select ${numberSql(sql`'1250'`, "currency_cents")} as n`)).toEqual({ n: 12.5 });
});

test.each([
  ["0", true],
  ["0.5", true],
  ["-12", true],
  ["1e-05", true],
  ["0.12345678901234567", true],
  ["007", false],
  ["10", true],
  ["+5", true],
  ["+05", false],
  ["-01.5", false],
  ["9_0", false],
  ["1234567890123456", false],
  ["1_000", false],
  ["inf", false],
  ["x", false],
])("%s is a plain number: %s", async (text, expected) => {
  expect(await engine.row(sql`select coalesce(${isPlainNumber(sql`${text}`)}, false) as n`)).toEqual({
    n: expected,
  });
});
