import { expect, test } from "vitest";
import { spreadOf } from "./spread.js";

const gender = (code: number[]) => ({
  name: "gender",
  values: ["Female", "Male"],
  code: Int8Array.from(code),
});

test("a dimension lies as far off as the share that differs most", () => {
  const spread = spreadOf(gender([0, 0, 1, 1]), Uint8Array.of(1, 1, 0, 1), null);
  expect(spread.candidates.map(({ value, share }) => [value, share])).toEqual([
    ["Female", 0.5],
    ["Male", 0.5],
    ["Unknown", 0],
  ]);
  expect(spread.positives.map(({ rows }) => rows)).toEqual([2, 1, 0]);
  expect(spread).toMatchObject({ distance: 0.5, level: "strong_bias" });
});

test("ages lie as far off as they would have to be moved, in parts of their range", () => {
  const years = Float64Array.of(20, 40, 60, 80, Number.NaN);
  const age = { name: "age", values: ["any"], code: Int8Array.of(0, 0, 0, 0, -1) };
  // Those who attained are 10 years older on average and nobody younger, of a range of 60.
  const spread = spreadOf(age, Uint8Array.of(0, 1, 1, 1, 0), years);
  expect(spreadOf(age, Uint8Array.of(1, 1, 1, 1, 1), years).distance).toBe(0);
  // Who did not is 20, everybody 50: that is moved by 30.
  expect(spread.distance).toBeCloseTo(30 / 60, 9);
});
