import { expect, test } from "vitest";
import { funnelInWords, growthOf, reasonsOf, stagesOf } from "./row-counts.js";

const log = { total: 100, parsed: 99, valid: 90, allowed: 90, duplicates: 2, recognized: 85 };

test("each stage says what is left and what it took", () => {
  expect(stagesOf(log).map(({ label, rows, lost }) => [label, rows, lost])).toEqual([
    ["Rows", 100, 0],
    ["Parsed", 99, 1],
    ["Valid", 90, 9],
    ["Allowed", 90, 0],
    ["Recognised", 85, 5],
  ]);
});

test("who rows are about is left out until people are known", () => {
  const { recognized: _, ...unresolved } = log;
  expect(stagesOf(unresolved).map(({ label }) => label)).not.toContain("Recognised");
});

test("the sentence names the stage that took most", () => {
  expect(funnelInWords(log)).toBe("85 of 100 rows can be used; most of the others, 9, are not valid.");
  expect(funnelInWords({ ...log, parsed: 100, valid: 100, allowed: 100, recognized: 100 })).toBe(
    "All 100 rows can be used.",
  );
  expect(funnelInWords({ total: 0, parsed: 0, valid: 0, allowed: 0, duplicates: 0 })).toBe(
    "There are no rows.",
  );
});

const reject = (line: number, column: string | null, reason: string) => ({
  file: "orders.csv",
  line,
  column,
  value: null,
  reason,
});

test("the commonest reason comes first, with where it was first met", () => {
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
  const growth = growthOf([
    { datetime: "2026-02-01T00:00:00Z", rows_added: 5 },
    { datetime: "2026-01-01T00:00:00Z", rows_added: 10 },
  ]);
  expect(growth.map(({ at, total }) => [at.slice(0, 10), total])).toEqual([
    ["2026-01-01", 10],
    ["2026-02-01", 15],
  ]);
});
