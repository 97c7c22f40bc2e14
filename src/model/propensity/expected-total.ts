// How wrong the level that a model foretells may be, the level being what all log-odds lie above what it says alike. The past
// tells: from each landmark the level of the next that lies a horizon on is foretold in two simple ways, as it has been on
// average and as it was last, and compared with what it became. The way that missed less is what counts.

import type { Interval } from "../../domain/evaluation.js";
import type { Frame } from "../../domain/frame.js";
import { levelShift } from "../calibration/level-shift.js";
import { applyMap } from "../calibration/maps.js";
import { countMinority, positiveRate } from "../numeric/labels.js";
import { logit, sigmoid } from "../numeric/logit.js";
import { type PropensityModel, rawScores } from "./model.js";
import { type LabelledFrame, labelled, rowsAt, samplePeople } from "./rows.js";
import type { TrainedPropensity } from "./train.js";

interface Known {
  landmark: number;
  level: number;
  /** Of the level, by chance of who was looked at. */
  variance: number;
}

/** Rows by which levels are known well enough. */
const maxRows = 30_000;

/** By how much the level of a model may be other than it foretells: see `levelMargin`. `frame` is what it learned from. */
export const forecastMargin = (
  { model, report, test }: TrainedPropensity,
  frame: Frame,
  { horizonSeconds, seed }: { horizonSeconds: number; seed: number },
): number => {
  const rows = samplePeople(labelled(frame), maxRows, seed);
  const isForetold = report.tested_on === "later dates and other people";
  return levelMargin([
    ...(isForetold ? [testForecastError(test.probability, test.label)] : []),
    ...pastForecastErrors(model, rows, horizonSeconds),
  ]);
};

/** Of the landmarks of rows that the model was fitted to. Those within one horizon share days, so together they are one. */
export const pastForecastErrors = (
  model: PropensityModel,
  rows: LabelledFrame,
  horizonSeconds: number,
): ForecastError[] => {
  const known = [...new Set(rows.landmark)]
    .sort((a, b) => a - b)
    .flatMap((landmark) => knownLevel(model, rowsAt(rows, landmark), landmark));
  const sharing = known.filter((k) => k.landmark > known.at(-1)!.landmark - horizonSeconds).length;
  const errorsOf = (foretell: (past: readonly Known[]) => number): ForecastError[] =>
    known.flatMap(({ landmark }, i) => {
      const later = known.find((k) => k.landmark >= landmark + horizonSeconds);
      if (later === undefined) return [];
      const error = later.level - foretell(known.slice(0, i + 1));
      return [{ error, chance: later.variance, weight: 1 / sharing }];
    });
  const [asEver, asLast] = [errorsOf(meanLevel), errorsOf((past) => past.at(-1)!.level)];
  return squares(asLast) < squares(asEver) ? asLast : asEver;
};

/** Of probabilities given beforehand, and of what became of the people, some of whom attained and some did not. */
export const testForecastError = (probability: Float64Array, label: Uint8Array): ForecastError => {
  const logOdds = probability.map(logit);
  const error = levelShift(logOdds, positiveRate(label));
  return { error, chance: varianceAt(logOdds, error), weight: 1 };
};

const knownLevel = (model: PropensityModel, rows: LabelledFrame, landmark: number): Known[] => {
  if (countMinority(rows.label) === 0) return [];
  const logOdds = applyMap(model.calibration.map, rawScores(model, rows));
  const level = levelShift(logOdds, positiveRate(rows.label));
  return [{ landmark, level, variance: varianceAt(logOdds, level) }];
};

/** The inverse of Fisher's information. */
const varianceAt = (logOdds: Float64Array, level: number): number =>
  1 /
  logOdds.reduce((sum, s) => {
    const p = sigmoid(s + level);
    return sum + p * (1 - p);
  }, 0);

const meanLevel = (known: readonly Known[]): number =>
  known.reduce((sum, { level }) => sum + level, 0) / known.length;

const squares = (errors: readonly ForecastError[]): number =>
  errors.reduce((sum, { error }) => sum + error ** 2, 0);

// How many will attain: the sum of the probabilities, and how sure it is. It is unsure for two reasons. Each person may or
// may not, which is the variance of a Poisson-binomial count; and the level of all of them may be other than foretold,
// which no number of people makes smaller.

/** By how much a foretold level missed, on the log-odds. */
export interface ForecastError {
  error: number;
  /** What chance alone would make of its square. */
  chance: number;
  /** How many errors it counts for. */
  weight: number;
}

/** Probabilities of independent people, added up. */
export interface ExpectedTotal {
  people: number;
  /** Σ p */
  expected: number;
  /** Σ p (1 − p) */
  variance: number;
}

/** A short past without an error does not show that there is none: two of a tenth are always added. */
const usualError = 0.1;
const usualCases = 2;
const z95 = 1.959964;

/** By how much, on the log-odds, a level that is foretold may miss in 95 of 100 cases. */
export const levelMargin = (errors: readonly ForecastError[]): number => {
  const seen = errors.reduce((sum, { error, chance, weight }) => sum + weight * (error ** 2 - chance), 0);
  const cases = errors.reduce((sum, { weight }) => sum + weight, usualCases);
  return student95(cases) * Math.sqrt((Math.max(0, seen) + usualCases * usualError ** 2) / cases);
};

/** 95 % bounds of how many attain, within 0 and everybody. A small move of the level moves the sum by its variance. */
export const totalInterval = ({ people, expected, variance }: ExpectedTotal, margin: number): Interval => {
  const reach = Math.sqrt(z95 ** 2 * variance + (margin * variance) ** 2);
  return { low: Math.max(0, expected - reach), high: Math.min(people, expected + reach) };
};

/** Two-sided quantile of 95 % of Student's t, by its expansion (Abramowitz and Stegun 26.7.5); for two or more cases. */
const student95 = (cases: number): number =>
  z95 +
  (z95 ** 3 + z95) / (4 * cases) +
  (5 * z95 ** 5 + 16 * z95 ** 3 + 3 * z95) / (96 * cases ** 2) +
  (3 * z95 ** 7 + 19 * z95 ** 5 + 17 * z95 ** 3 - 15 * z95) / (384 * cases ** 3);
