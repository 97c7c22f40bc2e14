import { expect, test } from "vitest";
import { funnelInWords, stagesOf } from "./funnel-stages.js";

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
