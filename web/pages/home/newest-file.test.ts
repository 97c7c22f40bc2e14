import { expect, test } from "vitest";
import { newestFileOf } from "./newest-file.js";

const file = (name: string, arrived_at: string, events: number) => ({
  file: name,
  arrived_at,
  rows_read: events,
  rows: events,
  events,
  customers: events,
  without_customer: 0,
  left_out_by: [],
});
const ledger = (...files: ReturnType<typeof file>[]) => ({
  rows: 1,
  events: 1,
  customers: 1,
  without_customer: 0,
  files,
  file_count: files.length,
});

test("the newest file is the one that arrived last, of the stream with most of its events", () => {
  const may = file("May", "2026-05-02T10:00:00Z", 400);
  const june = file("June", "2026-06-02T10:00:00Z", 212);
  const lines = file("June", "2026-06-02T10:00:00Z", 500);
  const orders = { id: "orders", ledger: { transaction: ledger(may, june), line: ledger(lines) } };
  const visits = {
    id: "visits",
    ledger: { visit: ledger(file("Visits", "2026-06-02T09:00:00+02:00", 9000)) },
  };
  expect(newestFileOf([visits, orders])).toEqual({
    datasetId: "orders",
    stream: "line",
    files: [lines],
    arrivedAt: "2026-06-02T10:00:00Z",
  });
  expect(newestFileOf([visits, { ...orders, archived_at: "2026-06-03T00:00:00Z" }])?.datasetId).toBe(
    "visits",
  );
  expect(
    newestFileOf([{ id: "empty", ledger: { transaction: ledger() } }, { id: "unmapped" }]),
  ).toBeUndefined();
});
