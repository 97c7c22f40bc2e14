import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { workbookOf } from "../../test/support/zip.js";
import { recordsOf } from "../warehouse/ingest/source-records.js";
import { describeTables, type SourceTable, type Tools } from "../warehouse/ingest/tables.js";
import { ArchiveTooLarge } from "./archive.js";
import { openWorkbook } from "./workbook.js";

const dir = mkdtempSync(path.join(tmpdir(), "sheets-"));
afterAll(() => rmSync(dir, { recursive: true }));
const tools = { engine: null as never, scratch: dir } satisfies Tools;

/** Sheets of one cell a row, each of which refers to the same text. */
const bookOf = (sheets: number, rows: number, text: string): string => {
  const file = path.join(dir, `${sheets}.xlsx`);
  const cell = (place: string, index: number) => `<c r="${place}" t="s"><v>${index}</v></c>`;
  const body = Array.from(
    { length: rows },
    (_, i) => `<row r="${i + 2}">${cell(`A${i + 2}`, 2)}${cell(`B${i + 2}`, 3)}</row>`,
  ).join("");
  const xml = `<worksheet><sheetData><row r="1">${cell("A1", 0)}${cell("B1", 1)}</row>${body}</sheetData></worksheet>`;
  const named = Array.from({ length: sheets }, (_, i) => ({ name: `month ${i}`, xml }));
  writeFileSync(file, workbookOf({ sheets: named, sharedStrings: ["id", "note", "7", text] }));
  return file;
};
const tablesOf = (file: string) =>
  describeTables({ path: file, filename: "book.xlsx", arrived_at: 0 }, {}, tools);
const rowsOf = async ({ file, dialect }: SourceTable): Promise<number> => {
  let rows = 0;
  for await (const records of recordsOf(file, dialect)) rows += [...records].length;
  return rows;
};

test("all sheets of a table together unpack to what a file may, however few bytes refer to a text", async () => {
  const tables = await tablesOf(bookOf(12, 400, "x".repeat(32_000)));
  expect(tables).toHaveLength(12);
  for (const table of tables.slice(0, 7)) expect(await rowsOf(table)).toBe(401);
  // A sheet that is read again counts once.
  expect(await rowsOf(tables[0]!)).toBe(401);
  await expect(rowsOf(tables[7]!)).rejects.toThrow(ArchiveTooLarge);
});

test("the texts of a workbook are read once for the sheets of a table, and are gone after the last", async () => {
  const file = bookOf(3, 5, "text");
  const [first, second, third] = await tablesOf(file);
  const group = first!.file.sheets!;
  const texts = await group.stringsOf(await openWorkbook(file));
  await rowsOf(first!);
  await rowsOf(second!);
  const areSame = async () => (await group.stringsOf(await openWorkbook(file))) === texts;
  expect(await areSame()).toBe(true);
  await rowsOf(third!);
  expect(await areSame()).toBe(false);
});
