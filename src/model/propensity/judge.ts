// Before candidates are used they are judged: each scores people it has not seen, where there is history enough at a date
// later than anything it was trained on. Labels that overlap the judged window are left out of training, because they
// tell of the same days.

import {
  type CandidateName,
  type CandidateOptions,
  candidatesFor,
  fitCandidate,
  scoreCandidate,
} from "./candidates.js";
import {
  foldsByPerson,
  type LabelledFrame,
  newestLandmark,
  rarerIn,
  rowsAt,
  rowsWhere,
  samplePeople,
} from "./rows.js";

/** Every candidate's scores for the same rows, none of which it was trained on. */
export interface Judgement {
  names: CandidateName[];
  /** Per name: log-odds, one per row. */
  scores: Float64Array[];
  label: Uint8Array;
  /** How many trees served these rows best. */
  trees: number;
}

export const folds = 3;
/** Judging needs fewer rows than fitting: a sample of people is enough to tell candidates apart. */
export const maxJudgedRows = 45_000;
/** Fewer of the rarer class than this cannot be trained on or judged by. */
const fewest = 20;

/** Rows whose label windows have all ended at `landmark`. */
export const endedBefore = (frame: LabelledFrame, landmark: number, horizonSeconds: number): LabelledFrame =>
  rowsWhere(frame, (row) => frame.landmark[row]! + horizonSeconds <= landmark);

export const isEnough = (frame: LabelledFrame): boolean => rarerIn(frame.label) >= fewest;

export const judge = (frame: LabelledFrame, horizonSeconds: number, options: CandidateOptions): Judgement => {
  const sampled = samplePeople(frame, maxJudgedRows, options.seed + 1);
  const { training, judged } = splitByTime(sampled, horizonSeconds);
  const trainingFold = foldsByPerson(training, folds, options.seed + 2);
  const judgedFold = foldsByPerson(judged, folds, options.seed + 2);
  const names = candidatesFor(frame, options);
  const scores = names.map(() => new Float64Array(judged.rows));
  let trees = 0;
  for (let k = 0; k < folds; k++) {
    const others = rowsWhere(training, (row) => trainingFold[row] !== k);
    const held = rowsWhere(judged, (row) => judgedFold[row] === k);
    const places = Int32Array.from(judgedFold.keys()).filter((row) => judgedFold[row] === k);
    names.forEach((name, c) => {
      const fitted = fitCandidate(name, others, options, { validation: held });
      if (fitted.kind === "gbdt") trees += fitted.trees.length / folds;
      scatter(scoreCandidate(fitted, held.columns, held.rows), places, scores[c]!);
    });
  }
  return { names, scores, label: judged.label, trees: Math.round(trees) };
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
