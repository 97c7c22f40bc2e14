import { expect, test } from "vitest";
import { normalisedGini, valueDeciles, valueScores } from "./metrics.js";

const observed = Float64Array.of(0, 10, 0, 200, 30, 0, 5, 0, 0, 55);

test("a perfect order has a Gini of 1, the opposite order less than 0, and equal expectations 0", () => {
  expect(normalisedGini(observed, observed)).toBeCloseTo(1, 12);
  expect(
    normalisedGini(
      observed.map((y) => -y),
      observed,
    ),
  ).toBeLessThan(0);
  expect(
    normalisedGini(
      observed.map(() => 3),
      observed,
    ),
  ).toBeCloseTo(0, 12);
});

test("people with equal expectations count alike, in whatever order they stand", () => {
  const expected = Float64Array.of(1, 1, 1, 2, 2, 1, 1, 2, 1, 2);
  const order = [9, 3, 7, 4, 1, 0, 8, 6, 2, 5];
  const reordered = (values: Float64Array) => Float64Array.from(order, (i) => values[i]!);
  expect(normalisedGini(reordered(expected), reordered(observed))).toBeCloseTo(
    normalisedGini(expected, observed),
    12,
  );
});

test("deciles have all people and all of their values, the highest expectations first", () => {
  const expected = Float64Array.from({ length: 57 }, (_, i) => i);
  const had = expected.map((e) => e ** 2);
  const deciles = valueDeciles(expected, had);
  expect(deciles.reduce((sum, { people }) => sum + people, 0)).toBe(57);
  expect(deciles.reduce((sum, decile) => sum + decile.observed, 0)).toBe(had.reduce((a, b) => a + b));
  expect(deciles[0]!.expected).toBeGreaterThan(deciles[9]!.expected);
});

test("true expectations have no error, and totals that cancel do not hide errors of deciles", () => {
  const exact = valueScores(observed, observed);
  expect([exact.decile_error, exact.mean_absolute_error, exact.gini]).toEqual([0, 0, expect.closeTo(1, 9)]);
  const flat = valueScores(
    observed.map(() => 30),
    observed,
  );
  expect(flat.expected).toBe(flat.observed);
  expect(flat.decile_error).toBeGreaterThan(1);
});

test("nobody who spent anything is no division by zero", () => {
  const none = valueScores(Float64Array.of(1, 2), new Float64Array(2));
  expect([none.gini, none.decile_error]).toEqual([0, 0]);
});
