import { expect, test } from "vitest";
import type { DatasetResult } from "../../domain/proposal/dataset-result.js";
import { dueThrough, firstDue } from "./kind.js";

const dueAt = (seconds: number, result: Partial<DatasetResult>) =>
  dueThrough({ next_due: 1000, ...result } as DatasetResult, seconds * 1000);

test("until the next due time, the last one still applies", () => {
  expect(dueThrough(null, 5000)).toBeNull();
  expect(dueAt(999, {})).toBeNull();
  expect(dueAt(999, { due_through: 500 })).toBe(500);
  expect(dueAt(1000, { due_through: 500 })).toBe(1000);
});

test("a bucket that was never read is due each hour", () => {
  const createdAt = 7_000_500;
  const due = (now: number, result: DatasetResult | null = null, type: "s3" | "hosted_csv" = "s3") =>
    firstDue({ config: { options: { type } }, createdAt, result } as Parameters<typeof firstDue>[0], now);
  expect([6_000_000, 7_000_500, 10_600_499, 10_600_500].map((now) => due(now))).toEqual([
    7000, 7000, 7000, 10_600,
  ]);
  expect([due(9e6, {} as DatasetResult), due(9e6, null, "hosted_csv")]).toEqual([null, null]);
});

test("rows dated in the future are due once, and a table is due periodically", () => {
  expect([1000, 1099, 1100, 1350].map((seconds) => dueAt(seconds, {}))).toEqual([1000, 1000, 1000, 1000]);
  expect([1000, 1099, 1100, 1350].map((seconds) => dueAt(seconds, { refresh_seconds: 100 }))).toEqual([
    1000, 1000, 1100, 1300,
  ]);
});
