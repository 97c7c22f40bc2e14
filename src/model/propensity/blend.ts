// A blend is a weighted mean of candidates' log-odds. It has to earn its place: the simplest candidate that is within one
// standard error of the best blend is used alone.

import { levelShift } from "../calibration/shift.js";
import { logitLoss } from "../logit.js";
import { simplestWithinError } from "../simplest.js";
import type { Judgement } from "./judge.js";
import { attainedIn, rarerIn } from "./rows.js";

/** Weights of the judged candidates, by place; not negative, sum 1. Candidates are listed from simple to rich. */
export const chooseWeights = ({ scores, label }: Judgement): number[] => {
  const alone = scores.map((_, c) => scores.map((_, other) => (other === c ? 1 : 0)));
  if (rarerIn(label) === 0) return alone[0]!;
  const level = scores.map((s) => atLevel(s, label));
  const loss = (weights: number[]) => lossOf(mix(level, weights), label);
  const best = smallest(simplex(scores.length).map((weights) => ({ weights, mean: total(loss(weights)) })));
  const options = [...alone, best.weights];
  return options[simplestWithinError(options.map(loss))]!;
};

/** Weighted mean of scores, row by row. */
export const mix = (scores: Float64Array[], weights: number[]): Float64Array => {
  const mixed = new Float64Array(scores[0]!.length);
  scores.forEach((score, c) => {
    if (weights[c]! > 0) for (let i = 0; i < mixed.length; i++) mixed[i]! += weights[c]! * score[i]!;
  });
  return mixed;
};

/** Scores moved to the base rate they are judged at: its drift is for the calibration to mend, not a fault of one. */
const atLevel = (scores: Float64Array, label: Uint8Array): Float64Array => {
  const shift = levelShift(scores, attainedIn(label) / label.length);
  return scores.map((s) => s + shift);
};

/** All ways to share a weight of 1, in steps, among the candidates after the first, at most three. */
const simplex = (candidates: number): number[][] => {
  const steps = 10;
  let grid: number[][] = [[]];
  for (let c = 1; c < candidates; c++)
    grid = grid.flatMap((shares) => {
      const left = steps - shares.reduce((a, b) => a + b, 0);
      const isLast = c === candidates - 1;
      const parts = isLast ? [left] : Array.from({ length: left + 1 }, (_, part) => part);
      return parts.map((part) => [...shares, part]);
    });
  return grid.map((shares) => [0, ...shares.map((share) => share / steps)]);
};

const smallest = <T extends { mean: number }>(options: T[]): T =>
  options.reduce((best, option) => (option.mean < best.mean ? option : best));

const lossOf = (scores: Float64Array, label: Uint8Array): Float64Array =>
  scores.map((s, i) => logitLoss(s, label[i]!));

const total = (values: Float64Array): number => values.reduce((a, b) => a + b, 0);
