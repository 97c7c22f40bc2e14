// What candidates are compared by: the loss of each row, once a candidate's level is that of the rows. A base rate that has
// drifted is for the calibration to mend, not a fault of one candidate.

import { levelShift } from "../calibration/shift.js";
import { positiveRate } from "../numeric/labels.js";
import { logitLoss } from "../numeric/logit.js";

/** Scores moved so that their mean probability is the base rate of the labels, of which there are both. */
export const atLevel = (scores: Float64Array, label: Uint8Array): Float64Array => {
  const shift = levelShift(scores, positiveRate(label));
  return scores.map((s) => s + shift);
};

export const lossOf = (scores: Float64Array, label: Uint8Array): Float64Array =>
  scores.map((s, i) => logitLoss(s, label[i]!));

export const total = (values: Float64Array): number => values.reduce((a, b) => a + b, 0);
