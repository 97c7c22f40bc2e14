// Coverage of the interval of a total, by simulation of levels that stay, vary and wander.

import { expect, test } from "vitest";
import { uncalibrated } from "../calibration/calibration.js";
import { countPositives } from "../numeric/labels.js";
import { fitLogistic } from "../numeric/logistic.js";
import { type Random, seededRandom } from "../numeric/random.js";
import { sigmoid } from "../numeric/special-functions.js";
import { levelMargin, pastForecastErrors, testForecastError, totalInterval } from "./expected-total.js";
import { type PropensityModel, predictPropensity } from "./model.js";
import { type LabelledFrame, rowsAt, rowsWhere } from "./rows.js";

const horizon = 3;

const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Level of each landmark in log-odds, unknown to the model. */
type Levels = (random: Random, landmarks: number) => number[];

const constant: Levels = (_, landmarks) => Array(landmarks).fill(0);
const independent: Levels = (random, landmarks) =>
  Array.from({ length: landmarks }, () => 0.2 * normal(random));
const wandering: Levels = (random, landmarks) => {
  let level = 0;
  return Array.from({ length: landmarks }, () => {
    level += 0.08 * normal(random);
    return level;
  });
};

/** Landmarks 0, 1, …, the last of which is the future, each with its own people and one predictive feature. */
const panel = (random: Random, people: number, levels: number[]): LabelledFrame => {
  const rows = people * levels.length;
  const landmark = Float64Array.from({ length: rows }, (_, row) => Math.floor(row / people));
  const feature = Float32Array.from({ length: rows }, () => random());
  return {
    rows,
    personId: BigInt64Array.from({ length: rows }, (_, row) => BigInt(row)),
    landmark,
    label: Uint8Array.from(feature, (x, row) =>
      random() < sigmoid(-3.5 + 4 * x + levels[landmark[row]!]!) ? 1 : 0,
    ),
    names: ["feature"],
    columns: [feature],
  };
};

const modelOf = (rows: LabelledFrame): PropensityModel => {
  const fitted = fitLogistic(rows.columns, rows.label, 10);
  const members = [{ name: "logistic" as const, weight: 1, fitted }];
  return { features: rows.names, members, calibration: uncalibrated };
};

/** Whether the interval contains the number who convert a horizon after the newest landmark. */
const isCovered = (random: Random, people: number, landmarks: number, levels: Levels): boolean => {
  const newest = landmarks - 1;
  const all = panel(random, people, levels(random, landmarks + horizon));
  const past = rowsWhere(all, (row) => all.landmark[row]! <= newest);
  const future = rowsAt(all, newest + horizon);
  const tested = rowsAt(past, newest);
  const before = modelOf(rowsWhere(past, (row) => past.landmark[row]! <= newest - horizon));
  const model = modelOf(past);
  const margin = levelMargin([
    testForecastError(predictPropensity(before, tested), tested.label),
    ...pastForecastErrors(model, past, horizon),
  ]);
  const p = predictPropensity(model, future);
  const expected = p.reduce((sum, q) => sum + q, 0);
  const variance = p.reduce((sum, q) => sum + q * (1 - q), 0);
  const { low, high } = totalInterval({ people, expected, variance }, margin);
  const attained = countPositives(future.label);
  return low <= attained && attained <= high;
};

const coverage = (people: number, landmarks: number, levels: Levels): number => {
  const random = seededRandom(people);
  const panels = 120;
  const covered = Array.from({ length: panels }, () => isCovered(random, people, landmarks, levels));
  return covered.filter(Boolean).length / panels;
};

for (const [behaviour, levels] of Object.entries({
  "is constant": constant,
  "varies from landmark to landmark": independent,
  wanders: wandering,
}))
  test(`95 % intervals cover where the level ${behaviour}`, () => {
    const share = coverage(200, 8, levels);
    expect(share).toBeGreaterThanOrEqual(0.9);
    expect(share).toBeLessThanOrEqual(0.99);
  });
