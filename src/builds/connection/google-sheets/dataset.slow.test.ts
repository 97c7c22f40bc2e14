// Dataset of a sheet, from a strict server of Google's interface to its events.

import { mkdtempSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CellInTests, type SheetsServer, startSheets } from "../../../../test/support/google-sheets.js";
import { type Engine, openEngine } from "../../../warehouse/engine.js";
import { datasetFiles, relation } from "../../../warehouse/relations.js";
import { sql } from "../../../warehouse/sql/sql.js";
import { buildDataset } from "../../dataset/step.js";

const root = mkdtempSync(path.join(tmpdir(), "bw-sheet-dataset-"));
let engine: Engine;
let server: SheetsServer;
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 300, threads: 1, tempDir: root });
  server = await startSheets(root, { sheets: [], namedRanges: [], isPublic: true });
});
afterAll(async () => {
  engine.close();
  await server.close();
  rmSync(root, { recursive: true });
});

const build = async (cells: CellInTests[][], table_name = "Orders") => {
  server.spreadsheet.sheets = [{ sheetId: 0, title: "Orders", rowCount: 1_000, columnCount: 26, cells }];
  const dir = await mkdtemp(path.join(root, "built-"));
  const input = {
    config: {
      connection_id: "c",
      options: { type: "google_sheets" as const, table_name },
      identity_sets: { buyer: { email: "E-mail" } },
      output_to_streams: {
        order: { data_map: { datetime: { column_name: "Ordered" }, value: { column_name: "Total" } } },
      },
      output_to_traits: {},
    },
    files: [],
    access: server.access(),
  };
  const tools = { engine, dir, now: Date.UTC(2026, 0, 1), seed: 1, progress: () => {} };
  await buildDataset(input, tools);
  return engine.rows<{ at: string; value: number }>(
    sql`select strftime(make_timestamp(cast(event_time as bigint) * 1000000), '%Y-%m-%d %H:%M') as at, value
from ${relation(datasetFiles(dir).events("order"))} order by value`,
  );
};
const at = (number: number): CellInTests => ({ number, type: "DATE_TIME", pattern: "d.m.yy hh:mm" });
const rows: CellInTests[][] = [
  ["E-mail", "Ordered", "Total", null],
  ["a@example.com", at(45_658.25), 1234.5, null],
  ["b@example.com", at(45_750), { number: 99.9, type: "CURRENCY", pattern: '#,##0.00 "€"' }, null],
  [],
];
const events = [
  { at: "2025-04-03 00:00", value: 99.9 },
  { at: "2025-01-01 06:00", value: 1234.5 },
];

test("its events have the days and amounts of the sheet, whatever it shows", async () => {
  expect(await build(rows)).toEqual(events);
});

test("rows above the header are left out, found or by a range", async () => {
  const titled = [["Orders of the shop"], [], ...rows];
  expect(await build(titled)).toEqual(events);
  expect(await build(titled, "Orders!A3:C")).toEqual(events);
});

test("an empty sheet is refused in words", async () => {
  await expect(build([])).rejects.toMatchObject({ code: "file-empty" });
});
