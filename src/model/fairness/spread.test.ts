import { expect, test } from "vitest";
import { spreadOf } from "./spread.js";

const gender = (code: number[]) => ({
  name: "gender",
  values: ["Female", "Male"],
  code: Int8Array.from(code),
});

test("the distance of a dimension is the largest difference of a share", () => {
  const spread = spreadOf(gender([0, 0, 1, 1]), Uint8Array.of(1, 1, 0, 1), null);
  expect(spread.candidates.map(({ value, share }) => [value, share])).toEqual([
    ["Female", 0.5],
    ["Male", 0.5],
    ["Unknown", 0],
  ]);
  expect(spread.positives.map(({ rows }) => rows)).toEqual([2, 1, 0]);
  expect(spread).toMatchObject({ distance: 0.5, level: "strong_bias" });
});

test("the distance of ages is the Wasserstein distance over their range", () => {
  const years = Float64Array.of(20, 40, 60, 80, Number.NaN);
  const age = { name: "age", values: ["any"], code: Int8Array.of(0, 0, 0, 0, -1) };
  // Those who converted are 10 years older on average, of a range of 60.
  const spread = spreadOf(age, Uint8Array.of(0, 1, 1, 1, 0), years);
  expect(spreadOf(age, Uint8Array.of(1, 1, 1, 1, 1), years).distance).toBe(0);
  // The one who did not convert is 20; the mean of all is 50: a move of 30.
  expect(spread.distance).toBeCloseTo(30 / 60, 9);
});
