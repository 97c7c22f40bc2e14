// Adjustment of the level of a blend's log-odds. A blend that was fitted again to all rows is right by itself more often than not: what one
// past date shows is mostly that date. So the default is no adjustment. The level is moved only if that has earned its place:
// by what was known before each of two or more past dates, it lowered the loss there by more than a standard error, and over
// all of them as well. It is moved by most of the mean error of the newest dates, so never further than it was seen to be off.

import { countMinority, positiveRate } from "../numeric/labels.js";
import { logitLoss } from "../numeric/special-functions.js";
import { type Calibration, uncalibrated } from "./calibration.js";
import { levelShift } from "./level-shift.js";

/** Log-odds of people whom the model had to predict, and their labels. */
export interface ScoredLabels {
  raw: Float64Array;
  label: Uint8Array;
}

/** Scores at a past date, by a model fitted to what was known by then. */
export interface DatedScores extends ScoredLabels {
  landmark: number;
}

/** The newest dates whose errors are averaged, and those at which the adjustment is judged. */
const maxAveraged = 3;
const maxJudged = 6;
const minWins = 2;
/** Of a level's error, the share that is expected to last. */
const lasting = 0.7;

/** The adjustment that past dates support, in order of time; `uncalibrated` where they do not. */
export const adjustmentFor = (past: readonly DatedScores[], horizonSeconds: number): Calibration => {
  const dates = past.filter(({ label }) => countMinority(label) > 0);
  const judged = dates.slice(-maxJudged).flatMap((date) => {
    const known = dates.filter(({ landmark }) => landmark + horizonSeconds <= date.landmark);
    return known.length === 0 ? [] : [gainAt(date, expectedError(known))];
  });
  const wins = judged.filter(({ gain, error }) => gain > error).length;
  const gain = judged.reduce((sum, one) => sum + one.gain, 0);
  const error = Math.sqrt(judged.reduce((sum, one) => sum + one.error ** 2, 0));
  if (wins < minWins || gain <= error) return uncalibrated;
  return { ...uncalibrated, shift: expectedError(dates) };
};

/** In log-odds. */
const expectedError = (dates: readonly DatedScores[]): number => {
  const errors = dates.slice(-maxAveraged).map(({ raw, label }) => levelShift(raw, positiveRate(label)));
  return (lasting * errors.reduce((a, b) => a + b, 0)) / errors.length;
};

/** Mean gain in log loss by the shift, with its standard error. */
const gainAt = ({ raw, label }: DatedScores, shift: number) => {
  const gains = raw.map((s, i) => logitLoss(s, label[i]!) - logitLoss(s + shift, label[i]!));
  const gain = gains.reduce((a, b) => a + b, 0) / gains.length;
  const squares = gains.reduce((sum, g) => sum + (g - gain) ** 2, 0);
  return { gain, error: Math.sqrt(squares) / gains.length };
};
