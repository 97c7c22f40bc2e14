import { expect, test } from "vitest";
import { basicInterval, eachDraw, quantile } from "../numeric/confidence-intervals.js";
import { intervalsOf } from "./fixtures.js";

test("weights have mean 1 and variance 1", () => {
  const seen: number[] = [];
  eachDraw(2000, { seed: 3, draws: 5 }, (weight) => seen.push(...weight));
  const mean = seen.reduce((a, b) => a + b, 0) / seen.length;
  const variance = seen.reduce((sum, w) => sum + (w - mean) ** 2, 0) / seen.length;
  expect(mean).toBeCloseTo(1, 1);
  expect(variance).toBeCloseTo(1, 1);
});

test("quantiles are linear between neighbours", () => {
  const sorted = Float64Array.of(1, 2, 4);
  expect([0, 0.25, 0.5, 0.75, 1].map((share) => quantile(sorted, share))).toEqual([1, 1.5, 2, 3, 4]);
});

test("the basic interval mirrors the draws and contains its estimate", () => {
  const drawn = Float64Array.from({ length: 101 }, (_, i) => i / 100);
  const { low, high } = basicInterval(0.5, 0.3, drawn);
  expect(low).toBeCloseTo(0.5 - (0.975 - 0.3), 12);
  expect(high).toBeCloseTo(0.5 - (0.025 - 0.3), 12);
  expect(basicInterval(0.01, 0.01, Float64Array.of(0.02, 0.03)).high).toBe(0.01);
});

test("the calibration error of true probabilities is not significantly above 0", () => {
  const { intervals } = intervalsOf(2000, 7);
  expect(intervals.model!.ece.low).toBeLessThan(0.01);
});

test("the model is compared with the better rule, and pairing makes the difference more precise than either figure", () => {
  const { comparison, intervals } = intervalsOf(3000, 5);
  expect(comparison.rule).toBe("recency");
  const { value, low, high } = comparison.differences.log_loss;
  expect(value).toBeLessThan(0);
  expect(low).toBeLessThan(value);
  const own = intervals.model!.log_loss;
  expect(high - low).toBeLessThan((own.high - own.low) / 1.5);
});

test("a sample gives intervals about as wide as all people would", () => {
  const width = (maxPeople: number) => {
    const { low, high } = intervalsOf(20_000, 11, { maxPeople }).intervals.model!.auc;
    return high - low;
  };
  expect(width(4000) / width(20_000)).toBeGreaterThan(0.75);
  expect(width(4000) / width(20_000)).toBeLessThan(1.33);
});

test("the band of the ROC curve contains the curve and stays within the unit square", () => {
  const { roc_curve } = intervalsOf(800, 13);
  for (const { y, y_min, y_max } of roc_curve) {
    expect(y_min).toBeLessThanOrEqual(y);
    expect(y_max).toBeGreaterThanOrEqual(y);
    expect(y_min).toBeGreaterThanOrEqual(0);
    expect(y_max).toBeLessThanOrEqual(1);
  }
});

test("the same people and seed give the same intervals", () => {
  expect(intervalsOf(500, 17)).toEqual(intervalsOf(500, 17));
});
