import { expect, test } from "vitest";
import { funnelInWords, growthOf, reasonsOf, stagesOf } from "./row-counts.js";

const log = { total: 100, parsed: 99, valid: 90, allowed: 90, duplicates: 2, recognized: 85 };

test("rows that are too old are a stage of their own, and belong to nobody excluded", () => {
  const limited = { ...log, parsed: 100, valid: 100, too_old: 60, allowed: 40, recognized: 40 };
  expect(stagesOf(limited).map(({ label, rows }) => [label, rows])).toContainEqual(["Kept", 40]);
  expect(funnelInWords(limited)).toBe(
    "40 of 100 rows can be used. Most of the rest (60) are older than the dataset keeps.",
  );
});

test("each stage has its rows and the rows lost before it", () => {
  expect(stagesOf(log).map(({ label, rows, lost }) => [label, rows, lost])).toEqual([
    ["Rows", 100, 0],
    ["Parsed", 99, 1],
    ["Valid", 90, 9],
    ["Allowed", 90, 0],
    ["Matched", 85, 5],
  ]);
});

test("the match is left out until people are built", () => {
  const { recognized: _, ...unresolved } = log;
  expect(stagesOf(unresolved).map(({ label }) => label)).not.toContain("Matched");
});

test("the sentence names the largest loss", () => {
  expect(funnelInWords(log)).toBe(
    "85 of 100 rows can be used. Most of the rest (9) have invalid dates or numbers.",
  );
  expect(funnelInWords({ ...log, parsed: 100, valid: 100, allowed: 100, recognized: 100 })).toBe(
    "All 100 rows can be used.",
  );
  expect(funnelInWords({ total: 0, parsed: 0, valid: 0, allowed: 0, duplicates: 0 })).toBe("No rows.");
});

test("the rows of a privacy list match somebody or nobody", () => {
  const list = { total: 3, parsed: 3, valid: 3, allowed: 3, duplicates: 0, recognized: 2, unmatched: 1 };
  expect(stagesOf(list).at(-1)).toMatchObject({ about: "match somebody", rows: 2, lost: 1 });
  expect(funnelInWords(list)).toBe("2 of 3 rows can be used. Most of the rest (1) match nobody.");
});

const reject = (line: number, column: string | null, reason: string) => ({
  file: "orders.csv",
  line,
  column,
  value: null,
  reason,
});

test("the most frequent reason comes first, with the first row that has it", () => {
  const reasons = reasonsOf([
    reject(2, null, "has too many columns"),
    reject(3, "total", "is not a number"),
    reject(9, "total", "is not a number"),
  ]);
  expect(reasons.map(({ column, rows, first }) => [column, rows, first.line])).toEqual([
    ["total", 2, 3],
    [null, 1, 2],
  ]);
});

test("rows add up from the oldest update to the newest", () => {
  const updates = [
    { datetime: "2026-02-01T00:00:00Z", rows_added: 5 },
    { datetime: "2026-01-01T00:00:00Z", rows_added: 10 },
  ];
  const totals = (more: { update_count?: number; row_count?: number }) =>
    growthOf({ updates, ...more }).map(({ at, total }) => [at.slice(0, 10), total]);
  expect(totals({})).toEqual([
    ["2026-01-01", 10],
    ["2026-02-01", 15],
  ]);
  expect(totals({ update_count: 20, row_count: 115 })).toEqual([
    ["2026-01-01", 110],
    ["2026-02-01", 115],
  ]);
});
