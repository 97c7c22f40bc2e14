import { expect, test } from "vitest";
import { tenureGroups } from "./tenures.js";

const alternating = (rows: number) => Uint8Array.from({ length: rows }, (_, i) => i % 2);

test("spans that hold too few are joined to the next, and the last has no end", () => {
  const tenure = Float32Array.from({ length: 300 }, (_, i) =>
    i < 10 ? 5 : i < 150 ? 40 : i < 290 ? 200 : 900,
  );
  const groups = tenureGroups(tenure, alternating(300));
  expect(groups.map(({ start, end, rows }) => [start, end, rows.length])).toEqual([
    [0, 90, 150],
    [90, null, 150],
  ]);
});

test("people whose tenure is not known are in no group", () => {
  const tenure = Float32Array.from({ length: 100 }, (_, i) => (i < 50 ? Number.NaN : 10));
  expect(tenureGroups(tenure, alternating(100)).map(({ rows }) => rows.length)).toEqual([50]);
});

test("where all together hold too few of one label, there are no groups", () => {
  expect(tenureGroups(new Float32Array(500).fill(10), new Uint8Array(500))).toEqual([]);
});
