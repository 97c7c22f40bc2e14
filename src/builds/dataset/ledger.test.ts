import { expect, test } from "vitest";
import type { EventSummary } from "../../domain/data/dataset-findings.js";
import { limits } from "../../domain/resource/limits.js";
import type { FileRead } from "../../warehouse/ingest/read.js";
import { type Found, ledgerOf, rowsRead } from "./ledger.js";

const read = (file: number, rows: number, broken = 0): FileRead =>
  ({
    source: { arrived_at: file, filename: `${file}.csv`, dialect: {} },
    rows,
    malformed: { count: broken },
  }) as unknown as FileRead;

const found = (files: readonly FileRead[], rows: number): Found => ({
  counts: { rows, events: rows, without_customer: 0, customers: 1 },
  leftOut: [],
  tallies: files.map((file) => ({
    arrival_time: file.source.arrived_at,
    month: null,
    currency: null,
    events: file.rows,
    rows: file.rows,
    total: 1,
    is_own: null,
    valued: file.rows,
    value_total: 1,
  })),
  byFile: files.map((file) => ({ arrival_time: file.source.arrived_at, customers: 1, events: file.rows })),
  stream: { hasValue: true, currency: null },
});

test("the newest files are listed and all are counted, however many builds read them", () => {
  const { is: most } = limits.ledgerFiles;
  let earlier: EventSummary | undefined;
  for (let file = 1; file <= 2 * most; file++) {
    const files = [read(file, 2, 1)];
    const ledger = ledgerOf(rowsRead(files, [], 2, false), found(files, 2), false, earlier);
    earlier = ledger as unknown as EventSummary;
  }
  expect(earlier!.files!.map(({ file }) => file)).toEqual(
    Array.from({ length: most }, (_, i) => `${most + i + 1}.csv`),
  );
  expect(earlier!.file_count).toBe(2 * most);
  expect(earlier!.counts).toMatchObject({ rows_read: 6 * most, left_out_by: [{ rows: 2 * most }] });
});

test("rows that are lost are a bug, and no smaller count", () => {
  const files = [read(1, 3), read(2, 3)];
  const lost = found(files, 5);
  expect(() => ledgerOf(rowsRead(files, [], 6, false), lost, false)).toThrow("all files");
  const moved = [
    { arrival_time: 1, rows: 1 },
    { arrival_time: 2, rows: -1 },
  ];
  expect(() => ledgerOf(rowsRead(files, [], 6, false), { ...found(files, 6), moved }, false)).toThrow(
    "1.csv",
  );
});

test("the tables of an archive are one file", () => {
  const files = [read(1, 2), { ...read(1, 3), source: { ...read(1, 3).source, filename: "a.zip/b.csv" } }];
  const uploads = [{ path: "", filename: "a.zip", bytes: 1, arrived_at: 1 }];
  expect(rowsRead(files, uploads, 5, false).uploads).toMatchObject([{ file: "a.zip", rows_read: 5 }]);
});
