// How wrong the level that a model foretells may be, the level being what all log-odds lie above what it says alike. The past
// tells: from each landmark the level of the next that lies a horizon on is foretold in two simple ways, as it has been on
// average and as it was last, and compared with what it became. The way that missed less is what counts.

import type { Frame } from "../domain/frame.js";
import { applyMap } from "./calibration/maps.js";
import { levelShift } from "./calibration/shift.js";
import { countMinority, positiveRate } from "./numeric/labels.js";
import { logit, sigmoid } from "./numeric/logit.js";
import { type PropensityModel, rawScores } from "./propensity/model.js";
import { type LabelledFrame, labelled, rowsAt, samplePeople } from "./propensity/rows.js";
import type { Learned } from "./propensity.js";
import { type LevelError, levelMargin } from "./total.js";

interface Known {
  landmark: number;
  level: number;
  /** Of the level, by chance of who was looked at. */
  variance: number;
}

/** Rows by which levels are known well enough. */
const maxRows = 30_000;

/** By how much the level of a model may be other than it foretells: see `levelMargin`. `frame` is what it learned from. */
export const foretoldMargin = (
  { model, report, test }: Learned,
  frame: Frame,
  { horizonSeconds, seed }: { horizonSeconds: number; seed: number },
): number => {
  const rows = samplePeople(labelled(frame), maxRows, seed);
  const isForetold = report.tested_on === "later dates and other people";
  return levelMargin([
    ...(isForetold ? [testError(test.probability, test.label)] : []),
    ...pastErrors(model, rows, horizonSeconds),
  ]);
};

/** Of the landmarks of rows that the model was fitted to. Those within one horizon share days, so together they are one. */
export const pastErrors = (
  model: PropensityModel,
  rows: LabelledFrame,
  horizonSeconds: number,
): LevelError[] => {
  const known = [...new Set(rows.landmark)]
    .sort((a, b) => a - b)
    .flatMap((landmark) => knownLevel(model, rowsAt(rows, landmark), landmark));
  const sharing = known.filter((k) => k.landmark > known.at(-1)!.landmark - horizonSeconds).length;
  const errorsOf = (foretell: (past: readonly Known[]) => number): LevelError[] =>
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
export const testError = (probability: Float64Array, label: Uint8Array): LevelError => {
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

const squares = (errors: readonly LevelError[]): number =>
  errors.reduce((sum, { error }) => sum + error ** 2, 0);
