// Evidence of how good the candidates are: their scores of rows that they were not trained on. It comes from
// past dates (origins), or, where the history is too short for one, from people who were left out.

import { levelError } from "../calibration/level-shift.js";
import { countMinority } from "../numeric/labels.js";
import { logitLoss } from "../numeric/special-functions.js";
import type { CandidateOptions } from "./candidates/candidate.js";
import { type CandidateName, candidatesFor, sizesOf } from "./candidates/registry.js";
import { doTasks, type SizesTask, type TaskThreads } from "./fit-tasks.js";
import { foldsByPerson, type LabelledFrame, rowNumbers, rowsWhere, samplePeople, scatter } from "./rows.js";

/** Scores of every candidate for the same rows, none of which it was trained on. */
export interface Evidence {
  names: CandidateName[];
  /** Per name and size: log-odds, one per row. */
  scores: Float64Array[][];
  label: Uint8Array;
}

export const folds = 3;
/** Comparing candidates needs fewer rows than fitting them, so a sample of people is enough. */
const maxRows = 15_000;

/** The candidates' scores of people by models of other people. */
export const scoreUnseenPeople = (
  frame: LabelledFrame,
  options: CandidateOptions,
  threads?: TaskThreads,
): Evidence => {
  const sampled = samplePeople(frame, maxRows, options.seed + 1);
  const fold = foldsByPerson(sampled, folds, options.seed + 2);
  const names = candidatesFor(frame, options);
  const scores = names.map((name) => sizesOf(name).map(() => new Float64Array(sampled.rows)));
  const tasks = numbersTo(folds).flatMap((k) => {
    const training = rowsWhere(sampled, (row) => fold[row] !== k);
    const held = rowsWhere(sampled, (row) => fold[row] === k);
    return names.map(
      (name): SizesTask => ({ gives: "scores by size", name, training, scored: held, options }),
    );
  });
  doTasks(tasks, threads).forEach((bySize, task) => {
    const heldRows = rowNumbers(sampled.rows, (row) => fold[row] === Math.floor(task / names.length));
    const into = scores[task % names.length]!;
    bySize.forEach((ofSize, size) => {
      scatter(ofSize, heldRows, into[size]!);
    });
  });
  return { names, scores, label: sampled.label };
};

/** 0 … `count` − 1 */
export const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/**
 * Scores shifted so that their mean probability is the base rate of the labels, both of which occur.
 * Candidates are compared after this shift: a base rate that has drifted is no fault of one candidate.
 */
export const atBaseRate = (scores: Float64Array, label: Uint8Array): Float64Array => {
  if (countMinority(label) === 0) return scores;
  const shift = levelError(scores, label);
  return scores.map((s) => s + shift);
};

export const logLosses = (scores: Float64Array, label: Uint8Array): Float64Array =>
  scores.map((s, i) => logitLoss(s, label[i]!));

export const sumOf = (values: Float64Array): number => values.reduce((a, b) => a + b, 0);
