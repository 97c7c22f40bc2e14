// File formats of a dataset, from the bytes of the upload to events: workbooks, archives, and lines above the header.

import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { needing } from "../../../test/run/needs.js";
import { publicFile } from "../../../test/support/public-data.js";
import { stepTools } from "../../../test/support/step-tools.js";
import { type CellValue, workbookOf, zipOf } from "../../../test/support/zip.js";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import type { HostedCsvOptions } from "../../domain/data/dataset-options.js";
import type { DatasetResult } from "../../domain/proposal/dataset-result.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { datasetFiles, relation } from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";
import { type FileBodies, uploadedFiles } from "./fixtures.js";
import { buildDataset } from "./step.js";

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "file-formats-"));
  engine = await openEngine({ memoryMb: 500, threads: 2, tempDir: root });
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

const config: Omit<DatasetConfig, "options"> = {
  identity_sets: { customer: { customer_id: "id" } },
  output_to_streams: {
    transaction: { data_map: { datetime: { column_name: "day" }, value: { column_name: "amount" } } },
  },
  output_to_traits: {},
};

type Built = DatasetResult & { events: unknown[] };

const build = async (
  files: FileBodies,
  options: Partial<HostedCsvOptions> = {},
  changes: Partial<DatasetConfig> = {},
): Promise<Built> => {
  const dir = await mkdtemp(path.join(root, "build-"));
  const out = path.join(dir, "out");
  const uploaded = await uploadedFiles(root, files);
  const input = {
    config: {
      ...config,
      options: { type: "hosted_csv" as const, upload_directory: "shop", ...options },
      ...changes,
    },
    files: uploaded,
  };
  const now = Date.UTC(2027, 0, 1);
  const result = await buildDataset(input, stepTools(engine, out, { now }));
  if (input.config.preview || !input.config.output_to_streams.transaction) return { ...result, events: [] };
  const events = await engine.rows<{ day: string; value: number; id: string }>(
    sql`select strftime(to_timestamp(e.event_time), '%Y-%m-%d %H:%M:%S') as day, e.value, i.customer_id as id
    from ${relation(datasetFiles(out).events("transaction"))} as e
    inner join ${relation(datasetFiles(out).identities)} as i on i.identity_key = e.identity_key order by all`,
  );
  return { ...result, events: events.map(({ day, value, id }) => `${id} ${day} ${value}`) };
};

const preview = (files: FileBodies, options: Partial<HostedCsvOptions> = {}) =>
  build(files, options, { preview: true, identity_sets: {}, output_to_streams: {} });

const refusal = (files: FileBodies, options: Partial<HostedCsvOptions> = {}) =>
  build(files, options).then(
    () => null,
    ({ code, params }) => ({ code, ...params }),
  );

const csv = "id,day,amount\n007,2024-07-09,19.5\n008,2024-07-10,20\n";
const events = ["007 2024-07-09 00:00:00 19.5", "008 2024-07-10 00:00:00 20"];

test("tabs separate the values of a .tsv file", async () => {
  expect((await build({ "a.tsv": csv.replaceAll(",", "\t") })).events).toEqual(events);
});

test("a file is read as what it is, whatever its name says", async () => {
  const rows: CellValue[][] = [
    ["id", "day", "amount"],
    ["007", "2024-07-09", 19.5],
    ["008", "2024-07-10", 20],
  ];
  expect((await build({ "a.csv": workbookOf({ sheets: [{ name: "x", rows }] }) })).events).toEqual(events);
  expect((await build({ "a.txt": zipOf({ "b.csv": csv }) })).events).toEqual(events);
  expect((await build({ "a.xlsx": csv })).events).toEqual(events);
});

test("the cells of a workbook are read as a person sees them", async () => {
  const rows: CellValue[][] = [
    ["id", "day", "amount", "note"],
    [
      "007",
      { xml: '<c s="1"><v>45482.74851851852</v></c>' },
      { xml: "<c><f>A1+B1</f><v>0.30000000000000004</v></c>" },
      { xml: '<c t="s"><v>1</v></c>' },
    ],
    [{ xml: '<c t="s"><v>0</v></c>' }, { xml: '<c s="2"><v>45483</v></c>' }, 1e15, true],
    [],
    [
      "009",
      "2024-07-11",
      { xml: '<c t="e"><v>#DIV/0!</v></c>' },
      { xml: '<c t="str"><f>x</f><v>a, "b"</v></c>' },
    ],
  ];
  const book = workbookOf({
    sheets: [{ name: "Orders", rows }],
    formats: ["yyyy-mm-dd hh:mm:ss", "dd/mm/yyyy"],
    sharedStrings: [
      "008",
      "<si><r><t>call </t></r><r><t>first_x000A_&amp; wait</t></r><rPh><t>xx</t></rPh></si>",
    ],
  });
  const built = await build({ "a.xlsx": book });
  expect(built.events).toEqual([
    "007 2024-07-09 17:57:52 0.3",
    "008 2024-07-10 00:00:00 1000000000000000",
    "009 2024-07-11 00:00:00 null",
  ]);
  expect(built.sample.map(({ note }) => note)).toEqual(["call first\n& wait", "true", 'a, "b"']);
});

test("line breaks of Windows in the first row, in a text and in a workbook", async () => {
  const text =
    'id,day,amount,note\n007,2024-07-09,19.5,"ring twice\r\nleave at door"\n008,2024-07-10,20,"x\r"\n';
  const rows: CellValue[][] = [
    ["id", "day", "amount", "note"],
    ["007", "2024-07-09", 19.5, { xml: '<c t="str"><v>ring twice_x000D_\nleave at door</v></c>' }],
    ["008", "2024-07-10", 20, { xml: '<c t="str"><v>x_x000D_</v></c>' }],
  ];
  for (const file of [text, workbookOf({ sheets: [{ name: "x", rows }] })]) {
    const built = await build({ a: file });
    expect(built.events).toEqual(events);
    expect(built.sample.map(({ note }) => note)).toEqual(["ring twice\r\nleave at door", "x\r"]);
  }
});

test("a row of a workbook that is rejected is named by its number in the sheet", async () => {
  const rows: CellValue[][] = [
    ["id", "day", "amount"],
    [],
    ["7", "2024-07-09", 1],
    ["8", "soon", 1],
    ["9", "2024-07-09", 1],
    ["1", "2024-07-09", 1, "x"],
  ];
  const { rejects } = await build({ "a.xlsx": workbookOf({ sheets: [{ name: "x", rows }] }) });
  expect(rejects).toMatchObject([
    { file: "a.xlsx", line: 4, column: "day", value: "soon" },
    { file: "a.xlsx", line: 6, reason: "the row has 4 columns, the header 3" },
  ]);
});

const order = (id: string, day: string, amount: number): CellValue[] => [id, day, amount];
const orders = [["id", "day", "amount"], order("007", "2024-07-09", 19.5), order("008", "2024-07-10", 20)];

test("of several sheets the one that looks most like a table is read, unless the options name one", async () => {
  const book = workbookOf({
    sheets: [
      { name: "Summary", rows: [["Sales report"], ["made by hand"], [], ["month", "sales"], ["July", 39.5]] },
      { name: "Old", rows: [...orders, ...orders.slice(1), ...orders.slice(1)], state: "hidden" },
      { name: "Order lines", rows: orders },
    ],
  });
  expect((await build({ "a.xlsx": book })).events).toEqual(events);
  expect(await preview({ "a.xlsx": book })).toMatchObject({
    dialect: { sheet: "Order lines", sheets: ["Summary", "Order lines"], header_row: 1 },
    proposed_options: { sheet: "Order lines" },
  });
  const summary = await preview({ "a.xlsx": book }, { sheet: "summary" });
  expect(summary.detected_columns.map(({ name }) => name)).toEqual(["month", "sales"]);
  expect(summary.dialect).toMatchObject({ header_row: 4, preamble: ["Sales report", "made by hand"] });
  expect((await build({ "a.xlsx": book }, { sheet: "Old" })).funnel.total).toBe(6);
  expect(await refusal({ "a.xlsx": book }, { sheet: "Sheet1" })).toEqual({
    code: "sheet-unknown",
    file: "a.xlsx",
    sheet: "Sheet1",
    sheets: "Summary, Old, Order lines",
  });
});

test("the files of an archive are one table if their columns are the same", async () => {
  const [header, ...rows] = csv.trimEnd().split("\n");
  const archive = zipOf({
    "__MACOSX/._a.csv": "\x00\x05",
    ".hidden.csv": "x",
    "export/readme.txt": "how to read this",
    "export/2024-07-09.csv": `${header}\n${rows[0]}\n`,
    "export/2024-07-10.csv": `day;amount;ID\n2024-07-10;20;008\nsoon;1;009\n`,
  });
  const built = await build({ "orders.zip": archive });
  expect(built.events).toEqual(events);
  expect(built.rejects).toMatchObject([{ file: "orders.zip/export/2024-07-10.csv", line: 3 }]);
  expect(built.updates).toHaveLength(2);
  expect(built.unread_members).toEqual(["export/readme.txt"]);
});

test("members of an archive are read wherever they are said to lie, or named as not read", async () => {
  const [header, ...rows] = csv.trimEnd().split("\n");
  const archive = zipOf({
    "./a.csv": `${header}\n${rows[0]}\n`,
    "../b.tab": `day;amount;ID\n2024-07-10;20;008\n`,
    "more/": "",
    "more/c.xlsx": "PK",
  });
  const built = await build({ "orders.zip": archive });
  expect(built.events).toEqual(events);
  expect(built.unread_members).toEqual(["more/c.xlsx"]);
});

test("an archive of several kinds of files is refused with their names", async () => {
  const archive = zipOf({ "a.csv": csv, "b.csv": csv, "people.csv": "id,name\n1,Ann\n" });
  expect(await refusal({ "all.zip": archive })).toEqual({
    code: "archive-mixed",
    file: "all.zip",
    count: 2,
    kinds: "a.csv, b.csv; people.csv",
  });
});

test.each<[string, Buffer, string]>([
  ["an archive without a table", zipOf({ "report.pdf": "%PDF-1.4" }), "archive-without-table"],
  ["an empty archive", zipOf({}), "archive-without-table"],
  [
    "an encrypted archive",
    zipOf({ "a.csv": { bytes: Buffer.from(csv), isEncrypted: true } }),
    "file-protected",
  ],
  ["an archive that is cut short", zipOf({ "a.csv": csv }).subarray(0, -40), "archive-damaged"],
  ["a workbook without rows", workbookOf({ sheets: [{ name: "x", rows: [] }] }), "file-empty"],
  [
    "an old workbook",
    Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]),
    "file-old-format",
  ],
  [
    "a workbook with a password",
    Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.from("EncryptedPackage", "utf16le")]),
    "file-protected",
  ],
])("%s is refused", async (_, bytes, code) => {
  expect(await refusal({ "a.csv": bytes })).toMatchObject({ code, file: "a.csv" });
});

test("lines above the header are skipped, whatever separates the columns", async () => {
  const report =
    'Report: Orders, all shops\n"Period; from";2024-07\n\nid;day;amount;city\n007;2024-07-09;19.5;Rome\n008;2024-07-10;20;Oslo\nx;soon;1;Bonn\n';
  const built = await build({ "report.csv": report });
  expect(built.events).toEqual(events);
  expect(built.rejects).toMatchObject([{ line: 7, column: "day" }]);
  expect(await preview({ "report.csv": report })).toMatchObject({
    dialect: {
      encoding: "utf-8",
      delimiter: ";",
      header_row: 4,
      preamble: ["Report: Orders, all shops", "Period; from 2024-07"],
    },
    proposed_options: { header_row: 4 },
  });
});

test("a preview reads a file without names as such, and a build only if header_row says so", async () => {
  const rows = "007,2024-07-09,19.5\n008,2024-07-10,20\n009,2024-07-11,3\n";
  const seen = await preview({ "a.csv": rows });
  expect(seen.detected_columns.map(({ name }) => name)).toEqual(["column_1", "column_2", "column_3"]);
  expect(seen).toMatchObject({
    funnel: { total: 3 },
    dialect: { header_row: 0 },
    proposed_options: { header_row: 0 },
  });
  expect((await preview({ "a.csv": rows }, { header_row: 1 })).detected_columns[0]!.name).toBe("007");
  const mapping = {
    identity_sets: { customer: { customer_id: "column_1" } },
    output_to_streams: {
      transaction: {
        data_map: { datetime: { column_name: "column_2" }, value: { column_name: "column_3" } },
      },
    },
  };
  expect((await build({ "a.csv": rows }, { header_row: 0 }, mapping)).events).toHaveLength(3);
  expect(await refusal({ "a.csv": rows })).toMatchObject({ code: "column-unknown" });
});

test("names that are empty or stand twice get numbers", async () => {
  const { detected_columns } = await preview({ "a.csv": "id,,amount,amount\n1,x,2,3\n2,y,3,4\n" });
  expect(detected_columns.map(({ name }) => name)).toEqual(["id", "column_2", "amount", "amount_2"]);
});

test("the same files give the same rows as workbook, archive and text", async () => {
  const builds = [
    await build({ "a.csv": csv }),
    await build({ "a.zip": zipOf({ "a.csv": csv }) }),
    await build({ "a.xlsx": workbookOf({ sheets: [{ name: "x", rows: orders }] }) }),
  ];
  const foundOf = ({ funnel, streams, sample }: (typeof builds)[number]) => ({
    funnel,
    sample,
    // Only their names differ.
    streams: Object.values(streams).map(({ files = [], ...summary }) => ({
      ...summary,
      files: files.map(({ file: _, ...ledger }) => ledger),
    })),
  });
  for (const each of builds) expect(foundOf(each)).toEqual(foundOf(builds[0]!));
});

test("totals at the end of a report are no rows", async () => {
  const report = `${csv}Total,,39.5\n`;
  const built = await build({ "report.csv": report });
  expect(built.events).toEqual(events);
  expect(built).toMatchObject({ funnel: { total: 2, parsed: 2 }, rejected_count: 0, rejects: [] });
  expect(await preview({ "report.csv": report })).toMatchObject({ total_rows: ["report.csv"] });
  expect(await preview({ "report.csv": csv })).not.toHaveProperty("total_rows");
  const products = "id,day,amount\n007,2024-07-09,19.5\nTotal Yoghurt,2024-07-10,20\nTotal,2024-07-10,20\n";
  expect((await build({ "products.csv": products })).events).toHaveLength(3);
});

test("sheets with the columns of the largest are one table, unless one is chosen", async () => {
  const header = ["id", "day", "amount"];
  const book = workbookOf({
    sheets: [
      { name: "About", rows: [["Made by the till"]] },
      {
        name: "Jan",
        rows: [header, ["007", "2024-01-09", 19.5], ["008", "2024-01-10", 20], ["Total", null, 39.5]],
      },
      {
        name: "Feb",
        rows: [
          ["Day", "ID", "Amount"],
          ["2024-02-09", "007", 5],
        ],
      },
      {
        name: "Stock",
        rows: [
          ["sku", "pieces"],
          ["T", 4],
        ],
      },
    ],
  });
  expect((await build({ "year.xlsx": book })).events).toEqual([
    "007 2024-01-09 00:00:00 19.5",
    "008 2024-01-10 00:00:00 20",
    "007 2024-02-09 00:00:00 5",
  ]);
  const { dialect, proposed_options, filenames } = await preview({ "year.xlsx": book });
  expect({ joined: dialect?.joined_sheets, proposed_options, filenames }).toEqual({
    joined: ["Jan", "Feb"],
    filenames: ["year.xlsx/Jan", "year.xlsx/Feb"],
  });
  expect((await build({ "year.xlsx": book }, { sheet: "Feb" })).events).toEqual([
    "007 2024-02-09 00:00:00 5",
  ]);
});

test.each([
  [
    ["1.234", "987", "12.345"],
    [1234, 987, 12345],
  ],
  [
    ["1.234.567", "2.000"],
    [1234567, 2000],
  ],
  [
    ["1.234", "12,5"],
    [1234, 12.5],
  ],
  [
    ["1,234", "12,50", "0,75"],
    [1.234, 12.5, 0.75],
  ],
  [
    ["1,234", "12.50"],
    [1234, 12.5],
  ],
  [
    ["1.234", "1.5", "2"],
    [1.234, 1.5, 2],
  ],
  [
    ["0.123", "1.234", "2"],
    [0.123, 1.234, 2],
  ],
  [
    ["1.405", "1234.5"],
    [1.405, 1234.5],
  ],
])("the amounts %j are %j", async (written, amounts) => {
  const rows = written.map((amount, i) => `${i + 1};2024-07-0${i + 1};${amount}`);
  const { events } = await build({ "a.csv": ["id;day;amount", ...rows, ""].join("\n") });
  expect(events.map((event) => Number(String(event).split(" ").at(-1)))).toEqual(amounts);
});

test("rows are customers, numbered through all files", async () => {
  const options = { snapshot: { answer: { column_name: "y", is: ["yes"] }, rows_are_customers: true } };
  const changes = { identity_sets: {}, output_to_streams: {} };
  const files = { "a.csv": "age,y\n30,yes\n30,yes\n40,no\n", "b.csv": "age,y\n30,yes\n" };
  const built = await build(files, options, changes);
  expect(built).toMatchObject({ identities: 4, funnel: { total: 4, allowed: 4, duplicates: 0 } });
});

const shared = publicFile("exports/orders.xlsx");

test(
  "the order lines of a real workbook are read whole",
  needing("public data", existsSync(shared)),
  async () => {
    const truth = JSON.parse(await readFile(publicFile("exports/truth.json"), "utf8")).files.orders_xlsx;
    const book = await readFile(shared);
    const built = await build(
      { "orders.xlsx": book },
      {},
      {
        identity_sets: { account: { customer_id: "Account No" } },
        output_to_streams: {
          transaction: {
            data_map: { datetime: { column_name: "Order Date" }, value: { column_name: "Line Total" } },
          },
        },
      },
    );
    expect(built).toMatchObject({
      funnel: { total: truth.rows, parsed: truth.rows, valid: truth.rows },
      formats: { "Order Date": "date_iso8601" },
      rejected_count: 0,
    });
    expect(built.sample[0]).toMatchObject({
      "Account No": "00088",
      "Order Date": "2024-07-09T17:57:52",
      Qty: "1",
    });
    expect(await preview({ "orders.xlsx": book })).toMatchObject({
      dialect: { sheet: truth.sheet, header_row: 1 },
      proposed_options: { sheet: truth.sheet },
    });
  },
);

test("quantity times price, less a discount of either sign", async () => {
  const lines =
    "id,day,qty,price,discount\n007,2024-07-09,3,10,-2.5\n008,2024-07-09,2,5.1,1\n009,2024-07-10,1,5,\n";
  const columns = ["qty", "price", "discount"].map((column_name) => ({ column_name }));
  const value = { columns, combine: "discounted_product" as const };
  const output_to_streams = { transaction: { data_map: { datetime: { column_name: "day" }, value } } };
  const built = await build({ "lines.csv": lines }, {}, { output_to_streams });
  expect(built.events.toSorted()).toEqual([
    "007 2024-07-09 00:00:00 27.5",
    "008 2024-07-09 00:00:00 9.2",
    "009 2024-07-10 00:00:00 5",
  ]);
});
