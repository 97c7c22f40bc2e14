// Before candidates are used they are judged: each scores people it has not seen, where there is history enough at a date
// later than anything it was trained on. Labels that overlap the judged window are left out of training, because they
// tell of the same days.

import { levelShift } from "../calibration/level-shift.js";
import { countMinority, positiveRate } from "../numeric/labels.js";
import { logitLoss } from "../numeric/logit.js";
import {
  type CandidateName,
  type CandidateOptions,
  candidatesFor,
  fitCandidate,
  scoreCandidate,
} from "./candidates/registry.js";
import { growTrees, treeCounts } from "./candidates/trees.js";
import {
  foldsByPerson,
  type LabelledFrame,
  newestLandmark,
  rowsAt,
  rowsWhere,
  samplePeople,
} from "./rows.js";

export const folds = 3;
/** Judging needs fewer rows than fitting: a sample of people is enough to tell candidates apart. */
export const maxValidationRows = 30_000;
/** Fewer of the rarer class than this cannot be trained on or judged by. */
const fewest = 20;

/** Rows whose label windows have all ended at `landmark`. */
export const endedBefore = (frame: LabelledFrame, landmark: number, horizonSeconds: number): LabelledFrame =>
  rowsWhere(frame, (row) => frame.landmark[row]! + horizonSeconds <= landmark);

export const isEnoughToTrain = (frame: LabelledFrame): boolean => countMinority(frame.label) >= fewest;

/** `progress` is told the fraction that is done. */
export const validateCandidates = (
  frame: LabelledFrame,
  horizonSeconds: number,
  options: CandidateOptions,
  progress: (fraction: number) => void = () => {},
): Validation => {
  const sampled = samplePeople(frame, maxValidationRows, options.seed + 1);
  const { training, judged } = splitByTime(sampled, horizonSeconds);
  const trainingFold = foldsByPerson(training, folds, options.seed + 2);
  const judgedFold = foldsByPerson(judged, folds, options.seed + 2);
  const names = candidatesFor(frame, options);
  const bySize = names.map((name) => sizesOf(name).map(() => new Float64Array(judged.rows)));
  for (let k = 0; k < folds; k++) {
    const others = rowsWhere(training, (row) => trainingFold[row] !== k);
    const held = rowsWhere(judged, (row) => judgedFold[row] === k);
    const places = Int32Array.from(judgedFold.keys()).filter((row) => judgedFold[row] === k);
    names.forEach((name, c) => {
      progress((k + c / names.length) / folds);
      const scores = scoresBySize(name, others, held, options);
      for (const [size, into] of bySize[c]!.entries()) scatter(scores[size]!, places, into);
    });
  }
  const best = bySize.map((scores) => leastLoss(scores, judged.label));
  return {
    names,
    scores: bySize.map((scores, c) => scores[best[c]!]!),
    label: judged.label,
    trees: sizesOf("trees")[best[names.indexOf("trees")] ?? 0]!,
  };
};

/** Trees are judged at several sizes at once, because a smaller model of them is the beginning of a larger one. */
const sizesOf = (name: CandidateName): number[] => (name === "trees" ? treeCounts : [0]);

/** Raw scores of the held rows, for each size. */
const scoresBySize = (
  name: CandidateName,
  others: LabelledFrame,
  held: LabelledFrame,
  options: CandidateOptions,
): Float64Array[] => {
  if (name === "trees" && countMinority(others.label) > 0)
    return growTrees(others, options.seed, held.columns, held.rows, options.threads);
  const scores = scoreCandidate(fitCandidate(name, others, options, 0), held.columns, held.rows);
  return sizesOf(name).map(() => scores);
};

/** Where the loss is least once the level is right. */
const leastLoss = (scores: Float64Array[], label: Uint8Array): number => {
  if (scores.length === 1 || countMinority(label) === 0) return 0;
  const losses = scores.map((s) => sumOf(logLosses(atBaseRate(s, label), label)));
  return losses.indexOf(Math.min(...losses));
};

/** The newest landmark is judged by what ended before it; a history too short for that is judged as a whole. */
const splitByTime = (frame: LabelledFrame, horizonSeconds: number) => {
  const newest = newestLandmark(frame);
  const training = endedBefore(frame, newest, horizonSeconds);
  const judged = rowsAt(frame, newest);
  return isEnoughToTrain(training) && isEnoughToTrain(judged)
    ? { training, judged }
    : { training: frame, judged: frame };
};

export const scatter = (values: Float64Array, places: Int32Array, into: Float64Array): void =>
  places.forEach((place, i) => {
    into[place] = values[i]!;
  });

// What judging the candidates gives, and what choosing among them takes.

/** Every candidate's scores for the same rows, none of which it was trained on. */
export interface Validation {
  names: CandidateName[];
  /** Per name: log-odds, one per row. */
  scores: Float64Array[];
  label: Uint8Array;
  /** How many trees served these rows best. */
  trees: number;
}

// What candidates are compared by: the loss of each row, once a candidate's level is that of the rows. A base rate that has
// drifted is for the calibration to mend, not a fault of one candidate.

/** Scores moved so that their mean probability is the base rate of the labels, of which there are both. */
export const atBaseRate = (scores: Float64Array, label: Uint8Array): Float64Array => {
  const shift = levelShift(scores, positiveRate(label));
  return scores.map((s) => s + shift);
};

export const logLosses = (scores: Float64Array, label: Uint8Array): Float64Array =>
  scores.map((s, i) => logitLoss(s, label[i]!));

export const sumOf = (values: Float64Array): number => values.reduce((a, b) => a + b, 0);
