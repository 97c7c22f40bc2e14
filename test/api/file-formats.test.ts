// File formats over the API: uploads of workbooks and archives, what a preview says of them, and how it is corrected.

import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../src/warehouse/sql/sql.js";
import { parquetOf } from "../support/parquet.js";
import { workbookOf, zipOf } from "../support/zip.js";
import { type BuildingApi, startBuildingApi } from "./building.js";
import type { Caller } from "./harness.js";

let api: BuildingApi;
beforeAll(async () => {
  api = await startBuildingApi();
});
afterAll(() => api.close());

const upload = (caller: Caller, filename: string, body: string | Buffer) =>
  caller.post(`/uploads/orders/${filename}`, body, { "content-type": "application/octet-stream" });

const preview = async (caller: Caller, filename: string, body: string | Buffer, options: object = {}) => {
  expect((await upload(caller, filename, body)).status).toBe(200);
  const dataset = {
    name: "Orders",
    identity_sets: {},
    options: { type: "hosted_csv", upload_directory: "orders", ...options },
    preview: true,
  };
  const { body: created } = await caller.post("/datasets", dataset);
  await api.build();
  return (await caller.get(`/datasets/${created.id}`)).body;
};

const orders = [
  ["Order ID", "Order date", "Email", "Total"],
  ["A1", "2025-01-13", "ada@example.com", 47],
  ["A2", "2025-01-14", "cy@example.com", 9.5],
  ["A3", "2025-02-14", "ada@example.com", 12],
];
const csv = orders.map((row) => row.join(",")).join("\n");

test("a workbook is previewed with its sheets, and another sheet can be chosen", async () => {
  const caller = await api.signUp();
  const book = workbookOf({
    sheets: [
      { name: "Summary", rows: [["Sales"], [], ["month", "sales"], ["January", 56.5]] },
      { name: "Orders", rows: orders },
    ],
  });
  const dataset = await preview(caller, "orders.xlsx", book);
  expect(dataset).toMatchObject({
    row_count: 3,
    dialect: { encoding: "utf-8", header_row: 1, sheet: "Orders", sheets: ["Summary", "Orders"] },
    proposal: { options: { sheet: "Orders" }, upsert_columns: ["Order ID"] },
  });
  await caller.patch(`/datasets/${dataset.id}`, { options: { sheet: "Summary" } });
  await api.build();
  expect((await caller.get(`/datasets/${dataset.id}`)).body).toMatchObject({
    row_count: 1,
    dialect: { sheet: "Summary", header_row: 3, preamble: ["Sales"] },
    proposal: { options: { header_row: 3 } },
  });
});

test("a Parquet file is previewed and proposed as the same rows in a CSV file are", async () => {
  const file =
    await parquetOf(sql`select * from (values ('A1', date '2025-01-13', 'ada@example.com', 47::decimal(8, 2)),
    ('A2', date '2025-01-14', 'cy@example.com', 9.5), ('A3', date '2025-02-14', 'ada@example.com', 12))
    as t("Order ID", "Order date", "Email", "Total")`);
  const stored = await preview(await api.signUp(), "orders.parquet", file);
  const text = await preview(await api.signUp(), "orders.csv", csv);
  expect(stored.dialect).toMatchObject({ format: "parquet" });
  const { notes: _, ...proposal } = stored.proposal;
  expect(text.proposal).toMatchObject(proposal);
  expect(stored.row_count).toBe(3);
});

test("a damaged Parquet file fails with what to do", async () => {
  const file = await parquetOf(sql`select 1 as id`);
  const { status, status_error } = await preview(await api.signUp(), "orders.parquet", file.subarray(0, -9));
  expect(status).toBe("error");
  expect(status_error).toBe(
    "orders.parquet is cut short: the end of the Parquet file is missing, where its columns are listed. Export it again, and upload that.",
  );
});

test("a file without names is previewed as such, with a question whose answers can be sent", async () => {
  const caller = await api.signUp();
  const { id, proposal, detected_columns } = await preview(
    caller,
    "orders.csv",
    csv.split("\n").slice(1).join("\n"),
  );
  expect(detected_columns.map(({ name }: { name: string }) => name)).toEqual([
    "column_1",
    "column_2",
    "column_3",
    "column_4",
  ]);
  expect(proposal.options).toEqual({ header_row: 0 });
  const [{ question, choices }] = proposal.questions;
  expect(question).toBe("Does the first row hold the names of the columns?");
  expect(choices[0]).toMatchObject({ is_proposed: true, sets: { options: { header_row: 0 } } });
  expect((await caller.patch(`/datasets/${id}`, choices[1].sets)).status).toBe(200);
  await api.build();
  const named = (await caller.get(`/datasets/${id}`)).body;
  expect(named.detected_columns[0].name).toBe("A1");
  expect(named.row_count).toBe(2);
  expect(named.proposal.questions).toEqual([]);
});

test("a file of names alone has a warning in the preview", async () => {
  const { warnings, row_count } = await preview(
    await api.signUp(),
    "orders.csv",
    "Order ID,Order date,Email\n",
  );
  expect(row_count).toBe(0);
  expect(warnings).toEqual(["The files hold column names and no rows. Upload a file with rows."]);
});

test("a report with a total says so in the preview", async () => {
  const report = `Report: Orders\n\n${csv}\nTotal,,,68.5\n`;
  const { proposal, warnings, dialect } = await preview(await api.signUp(), "report.csv", report);
  expect(dialect).toMatchObject({ delimiter: ",", header_row: 3, preamble: ["Report: Orders"] });
  expect(warnings).toEqual([]);
  expect(proposal.notes).toContainEqual(
    expect.objectContaining({ note: "The last rows of report.csv are totals, and count for nothing." }),
  );
});

test("an archive of several kinds of files fails with their names", async () => {
  const archive = zipOf({ "orders.csv": csv, "people.csv": "id,name\n1,Ann\n" });
  const { status, status_error } = await preview(await api.signUp(), "all.zip", archive);
  expect(status).toBe("error");
  expect(status_error).toBe(
    "all.zip holds 2 kinds of files, which differ in their columns: orders.csv; people.csv. Upload them apart, each kind into a dataset of its own.",
  );
});

test.each([
  ["orders.xls", "Open it, save it as an Excel workbook (.xlsx) or as CSV UTF-8, and upload that."],
  ["report.pdf", "Export the data from your shop or CRM as CSV or Excel (.xlsx), and upload that."],
  ["orders.7z", "Unpack it, and upload the files in it, or pack them as .zip."],
  ["orders", "The name must end in .csv, .tsv, .txt, .json, .jsonl, .ndjson, .xlsx, .parquet or .zip."],
])("the upload of %s is refused with what to do", async (filename, cure) => {
  const { status, body } = await upload(await api.signUp(), filename, "x");
  expect(status).toBe(400);
  expect(body.note).toContain(cure);
});
