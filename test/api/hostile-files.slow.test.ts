// Hostile workbooks and archives, which would take the memory or the disk of a build, and a large workbook,
// which must not.

import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { Refusal } from "../../src/errors/refusal.js";
import { ArchiveTooLarge, BrokenArchive } from "../../src/files/archive.js";
import { openEngine } from "../../src/warehouse/engine.js";
import { recordsOf } from "../../src/warehouse/ingest/source-records.js";
import { describeTables } from "../../src/warehouse/ingest/tables.js";
import { rowXml, sheetXml, workbookOf, zipOf } from "../support/zip.js";

const dir = mkdtempSync(path.join(tmpdir(), "hostile-files-"));
const engine = await openEngine({ memoryMb: 100, threads: 1, tempDir: dir });
afterAll(() => {
  engine.close();
  rmSync(dir, { recursive: true });
});

/** Number of records, and the error that ended the reading. */
const read = async (bytes: Buffer): Promise<{ records: number; error?: unknown }> => {
  const file = path.join(dir, "hostile.xlsx");
  writeFileSync(file, bytes);
  let records = 0;
  try {
    const source = { path: file, filename: "hostile.xlsx", arrived_at: 0 };
    for (const table of await describeTables(source, {}, { engine, scratch: dir }))
      for await (const batch of recordsOf(table.file, table.dialect)) for (const _ of batch) records++;
    return { records };
  } catch (error) {
    return { records, error };
  }
};

const isBounded = (error: unknown): boolean =>
  error instanceof ArchiveTooLarge || error instanceof BrokenArchive || error instanceof Refusal;

const bookOf = (rows: string, sharedStrings?: string[]): Buffer =>
  workbookOf({
    sheets: [{ name: "x", xml: sheetXml(rows) }],
    ...(sharedStrings && { sharedStrings }),
  });

const laughs = `<!DOCTYPE x [<!ENTITY a "${"lol".repeat(100)}">${[..."bcdefghi"].map((name, i) => `<!ENTITY ${name} "${`&${"abcdefghi"[i]};`.repeat(10)}">`).join("")}]>`;
const header = rowXml(["id", "day"], 1);
const cells = (count: number) => '<c t="s"><v>0</v></c>'.repeat(count);

test.each<[string, () => Buffer]>([
  [
    "a billion laughs",
    () =>
      workbookOf({
        sheets: [{ name: "x", xml: `<?xml version="1.0"?>${laughs}<worksheet>&i;</worksheet>` }],
      }),
  ],
  ["zeros that unpack to gigabytes", () => zipOf({ "a.csv": Buffer.alloc(400_000_000), "b.csv": "id\n" })],
  ["a sheet of one endless tag", () => bookOf(`<row r="1" x="${"a".repeat(90_000_000)}"/>`)],
  [
    "a text referred to a million times",
    () => bookOf(`${header}<row>${cells(900_000)}</row>`, ["x".repeat(32_000)]),
  ],
  [
    "rows of a text referred to often",
    () => bookOf(header + `<row>${cells(50)}</row>`.repeat(60_000), ["x".repeat(32_000)]),
  ],
  ["a cell beyond the last column", () => bookOf('<row r="1"><c r="ZZZZZZZ1"><v>1</v></c></row>')],
  ["a row beyond the last", () => bookOf('<row r="99999999999"><c><v>1</v></c></row>')],
  [
    "a member that is larger than it says",
    () => zipOf({ "a.csv": { bytes: Buffer.alloc(90_000_000), declaredBytes: 10 } }),
  ],
])("%s is refused within bounds", async (_, bytes) => {
  const before = process.memoryUsage().rss;
  const { error } = await read(bytes());
  expect(isBounded(error), String(error)).toBe(true);
  expect(process.memoryUsage().rss - before).toBeLessThan(1_500_000_000);
});

test("rows with a cell in the last column alone are read, and cut", async () => {
  const wide = '<row><c r="XFD1"><v>1</v></c></row>'.repeat(5_000);
  expect(await read(bookOf(header + wide))).toEqual({ records: 5_001 });
});

test("elements nested a million deep and a million empty rows are read", async () => {
  const deep = "<a>".repeat(1_000_000) + "</a>".repeat(1_000_000);
  expect(await read(bookOf(header + rowXml(["1", "2024-01-01"], 2) + deep))).toEqual({ records: 2 });
  expect(await read(bookOf(header + "<row/>".repeat(1_000_000)))).toEqual({ records: 1 });
});

test("a workbook of 200,000 rows is read within 250 MB", async () => {
  const rows = Array.from({ length: 200_000 }, (_, i) =>
    rowXml(
      [`customer-${i}@example.com`, 45_000 + i / 1000, (i * 7) / 100, "paid", i % 5, "Tea, loose"],
      i + 2,
    ),
  );
  const titles = rowXml(["email", "day", "amount", "status", "quantity", "product"], 1);
  const { records, peakMb } = await readByProcess(bookOf(titles + rows.join("")));
  console.log(`200,000 rows: peak of ${Math.round(peakMb)} MB`);
  expect(records).toBe(200_001);
  expect(peakMb).toBeLessThan(250);
});

test.each([
  { rows: 60_000, cells: 50, characters: 32_000 },
  { rows: 400_000, cells: 1, characters: 1_800_000 },
])("$rows rows whose $cells cells refer to a text of $characters need a heap of 512 MB", async (book) => {
  const row = `<row>${cells(book.cells)}</row>`;
  const bytes = bookOf(header + row.repeat(book.rows), ["x".repeat(book.characters)]);
  expect(await readByProcess(bytes, { heapMb: 512, maxUnpackedBytes: 1 << 30 })).toMatchObject({
    error: "ArchiveTooLarge",
  });
});

/** Reads in a process of its own. */
const readByProcess = async (
  bytes: Buffer,
  { heapMb = 4096, maxUnpackedBytes = Number.MAX_SAFE_INTEGER } = {},
): Promise<{ records: number; peakMb: number; error?: string }> => {
  const file = path.join(dir, "by-process.xlsx");
  writeFileSync(file, bytes);
  const script = `
    import { describeTables } from ${JSON.stringify(compiled("tables"))};
    import { recordsOf } from ${JSON.stringify(compiled("source-records"))};
    const source = {
      path: ${JSON.stringify(file)}, filename: "large.xlsx", arrived_at: 0, maxUnpackedBytes: ${maxUnpackedBytes},
    };
    let [records, error] = [0, undefined];
    try {
      const [{ dialect }] = await describeTables(source, {});
      for await (const batch of recordsOf(source, dialect)) for (const _ of batch) records++;
    } catch (cause) {
      error = cause.name;
    }
    console.log(JSON.stringify({ records, error, peakMb: ${peakMbOfItself} }));`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    `--max-old-space-size=${heapMb}`,
    "--input-type=module",
    "-e",
    script,
  ]);
  return JSON.parse(stdout);
};

/**
 * Peak since the program began, where the system tells it. Otherwise it is at least the peak of the process
 * that started the program.
 */
const peakMbOfItself = existsSync("/proc/self/status")
  ? `/VmHWM:\\s+(\\d+)/.exec((await import("node:fs")).readFileSync("/proc/self/status", "utf8"))[1] / 1024`
  : "process.resourceUsage().maxRSS / 1024";

const compiled = (module: string): string =>
  path.resolve(import.meta.dirname, `../../dist/src/warehouse/ingest/${module}.js`);
