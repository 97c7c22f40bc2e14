import { expect, test } from "vitest";
import { firstOf } from "./selection.js";

test("the first are selected, and who stands on the line together is selected in part", () => {
  expect([...firstOf(Float64Array.of(0.1, 0.9, 0.5, 0.5), 0.5)]).toEqual([0, 1, 0.5, 0.5]);
  expect([...firstOf(Float64Array.of(0.3, 0.3, 0.3, 0.3), 0.25)]).toEqual([0.25, 0.25, 0.25, 0.25]);
});

test("as many are selected as asked for", () => {
  const selected = firstOf(
    Float64Array.from({ length: 101 }, (_, i) => (i % 7) / 7),
    0.05,
  );
  expect(selected.reduce((a, b) => a + b, 0)).toBeCloseTo(5.05, 9);
});
