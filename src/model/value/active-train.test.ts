import { expect, test } from "vitest";
import type { Frame } from "../../domain/outcome/frame.js";
import { seededRandom } from "../numeric/random.js";
import { trainActiveValue, valueIfActive } from "./active-train.js";
import { normal } from "./fixtures.js";

const day = 86_400;
const horizon = 30 * day;
const noise = 2;

/**
 * People at landmarks a horizon apart: half of them are active in each window. What they have is around a mean
 * of their own and falls with a feature; both are known, with noise, up to the landmark. Most values are below 0.
 */
const series = (people: number, landmarks: number, seed: number, slope = 3) => {
  const random = seededRandom(seed);
  const rows = people * landmarks;
  const own = Float64Array.from({ length: people }, () => -10 + 3 * normal(random));
  const past = own.map(() => 1 + Math.floor(8 * random()));
  const known = own.map((mean, i) => mean + (noise * normal(random)) / Math.sqrt(past[i]!));
  const feature = Float32Array.from({ length: rows }, () => random());
  const truth = Float64Array.from(feature, (x, row) => own[row % people]! - slope * (x - 0.5) * 2);
  const value = truth.map((mean) => (random() < 0.5 ? mean + noise * normal(random) : Number.NaN));
  const frame: Frame = {
    rows,
    personId: BigInt64Array.from({ length: rows }, (_, row) => BigInt(row % people)),
    landmark: Float64Array.from({ length: rows }, (_, row) => 1e9 + horizon * Math.floor(row / people)),
    label: null,
    names: ["feature", "windows", "own_mean"],
    columns: [
      feature,
      Float32Array.from({ length: rows }, (_, row) => past[row % people]!),
      Float32Array.from({ length: rows }, (_, row) => known[row % people]!),
    ],
  };
  return { frame, value, truth };
};

const training = { horizon, seed: 1, own: [{ count: 1, mean: 2, most: null }] };
const trained = ({ frame, value }: Pick<ReturnType<typeof series>, "frame" | "value">) =>
  trainActiveValue(frame, value, training);

const rmse = (expected: Float64Array, truth: Float64Array): number =>
  Math.sqrt(expected.reduce((sum, value, i) => sum + (value - truth[i]!) ** 2, 0) / truth.length);

test("the expected value of other people is near the truth, below 0 too", () => {
  const { model } = trained(series(800, 6, 1));
  const fresh = series(3000, 1, 2);
  const expected = valueIfActive(model, fresh.frame.columns, fresh.frame.rows);
  expect(Math.max(...expected)).toBeLessThan(5);
  // The truth of a person is known to about 1.0 from their past.
  expect(rmse(expected, fresh.truth)).toBeLessThan(1.3);
});

test("the test compares with people's own past mean, by errors of active people alone", () => {
  const shop = series(800, 6, 3);
  const { model, people, rules, gain, observed, expected, origins } = trained(shop).evaluation;
  const newest = shop.value.slice(-800).filter((value) => !Number.isNaN(value));
  expect(people).toBe(newest.length);
  expect(observed).toBeCloseTo(newest.reduce((a, b) => a + b, 0) / newest.length, 4);
  expect(Math.abs(expected - observed)).toBeLessThan(0.3);
  expect(model.root_mean_squared_error).toBeLessThan(rules.own_mean.root_mean_squared_error - 0.3);
  expect(rules.own_mean.root_mean_squared_error).toBeLessThan(rules.average.root_mean_squared_error);
  expect(model.root_mean_squared_error).toBeGreaterThan(noise);
  expect(gain.low).toBeGreaterThan(0);
  expect(origins.length).toBeGreaterThan(2);
});

test("where nothing but the own past matters, the own mean is as good as the model", () => {
  const { model, rules, gain } = trained(series(800, 6, 4, 0)).evaluation;
  expect(Math.abs(model.root_mean_squared_error - rules.own_mean.root_mean_squared_error)).toBeLessThan(0.06);
  expect(gain.low).toBeLessThan(0.15);
});

test("eight of ten people are in ranges made of earlier dates", () => {
  const held = [5, 6, 7].map((seed) => {
    const { range } = trained(series(700, 6, seed)).evaluation;
    return range.held / range.people;
  });
  for (const share of held) expect(Math.abs(share - 0.8)).toBeLessThan(0.07);
});

test("what happens after the test's day cannot move what was expected on it", () => {
  const honest = series(500, 6, 8);
  const newest = 1e9 + 5 * horizon;
  const { landmark } = honest.frame;
  const leaky = honest.value.map((y, row) => (landmark[row]! + horizon > newest ? y + 50 : y));
  const [before, after] = [trained(honest), trained({ ...honest, value: leaky })];
  expect(after.evaluation.expected).toBe(before.evaluation.expected);
  expect(after.evaluation.observed).not.toBe(before.evaluation.observed);
});

test("people who are not active are no part of it", () => {
  const all = series(400, 5, 9);
  const absurd = all.frame.columns.map((column) =>
    column.map((x, row) => (Number.isNaN(all.value[row]!) ? 1e6 : x)),
  );
  const other = trained({ ...all, frame: { ...all.frame, columns: absurd } });
  expect(other).toEqual(trained(all));
});

test("a history too short for a later date is tested on other people", () => {
  const { evaluation } = trained(series(900, 1, 10));
  expect(evaluation.origins).toHaveLength(1);
  expect(Math.abs(evaluation.range.held / evaluation.range.people - 0.8)).toBeLessThan(0.08);
});

test("a handful of active people have their own mean", () => {
  const few = series(40, 1, 11);
  expect(trained(few).evaluation.blend).toEqual({ own_mean: 1 });
});

test("the same rows and seed give the same model", () => {
  const small = series(300, 5, 12);
  expect(trained(small)).toEqual(trained(small));
});
