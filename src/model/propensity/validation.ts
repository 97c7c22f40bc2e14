// Validation of the candidates: each scores people that it has not seen, and, where the history is long enough, at a date later than
// anything that it was trained on. Training leaves out labels whose window overlaps the validation window, since both contain
// the same days.

import { levelShift } from "../calibration/level-shift.js";
import { countMinority, positiveRate } from "../numeric/labels.js";
import { logitLoss } from "../numeric/special-functions.js";
import type { CandidateOptions } from "./candidates/candidate.js";
import { type CandidateName, candidatesFor, scoreBySize, sizesOf } from "./candidates/registry.js";
import {
  endedBefore,
  foldsByPerson,
  isEnoughToTrain,
  type LabelledFrame,
  newestLandmark,
  rowsAt,
  rowsWhere,
  samplePeople,
  scatter,
} from "./rows.js";

/** Scores of every candidate for the same rows, none of which it was trained on. */
export interface Validation {
  names: CandidateName[];
  /** Per name: log-odds, one per row. */
  scores: Float64Array[];
  /** Per name: the size with the least loss, such as the number of trees; 0 where it has no size. */
  sizes: number[];
  label: Uint8Array;
}

export const folds = 3;
/** Comparing candidates needs fewer rows to fit them to than the model itself, and more to tell them apart. */
const maxComparedRows = 15_000;
export const maxValidationRows = 30_000;

/** `progress` receives the fraction that is done. */
export const validateCandidates = (
  frame: LabelledFrame,
  horizonSeconds: number,
  options: CandidateOptions,
  progress: (fraction: number) => void = () => {},
): Validation => {
  const split = splitByTime(frame, horizonSeconds);
  const training = samplePeople(split.training, maxComparedRows, options.seed + 1);
  const validated = samplePeople(split.validated, maxValidationRows, options.seed + 1);
  const trainingFold = foldsByPerson(training, folds, options.seed + 2);
  const validatedFold = foldsByPerson(validated, folds, options.seed + 2);
  const names = candidatesFor(frame, options);
  const scoresBySize = names.map((name) => sizesOf(name).map(() => new Float64Array(validated.rows)));
  for (let k = 0; k < folds; k++) {
    const others = rowsWhere(training, (row) => trainingFold[row] !== k);
    const held = rowsWhere(validated, (row) => validatedFold[row] === k);
    const heldRows = Int32Array.from(validatedFold.keys()).filter((row) => validatedFold[row] === k);
    names.forEach((name, c) => {
      progress((k + c / names.length) / folds);
      const scores = scoreBySize(name, others, held, options);
      for (const [size, into] of scoresBySize[c]!.entries()) scatter(scores[size]!, heldRows, into);
    });
  }
  const best = scoresBySize.map((scores) => indexOfMinLoss(scores, validated.label));
  return {
    names,
    scores: scoresBySize.map((scores, c) => scores[best[c]!]!),
    sizes: names.map((name, c) => sizesOf(name)[best[c]!]!),
    label: validated.label,
  };
};

/** The newest landmark is validated with the rows that ended before it; a shorter history is validated as a whole. */
const splitByTime = (frame: LabelledFrame, horizonSeconds: number) => {
  const newest = newestLandmark(frame);
  const training = endedBefore(frame, newest, horizonSeconds);
  const validated = rowsAt(frame, newest);
  return isEnoughToTrain(training) && isEnoughToTrain(validated)
    ? { training, validated }
    : { training: frame, validated: frame };
};

const indexOfMinLoss = (scores: Float64Array[], label: Uint8Array): number => {
  if (scores.length === 1 || countMinority(label) === 0) return 0;
  const losses = scores.map((s) => sumOf(logLosses(atBaseRate(s, label), label)));
  return losses.indexOf(Math.min(...losses));
};

/**
 * Scores shifted so that their mean probability is the base rate of the labels, both of which occur. Candidates are compared after
 * this shift: a base rate that has drifted is for the calibration to correct, and no fault of one candidate.
 */
export const atBaseRate = (scores: Float64Array, label: Uint8Array): Float64Array => {
  const shift = levelShift(scores, positiveRate(label));
  return scores.map((s) => s + shift);
};

export const logLosses = (scores: Float64Array, label: Uint8Array): Float64Array =>
  scores.map((s, i) => logitLoss(s, label[i]!));

export const sumOf = (values: Float64Array): number => values.reduce((a, b) => a + b, 0);
