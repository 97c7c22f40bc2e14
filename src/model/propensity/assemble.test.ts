import { expect, test } from "vitest";
import { uncalibrated } from "../calibration/calibration.js";
import { seededRandom } from "../numeric/random.js";
import { logit, sigmoid } from "../numeric/special-functions.js";
import { atForecastLevel } from "./assemble.js";
import { fitCandidate } from "./candidates/registry.js";
import { predictPropensity } from "./model.js";
import { scoreOrigins } from "./rolling-origin.js";
import { type LabelledFrame, rowsWhere } from "./rows.js";

const day = 86_400;
const horizon = 90 * day;
const landmarks = 12;
const people = 1500;
const options = { rfm: [0], visits: [], horizonDays: 90, seed: 1 };
const names = ["constant", "logistic"] as const;

type LevelOf = (month: number) => number;

/** People at monthly landmarks, with one predictive feature and an unpredictable level of each month. */
const panel = (levelOf: LevelOf, seed: number): LabelledFrame => {
  const random = seededRandom(seed);
  const rows = people * landmarks;
  const month = (i: number) => Math.floor(i / people);
  const feature = Float32Array.from({ length: rows }, () => random());
  return {
    rows,
    personId: BigInt64Array.from({ length: rows }, (_, i) => BigInt(i % people)),
    landmark: Float64Array.from({ length: rows }, (_, i) => 30 * day * month(i)),
    label: Uint8Array.from(feature, (x, i) => (random() < sigmoid(-2 + 2 * x + levelOf(month(i))) ? 1 : 0)),
    names: ["feature"],
    columns: [feature],
  };
};

/** Predicted log-odds a horizon later, minus those of level 0. */
const forecastLevel = (levelOf: LevelOf, seed = 1): number => {
  const rows = panel(levelOf, seed);
  const fitted = fitCandidate("logistic", rows, options, 0);
  const member = { name: "logistic" as const, weight: 1, fitted };
  const origins = scoreOrigins({ names: [...names], sizes: [0, 0] }, rows, horizon, options);
  const bare = { features: rows.names, members: [member], calibration: uncalibrated };
  const model = atForecastLevel(bare, rows, origins, [0, 1], horizon);
  const median = rowsWhere(rows, (row) => Math.abs(rows.columns[0]![row]! - 0.5) < 0.01);
  const predicted = predictPropensity(model, median).map(logit);
  return predicted.reduce((a, b) => a + b, 0) / predicted.length - (-2 + 2 * 0.5);
};

const next = landmarks + 2;

test("a steady fall is extrapolated beyond the newest landmark, most of the way", () => {
  const fall: LevelOf = (month) => -0.08 * month;
  const forecast = forecastLevel(fall);
  expect(forecast).toBeLessThan(fall(landmarks - 1));
  expect(forecast).toBeGreaterThan(fall(next) - 0.1);
});

test("a level that fell and stayed is forecast below its mean, but cautiously: it may be a season", () => {
  expect(forecastLevel((month) => (month < 6 ? 0 : -0.6))).toBeLessThan(-0.35);
});

test("a level that varies from month to month is forecast near its mean", () => {
  const levels = [0.1, -0.2, 0.15, 0, -0.1, 0.2, -0.15, 0.1, 0, -0.2, 0.2, -0.1];
  expect(Math.abs(forecastLevel((month) => levels[month]!))).toBeLessThan(0.1);
});

test("a constant level stays unchanged", () => {
  for (const seed of [1, 2, 3]) expect(Math.abs(forecastLevel(() => 0, seed))).toBeLessThan(0.1);
});
