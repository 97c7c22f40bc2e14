import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { rowXml, sheetXml, workbookOf, zipOf } from "../../../test/support/zip.js";
import type { HostedCsvOptions } from "../../domain/data/dataset-options.js";
import { limits } from "../../domain/resource/limits.js";
import { Refusal } from "../../errors/refusal.js";
import { describeSources } from "./columns.js";
import type { DialectOptions } from "./dialect.js";
import { describeTables, type Tools } from "./tables.js";

const dir = mkdtempSync(path.join(tmpdir(), "tables-"));
afterAll(() => rmSync(dir, { recursive: true }));

/** None of these needs the engine. */
const tools = { engine: null as never, scratch: dir } satisfies Tools;

const tablesOf = (bytes: Buffer, options: DialectOptions = {}) => {
  const file = path.join(dir, "file");
  writeFileSync(file, bytes);
  return describeTables({ path: file, filename: "file", arrived_at: 0 }, options, tools);
};

const csvs = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}.csv`, "id,day\n1,2026-01-01\n"]));

test("an archive has a number of tables", async () => {
  const { is: most } = limits.archiveTables;
  expect(await tablesOf(zipOf(csvs(20)))).toHaveLength(20);
  const refused: unknown = await tablesOf(zipOf(csvs(10 * most))).catch((error) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({
    code: "archive-too-large",
    params: { limit: "an archive of 10000 files, more than 1000" },
  });
});

test("archives have a number of tables together, also with those that were read before", async () => {
  const { is: most } = limits.furtherTables;
  const archive = path.join(dir, "many.zip");
  writeFileSync(archive, zipOf(csvs(21)));
  const files = [{ path: archive, filename: "many.zip", arrived_at: 0 }];
  const options: HostedCsvOptions = { type: "hosted_csv", upload_directory: "d" };
  const described = (furtherBefore: number) =>
    describeSources(files, options, tools, false, { names: [], files: ["a.zip"], tables: 1 + furtherBefore });
  expect((await described(most - 20)).sources).toHaveLength(21);
  for (const further of [most - 19, 10 * most])
    await expect(described(further)).rejects.toMatchObject({
      code: "tables-too-many",
      params: { file: "many.zip", most },
    });
});

test("of the long name of a member the end is shown", async () => {
  const long = "x".repeat(60_000);
  const tables = await tablesOf(
    zipOf({ [`${long}/a.csv`]: "id,day\n1,2\n", [`${long}/b.csv`]: "id,day\n1,2\n" }),
  );
  for (const { file } of tables) expect(file.filename.length).toBeLessThan(250);
  expect(tables.map(({ file }) => file.filename.slice(-7))).toEqual(["x/a.csv", "x/b.csv"]);
});

const rows = [
  ["id", "day"],
  ["1", "2026-01-01"],
];

test("sheets that are one part of a workbook are one sheet, and a long name is cut", async () => {
  const names = Array.from({ length: 50 }, (_, i) => `${i} ${"n".repeat(5_000)}`);
  const listed = names.map((name, i) => `<sheet name="${name}" r:id="r${i}"/>`).join("");
  const links = names
    .map((_, i) => `<Relationship Id="r${i}" Type="x/worksheet" Target="one.xml"/>`)
    .join("");
  const book = zipOf({
    "[Content_Types].xml": "<Types/>",
    "xl/workbook.xml": `<workbook><sheets>${listed}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${links}</Relationships>`,
    "xl/one.xml": sheetXml(rows.map((row, i) => rowXml(row, i + 1)).join("")),
  });
  const [table, ...others] = await tablesOf(book);
  expect(others).toEqual([]);
  expect(table!.dialect.sheet).toHaveLength(limits.nameCharacters.is);
  expect(table!.dialect.sheets).toEqual([table!.dialect.sheet]);
});

test("a sheet that is too wide is refused with its width if it is chosen, and is no matter beside a table", async () => {
  const wide = [Array.from({ length: 5_000 }, (_, i) => `c${i}`), ["1"]];
  const sheets = [
    { name: "wide", rows: wide },
    { name: "orders", rows: [...rows, ...rows.slice(1), ...rows.slice(1)] },
  ];
  await expect(tablesOf(workbookOf({ sheets }), { sheet: "wide" })).rejects.toMatchObject({
    code: "columns-too-many",
    params: { columns: 5_000 },
  });
  const [table] = await tablesOf(workbookOf({ sheets }), { sheet: "orders" });
  expect(table!.dialect.names).toEqual(["id", "day"]);
});

const jsonRows = async (text: string, pack: (text: Buffer) => Buffer = (plain) => plain) => {
  const [{ file, dialect }] = (await tablesOf(pack(Buffer.from(text)))) as [
    Awaited<ReturnType<typeof tablesOf>>[number],
  ];
  return { names: dialect.names, text: readFileSync(file.path, "utf8") };
};

test("JSON and JSON Lines are tables of the same rows, packed or not: nested fields and lines of orders", async () => {
  const orders = [
    { id: 1, buyer: { email: "a@x.org" }, lines: [{ sku: "T" }, { sku: 'U "x"', n: 2 }] },
    { id: 2, note: "two\nlines" },
  ];
  const expected = {
    names: ["id", "buyer.email", "lines.sku", "lines.n", "note"],
    text: 'id,buyer.email,lines.sku,lines.n,note\n1,1,a@x.org,T,,\n1,1,a@x.org,"U ""x""",2,\n2,2,,,,"two\nlines"\n',
  };
  const spellings = [
    JSON.stringify(orders),
    `\ufeff${JSON.stringify(orders, null, 2)}`,
    JSON.stringify({ page: { of: 1 }, orders }),
    orders.map((order) => JSON.stringify(order)).join("\r\n"),
  ];
  const packs = [gzipSync, (bytes: Buffer) => zipOf({ "orders.json": bytes.toString() })];
  for (const text of spellings)
    for (const pack of [undefined, ...packs]) expect(await jsonRows(text, pack)).toEqual(expected);
});

test("JSON that cannot be read is refused with its line, and so are too many columns", async () => {
  await expect(jsonRows('[{"a":1},\n{"a":')).rejects.toMatchObject({
    code: "file-unreadable",
    params: { file: "file", where: " at line 2" },
  });
  const wide = Object.fromEntries(Array.from({ length: limits.columns.is + 1 }, (_, i) => [`c${i}`, i]));
  await expect(jsonRows(JSON.stringify([wide]))).rejects.toMatchObject({ code: "columns-too-many" });
});

test("a small JSON file cannot stand for a table of any size", async () => {
  const wide = { text: "x".repeat(1_000_000), lines: Array.from({ length: 400 }, (_, i) => ({ i })) };
  await expect(jsonRows(JSON.stringify([wide]))).rejects.toMatchObject({ code: "archive-too-large" });
});
