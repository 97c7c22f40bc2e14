// Choice of a calibration: of four maps, the simplest whose loss is within one standard error of the best, then shifted to a base rate
// where that is known better. The loss is that of people the map was not fitted to, at its own date and at other dates. Each date
// is evaluated at its own level, since a changed base rate needs a shift and no other shape. A more flexible map needs more
// people: a curve through a few hundred shows mostly chance (Niculescu-Mizil and Caruana 2005). It also needs another date,
// because a curve knows nothing beyond the scores that it was fitted to, and a changed level moves scores there.

import { countMinority, positiveRate } from "../numeric/labels.js";
import { simplestWithinError } from "../numeric/one-standard-error.js";
import { seededRandom } from "../numeric/random.js";
import { logitLoss, sigmoid } from "../numeric/special-functions.js";
import { levelShift } from "./level-shift.js";
import { applyMap, type CalibrationMap, type CalibrationMethod, calibrationMethods, fitMap } from "./maps.js";

export interface Calibration {
  map: CalibrationMap;
  /** Added to the calibrated log-odds. */
  shift: number;
}

export const uncalibrated: Calibration = { map: { method: "identity" }, shift: 0 };

const folds = 5;

/** Number of people of the rarer label that a map needs. */
const minMinority: Record<CalibrationMethod, number> = {
  identity: 0,
  platt: 2 * folds,
  beta: 100,
  isotonic: 500,
};

/** Raw log-odds of people at one date that the model has not seen, and their labels. */
export interface ScoredLabels {
  raw: Float64Array;
  label: Uint8Array;
}

/** Fitted to `here`, and chosen by `here` and by other dates. With fewer than 10 of a label, scores stay as they are. */
export const chooseCalibration = (
  here: ScoredLabels,
  otherDates: readonly ScoredLabels[],
  seed: number,
): Calibration => {
  const methods = calibrationMethods.filter(
    (method) =>
      minMinority[method] <= countMinority(here.label) && (method !== "isotonic" || otherDates.length > 0),
  );
  if (methods.length === 1) return uncalibrated;
  const fold = stratifiedFolds(here.label, seed);
  const losses = methods.map((method) =>
    joined([crossValidatedLoss(method, here, fold), ...lossesAtOtherDates(method, here, otherDates)]),
  );
  const method = methods[simplestWithinError(losses)]!;
  return fitAtLevel(method, here);
};

/** Loss of each row by a map fitted to the other folds. */
const crossValidatedLoss = (
  method: CalibrationMethod,
  { raw, label }: ScoredLabels,
  fold: Uint8Array,
): Float64Array => {
  const loss = new Float64Array(label.length);
  for (let k = 0; k < folds; k++) {
    const rest = fold.map((f) => (f === k ? 0 : 1));
    const { map, shift } = fitAtLevel(method, { raw: keep(raw, rest), label: keep(label, rest) });
    applyMap(map, raw).forEach((s, i) => {
      if (fold[i] === k) loss[i] = logitLoss(s + shift, label[i]!);
    });
  }
  return loss;
};

const lossesAtOtherDates = (
  method: CalibrationMethod,
  { raw, label }: ScoredLabels,
  otherDates: readonly ScoredLabels[],
): Float64Array[] => {
  const map = fitMap(method, raw, label);
  return otherDates.map((other) => {
    const scores = applyMap(map, other.raw);
    const shift = levelShift(scores, positiveRate(other.label));
    return scores.map((s, i) => logitLoss(s + shift, other.label[i]!));
  });
};

const fitAtLevel = (method: CalibrationMethod, { raw, label }: ScoredLabels): Calibration =>
  shiftTo({ map: fitMap(method, raw, label), shift: 0 }, raw, positiveRate(label));

/** Calibrated probabilities of raw log-odds. */
export const applyCalibration = (calibration: Calibration, raw: Float64Array): Float64Array =>
  applyMap(calibration.map, raw).map((s) => sigmoid(s + calibration.shift));

/** The same calibration, shifted so that the mean probability of these people is `rate`. */
export const shiftTo = (calibration: Calibration, raw: Float64Array, rate: number): Calibration => ({
  map: calibration.map,
  shift: levelShift(applyMap(calibration.map, raw), rate),
});

/** Distributes the rows of each label over the folds in turn, in random order. */
const stratifiedFolds = (label: Uint8Array, seed: number): Uint8Array => {
  const random = seededRandom(seed);
  const order = Array.from(label, (_, i) => ({ i, by: random() })).sort((a, b) => a.by - b.by || a.i - b.i);
  const fold = new Uint8Array(label.length);
  const counts = [0, 0];
  for (const { i } of order) fold[i] = counts[label[i]!]!++ % folds;
  return fold;
};

const keep = <T extends Float64Array | Uint8Array>(values: T, flags: Uint8Array): T =>
  values.filter((_: number, i: number) => flags[i] === 1) as T;

const joined = (parts: Float64Array[]): Float64Array => Float64Array.from(parts.flatMap((part) => [...part]));
