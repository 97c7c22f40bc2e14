// Before candidates are used they are judged: each scores people it has not seen, where there is history enough at a date
// later than anything it was trained on. Labels that overlap the judged window are left out of training, because they
// tell of the same days.

import { countMinority } from "../numeric/labels.js";
import {
  type CandidateName,
  type CandidateOptions,
  candidatesFor,
  fitCandidate,
  scoreCandidate,
} from "./candidates.js";
import type { Judgement } from "./judgement.js";
import { atLevel, lossOf, total } from "./losses.js";
import {
  foldsByPerson,
  type LabelledFrame,
  newestLandmark,
  rowsAt,
  rowsWhere,
  samplePeople,
} from "./rows.js";
import { growTrees, treeCounts } from "./trees.js";

export const folds = 3;
/** Judging needs fewer rows than fitting: a sample of people is enough to tell candidates apart. */
export const maxJudgedRows = 30_000;
/** Fewer of the rarer class than this cannot be trained on or judged by. */
const fewest = 20;

/** Rows whose label windows have all ended at `landmark`. */
export const endedBefore = (frame: LabelledFrame, landmark: number, horizonSeconds: number): LabelledFrame =>
  rowsWhere(frame, (row) => frame.landmark[row]! + horizonSeconds <= landmark);

export const isEnough = (frame: LabelledFrame): boolean => countMinority(frame.label) >= fewest;

/** `progress` is told the fraction that is done. */
export const judge = (
  frame: LabelledFrame,
  horizonSeconds: number,
  options: CandidateOptions,
  progress: (fraction: number) => void = () => {},
): Judgement => {
  const sampled = samplePeople(frame, maxJudgedRows, options.seed + 1);
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
  const losses = scores.map((s) => total(lossOf(atLevel(s, label), label)));
  return losses.indexOf(Math.min(...losses));
};

/** The newest landmark is judged by what ended before it; a history too short for that is judged as a whole. */
const splitByTime = (frame: LabelledFrame, horizonSeconds: number) => {
  const newest = newestLandmark(frame);
  const training = endedBefore(frame, newest, horizonSeconds);
  const judged = rowsAt(frame, newest);
  return isEnough(training) && isEnough(judged) ? { training, judged } : { training: frame, judged: frame };
};

export const scatter = (values: Float64Array, places: Int32Array, into: Float64Array): void =>
  places.forEach((place, i) => {
    into[place] = values[i]!;
  });
