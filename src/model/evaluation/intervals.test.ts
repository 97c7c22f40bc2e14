import { expect, test } from "vitest";
import { basicInterval, eachDraw, quantile } from "../numeric/confidence-intervals.js";
import { seededRandom } from "../numeric/random.js";
import { sigmoid } from "../numeric/special-functions.js";
import { testIntervals } from "./intervals.js";
import { score } from "./metrics.js";

const options = { seed: 1, draws: 200, maxPeople: 40_000 };

/** People of known probabilities, scored by these and by a rule that sees half of the signal. */
const simulated = (people: number, seed: number) => {
  const random = seededRandom(seed);
  const half = Float64Array.from({ length: people }, () => 2 * random() - 1);
  const truth = half.map((h) => sigmoid(-1.5 + h + (2 * random() - 1)));
  const label = Uint8Array.from(truth, (p) => (random() < p ? 1 : 0));
  const rule = half.map((h) => sigmoid(-1.45 + 0.95 * h));
  const constant = new Float64Array(people).fill(0.2);
  const scorers = [
    { name: "model", probability: truth },
    { name: "constant", probability: constant },
    { name: "recency", probability: rule },
  ];
  return { label, scorers };
};
const intervalsOf = (people: number, seed: number, over = {}) => {
  const { label, scorers } = simulated(people, seed);
  return testIntervals(label, scorers, ["constant", "recency"], { ...options, ...over });
};

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

test("95 of 100 intervals contain the true value, for each metric and for the difference from the rule", () => {
  const all = simulated(200_000, 99);
  const [model, rule] = [all.scorers[0]!, all.scorers[2]!].map((s) => score(s.probability, all.label));
  const runs = 100;
  const contained = {
    auc: 0,
    average_precision: 0,
    log_loss: 0,
    brier: 0,
    top_decile_lift: 0,
    difference: 0,
  };
  for (let run = 0; run < runs; run++) {
    const { intervals, comparison } = intervalsOf(800, 1000 + run, { seed: run, draws: 100 });
    const contains = (interval: { low: number; high: number }, value: number) =>
      interval.low <= value && value <= interval.high ? 1 : 0;
    for (const name of ["auc", "average_precision", "log_loss", "brier", "top_decile_lift"] as const)
      contained[name] += contains(intervals.model![name], model![name]);
    contained.difference += contains(comparison.differences.log_loss, model!.log_loss - rule!.log_loss);
  }
  for (const [name, count] of Object.entries(contained)) {
    expect({ name, covers: count / runs > 0.86 }).toEqual({ name, covers: true });
  }
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
