import { expect, test } from "vitest";
import type { DatasetResult } from "../../domain/dataset-result.js";
import { dueThrough } from "./kind.js";

const dueAt = (seconds: number, result: Partial<DatasetResult>) =>
  dueThrough({ next_due: 1000, ...result } as DatasetResult, seconds * 1000);

test("until the next due time, the last one still applies", () => {
  expect(dueThrough(null, 5000)).toBeNull();
  expect(dueAt(999, {})).toBeNull();
  expect(dueAt(999, { due_through: 500 })).toBe(500);
  expect(dueAt(1000, { due_through: 500 })).toBe(1000);
});

test("rows dated in the future are due once, and a table is due periodically", () => {
  expect([1000, 1099, 1100, 1350].map((seconds) => dueAt(seconds, {}))).toEqual([1000, 1000, 1000, 1000]);
  expect([1000, 1099, 1100, 1350].map((seconds) => dueAt(seconds, { refresh_seconds: 100 }))).toEqual([
    1000, 1000, 1100, 1300,
  ]);
});
