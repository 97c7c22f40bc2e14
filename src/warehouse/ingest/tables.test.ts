import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
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
