import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { fitValueBySize, predictGiven, type ValueCandidateName, valueCandidatesFor } from "./candidates.js";
import { logNormal } from "./fixtures.js";

const options = { horizonDays: 30, visits: [0, 1, 2], purchases: [0, 3], seed: 1 };

/**
 * Days with purchases, recency, tenure, mean value. What people spend follows their mean value, with a step
 * that is not linear.
 */
const buyers = (count: number, seed: number) => {
  const random = seededRandom(seed);
  const tenure = Float32Array.from({ length: count }, () => 60 + 300 * random());
  const days = Float32Array.from({ length: count }, () => 1 + Math.floor(6 * random()));
  const recency = tenure.map((t, i) => (days[i] === 1 ? t : t * random()));
  const mean = Float32Array.from({ length: count }, () => 10 + 90 * random());
  const truth = Float64Array.from(mean, (m, i) => m * (days[i]! > 4 ? 3 : 1));
  const value = truth.map((m) => m * logNormal(random, 0.8));
  const columns = [days, recency, tenure, mean];
  return { columns, value, truth, newest: columns };
};

const learned = buyers(4000, 1);
const fresh = buyers(2000, 2);
const errorOf = (name: ValueCandidateName): number => {
  const expected = predictGiven(fitValueBySize(name, learned, options).at(-1)!, fresh.columns, 2000);
  return Math.sqrt(expected.reduce((sum, e, i) => sum + (e - fresh.truth[i]!) ** 2, 0) / 2000);
};

test("every candidate's predictions of what it learned from have the right sum, whatever the tail", () => {
  const heavy = {
    ...learned,
    value: learned.value.map((y, i) => (i % 500 === 0 ? 60 * y : i % 300 === 0 ? -y : y)),
  };
  const total = heavy.value.reduce((a, b) => a + b, 0);
  for (const name of valueCandidatesFor(4000, options))
    for (const fitted of fitValueBySize(name, heavy, options)) {
      const expected = predictGiven(fitted, heavy.columns, 4000);
      expect(expected.reduce((a, b) => a + b, 0) / total, name).toBeCloseTo(1, 9);
    }
});

test("trees find the step, a regression the slope, and both beat the average", () => {
  const [average, linear, trees] = (["average", "linear", "trees"] as const).map(errorOf);
  expect(linear).toBeLessThan(0.7 * average!);
  expect(trees).toBeLessThan(0.6 * linear!);
});

test("the regression's sum is right where its logarithms alone would fall short", () => {
  const fitted = fitValueBySize("linear", learned, options)[0]!;
  expect(fitted.scale).toBeGreaterThan(1.2);
});

test("few rows have simple candidates, and BG/NBD needs histories", () => {
  expect(valueCandidatesFor(30, options)).toEqual(["average", "bg_nbd"]);
  expect(valueCandidatesFor(5000, { ...options, visits: [] })).toEqual(["average", "linear", "trees"]);
});

test("people without a history have a value, too", () => {
  const unknown = learned.columns.map((column) => column.slice(0, 3).fill(Number.NaN));
  for (const name of valueCandidatesFor(4000, options))
    for (const value of predictGiven(fitValueBySize(name, learned, options)[0]!, unknown, 3))
      expect(value, name).toBeGreaterThan(0);
});

test("a model restored from JSON predicts the same", () => {
  for (const name of valueCandidatesFor(4000, options)) {
    const fitted = fitValueBySize(name, learned, options)[0]!;
    const copy = JSON.parse(JSON.stringify(fitted)) as typeof fitted;
    expect(predictGiven(copy, fresh.columns, 2000)).toEqual(predictGiven(fitted, fresh.columns, 2000));
  }
});
