// Expected number of people who convert, with its 95 % interval. Two things make the number uncertain: each person's outcome is
// random, which is the variance of a Poisson-binomial count, and the level of all probabilities may be off, which no number of
// people averages out.
//
// The uncertainty of the level comes from the past. From each landmark, the level a horizon later is forecast in two simple ways,
// as the mean so far and as the last value, and compared with the actual level. The forecast with the smaller errors counts.

import type { Interval } from "../../domain/evaluation.js";
import type { Frame } from "../../domain/frame.js";
import { levelShift, levelVariance } from "../calibration/level-shift.js";
import { applyMap } from "../calibration/maps.js";
import { z95 } from "../numeric/confidence-intervals.js";
import { countMinority, positiveRate } from "../numeric/labels.js";
import { logit } from "../numeric/special-functions.js";
import { type PropensityModel, rawScores } from "./model.js";
import { type LabelledFrame, labelled, landmarksOf, rowsAt, samplePeople } from "./rows.js";
import type { TrainedPropensity } from "./train.js";

/** Sums over the probabilities of independent people. */
export interface ExpectedTotal {
  people: number;
  /** Σ p */
  expected: number;
  /** Σ p (1 − p) */
  variance: number;
}

/** 95 % interval of the number who convert, within 0 and all people. A small shift of the level changes the sum by its variance. */
export const totalInterval = ({ people, expected, variance }: ExpectedTotal, margin: number): Interval => {
  const halfWidth = Math.sqrt(z95 ** 2 * variance + (margin * variance) ** 2);
  return { low: Math.max(0, expected - halfWidth), high: Math.min(people, expected + halfWidth) };
};

/** Error of a forecast level, in log-odds. */
export interface ForecastError {
  error: number;
  /** Of the actual level, by chance of who was observed. */
  variance: number;
  /** Number of independent errors that it counts as. */
  weight: number;
}

/** A short past without errors does not prove that there are none, so two errors of 0.1 are always added. */
const priorError = 0.1;
const priorCases = 2;

/** Half-width of the level's 95 % interval, in log-odds. */
export const levelMargin = (errors: readonly ForecastError[]): number => {
  const observed = errors.reduce(
    (sum, { error, variance, weight }) => sum + weight * (error ** 2 - variance),
    0,
  );
  const cases = errors.reduce((sum, { weight }) => sum + weight, priorCases);
  return student95(cases) * Math.sqrt((Math.max(0, observed) + priorCases * priorError ** 2) / cases);
};

/** Two-sided 95 % quantile of Student's t, by its expansion (Abramowitz and Stegun 26.7.5); for two or more cases. */
const student95 = (cases: number): number =>
  z95 +
  (z95 ** 3 + z95) / (4 * cases) +
  (5 * z95 ** 5 + 16 * z95 ** 3 + 3 * z95) / (96 * cases ** 2) +
  (3 * z95 ** 7 + 19 * z95 ** 5 + 17 * z95 ** 3 - 15 * z95) / (384 * cases ** 3);

/** Number of rows that determines levels well enough. */
const maxRows = 30_000;

/** The level margin of a trained model; `frame` is what it was trained on. */
export const forecastMargin = (
  { model, report, test }: TrainedPropensity,
  frame: Frame,
  { horizonSeconds, seed }: { horizonSeconds: number; seed: number },
): number => {
  const rows = samplePeople(labelled(frame), maxRows, seed);
  const isOutOfTime = report.tested_on === "later dates and other people";
  return levelMargin([
    ...(isOutOfTime ? [testForecastError(test.probability, test.label)] : []),
    ...pastForecastErrors(model, rows, horizonSeconds),
  ]);
};

/** Error of the level of a test's probabilities. Both labels occur. */
export const testForecastError = (probability: Float64Array, label: Uint8Array): ForecastError => {
  const logOdds = probability.map(logit);
  const error = levelShift(logOdds, positiveRate(label));
  return { error, variance: levelVariance(logOdds, error), weight: 1 };
};

interface LandmarkLevel {
  landmark: number;
  level: number;
  variance: number;
}

/** Errors at the landmarks of the model's training rows. Landmarks within one horizon share days, so together they count as one. */
export const pastForecastErrors = (
  model: PropensityModel,
  rows: LabelledFrame,
  horizonSeconds: number,
): ForecastError[] => {
  const levels = landmarksOf(rows).flatMap((landmark) => levelAt(model, rowsAt(rows, landmark), landmark));
  const overlapping = levels.filter((l) => l.landmark > levels.at(-1)!.landmark - horizonSeconds).length;
  const errorsOf = (forecast: (past: readonly LandmarkLevel[]) => number): ForecastError[] =>
    levels.flatMap(({ landmark }, i) => {
      const later = levels.find((l) => l.landmark >= landmark + horizonSeconds);
      if (later === undefined) return [];
      const error = later.level - forecast(levels.slice(0, i + 1));
      return [{ error, variance: later.variance, weight: 1 / overlapping }];
    });
  const [byMean, byLast] = [errorsOf(meanLevel), errorsOf((past) => past.at(-1)!.level)];
  return sumOfSquares(byLast) < sumOfSquares(byMean) ? byLast : byMean;
};

/** None where all labels are equal. */
const levelAt = (model: PropensityModel, rows: LabelledFrame, landmark: number): LandmarkLevel[] => {
  if (countMinority(rows.label) === 0) return [];
  const logOdds = applyMap(model.calibration.map, rawScores(model, rows));
  const level = levelShift(logOdds, positiveRate(rows.label));
  return [{ landmark, level, variance: levelVariance(logOdds, level) }];
};

const meanLevel = (levels: readonly LandmarkLevel[]): number =>
  levels.reduce((sum, { level }) => sum + level, 0) / levels.length;

const sumOfSquares = (errors: readonly ForecastError[]): number =>
  errors.reduce((sum, { error }) => sum + error ** 2, 0);
