// Reading a spreadsheet through the whole connector, from a strict server of Google's interface.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { savedTable } from "../../../../test/support/connected-tables.js";
import { fault, type SheetsServer, startSheets } from "../../../../test/support/google-sheets.js";
import type { ConnectionAccess } from "../access.js";
import { withDatabase } from "../registry.js";

const root = mkdtempSync(path.join(tmpdir(), "bw-sheets-"));
const server: SheetsServer = await startSheets(root, { sheets: [], namedRanges: [], isPublic: true });
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true });
});

const day = (number: number) => ({ number, type: "DATE", pattern: "dd.mm.yyyy" });
beforeEach(() => {
  server.ranges.length = 0;
  server.spreadsheet = {
    isPublic: true,
    namedRanges: [
      { namedRangeId: "1", name: "Paid", range: { startRowIndex: 0, endRowIndex: 2, endColumnIndex: 2 } },
    ],
    sheets: [
      {
        sheetId: 0,
        title: "Orders",
        rowCount: 1000,
        columnCount: 26,
        cells: [
          ["Customer", "Day", "Amount", "Is paid", "Note", null],
          ["a@example.com", day(45_658), 12.5, true, 'said "yes", twice', null],
          ["b@example.com", day(45_659.5), 0, false, null, null],
          [],
          [null, null],
          ["c@example.com", { error: "N_A" }, 0.1 + 0.2, true, "two\nlines\u2028and three", ""],
        ],
      },
      { sheetId: 5, title: "It's a chart", sheetType: "OBJECT", rowCount: 0, columnCount: 0, cells: [] },
      { sheetId: 6, title: "Empty", rowCount: 100, columnCount: 3, cells: [] },
    ],
  };
});

const tables = (access: ConnectionAccess = server.access()) =>
  withDatabase(access, (database) => database.listTables());
const fileOf = (table: string, access = server.access()) => savedTable(access, table, root);

test.each(["key", "account"] as const)("by the %s, sheets and named ranges are tables", async (secret) => {
  expect(await tables(server.access(secret))).toEqual(["Empty", "Orders", "Paid"]);
});

test("a file has dates as days, numbers without rounding, errors as nothing, and as many columns as have values", async () => {
  expect(await fileOf("Orders")).toBe(
    [
      "Customer,Day,Amount,Is paid,Note",
      'a@example.com,2025-01-01,12.5,true,"said ""yes"", twice"',
      "b@example.com,2025-01-02T12:00:00,0,false,",
      'c@example.com,,0.3,true,"two\nlines\u2028and three"',
      "",
    ].join("\n"),
  );
});

test("a named range and cells of a sheet are tables too", async () => {
  expect(await fileOf("Paid")).toBe("Customer,Day\na@example.com,2025-01-01\n");
  expect(await fileOf("Orders!C2:D")).toBe("12.5,true\n0,false\n0.3,true\n");
  expect(await fileOf("Empty")).toBe("");
});

test("a large sheet is read by ranges of 20,000 cells, which are whole", async () => {
  const sheet = server.spreadsheet.sheets[0]!;
  Object.assign(sheet, { rowCount: 9_000, columnCount: 5 });
  sheet.cells = Array.from({ length: 8_500 }, (_, i) => [`row ${i}`, i]);
  const lines = (await fileOf("Orders")).split("\n").slice(0, -1);
  expect(lines).toEqual(sheet.cells.map((row) => row.join(",")));
  expect(server.ranges).toEqual(["'Orders'!A1:E4000", "'Orders'!A4001:E8000", "'Orders'!A8001:E9000"]);
});

test("a quota of a minute is waited for, and given up after eight requests", async () => {
  const full = fault(429, "RESOURCE_EXHAUSTED", "Quota exceeded for quota metric 'Read requests'");
  server.faults.push(...Array(7).fill(full));
  expect(await tables()).toHaveLength(3);
  server.faults.push(...Array(8).fill(full));
  await expect(tables()).rejects.toMatchObject({ code: "database-unreachable" });
});

test("a spreadsheet that is not shown, and a wrong key, are refused with what to do", async () => {
  server.spreadsheet.isPublic = false;
  const refused = (access: ConnectionAccess, said: string) =>
    expect(tables(access)).rejects.toMatchObject({
      code: "connection-failed",
      message: expect.stringContaining(said),
    });
  await refused(server.access("key"), "anyone with the link must be allowed to view it");
  await refused(server.access("wrong"), "API key not valid");
  await refused(server.access("account", "x".repeat(44)), "share it with bellwether@my-shop");
  expect(await tables(server.access("account"))).toHaveLength(3);
});

test("a sheet that is not there is refused with those that are, and none is written", async () => {
  await expect(fileOf("orders")).rejects.toMatchObject({
    code: "table-unknown",
    message: expect.stringContaining("Empty, Paid"),
  });
  async function* none() {}
  const written = { table: "Orders", mark: "ours", columns: [], key: null };
  await expect(
    withDatabase(server.access(), (database) => database.writeTable(written, none())),
  ).rejects.toMatchObject({ code: "connection-failed", message: expect.stringContaining("only read") });
});
