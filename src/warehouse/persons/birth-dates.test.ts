import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../engine.js";
import { sql } from "../sql/sql.js";
import { valuesOf } from "./fixtures.js";
import { stageBirthDates } from "./normalise.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "birth-dates-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

/** Parsed dates; null for none. */
const read = async (...texts: string[]): Promise<(string | null)[]> => {
  const rows = texts.map((text, node) => [node, text]);
  const written = valuesOf({ node: sql`integer`, birth_date: sql`varchar` }, rows);
  const { birthDates: dates } = await stageBirthDates(engine, written);
  const found = await engine.rows<{ node: number; value: string }>(sql`select * from ${dates}`);
  return texts.map((_, node) => found.find((row) => row.node === node)?.value ?? null);
};

test.each([
  "1980-05-12",
  "1980-5-12",
  "1980/05/12",
  "1980.05.12",
  "19800512",
  "1980-05-12 00:00:00",
  "1980-05-12T00:00:00Z",
  "12 May 1980",
  "12. Mai 1980",
  "12-MAY-1980",
  "12th of May 1980",
  "May 12, 1980",
  "may 12th 1980",
  "12 de mayo de 1980",
  "12-May-80",
  "12/May/80",
  "1980-May-12",
  "12 мая 1980",
  "12 Μαΐου 1980",
  "12 maja 1980",
  "1980年5月12日",
  " 12 mai 1980 ",
])("%s is 12 May 1980", async (text) => {
  expect(await read(text)).toEqual(["19800512"]);
});

test.each([
  ["juin", "06"],
  ["juil.", "07"],
  ["juillet", "07"],
  ["Jun", "06"],
  ["März", "03"],
  ["août", "08"],
  ["Dezember", "12"],
  ["diciembre", "12"],
  ["Sept.", "09"],
])("%s is month %s", async (name, number) => {
  expect(await read(`3 ${name} 1980`)).toEqual([`1980${number}03`]);
});

test("ambiguous dates follow unambiguous ones with the same separator", async () => {
  expect(await read("03/04/1980", "25/12/1980")).toEqual(["19800403", "19801225"]);
  expect(await read("03/04/1980", "12/25/1980")).toEqual(["19800304", "19801225"]);
  expect(await read("03/04/1980", "25.12.1980", "03041980", "12251980")).toEqual([
    ...["19800304", "19801225", "19800304", "19801225"],
  ]);
});

test("without evidence the month comes first, except that with points the day does", async () => {
  expect(await read("03/04/1980", "03-04-1980", "03.04.1980")).toEqual(["19800304", "19800304", "19800403"]);
});

test("a date that only the rarer order allows is read in that order", async () => {
  expect(await read("13/01/1980", "14/01/1980", "01/15/1980")).toEqual(["19800113", "19800114", "19800115"]);
});

test("a two-digit year is in the last century unless that is too long ago", async () => {
  expect(await read("5/12/80", "5/12/09", "5/12/20")).toEqual(["19800512", "20090512", "19200512"]);
});

test("a text that is no date gives none", async () => {
  const none = [
    "1980-00-00",
    "00/13/1980",
    "1900-01-01",
    "12/30/1899",
    "00/00/0000",
    "n/a",
    "1980",
    "198012",
    "soon",
    "",
  ];
  expect(await read(...none)).toEqual(none.map(() => null));
});

test("a year of another calendar is kept", async () => {
  expect(await read("2523-05-12", "1400/05/12")).toEqual(["25230512", "14000512"]);
});

test("a date that the calendar lacks is kept, because it is close to the right one", async () => {
  expect(await read("1980-02-30", "19801312", "12/32/1980", "25/12/1980")).toEqual([
    ...["19800230", "19801312", "19803212", "19801225"],
  ]);
});
