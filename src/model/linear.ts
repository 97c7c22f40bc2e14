// The most likely linear score, by Newton's method: each step solves a weighted least-squares problem (IRLS). A step that
// would raise the loss is halved, so that the loss never rises.

import { logitLoss, sigmoid } from "./logit.js";

export interface LinearScore {
  intercept: number;
  coefficients: Float64Array;
}

const maxSteps = 30;
/** Enough when a step lowers the mean loss by less. */
const tolerance = 1e-8;
const blockRows = 512;

/**
 * Maximises the likelihood of log-odds = offset + intercept + Σ coefficient · column, less l2 / 2 · Σ coefficient².
 * Labels are 0 and 1 and both occur, or the intercept has no maximum.
 */
export const fitLinearScore = (
  columns: Float64Array[],
  label: Uint8Array,
  l2: number,
  offset: Float64Array = new Float64Array(label.length),
): LinearScore => {
  const design = [...columns, new Float64Array(label.length).fill(1)];
  const penalty = design.map((_, j) => (j < columns.length ? l2 : 0));
  let at = new Float64Array(design.length);
  let score = offset;
  let loss = penalisedLoss(score, label, at, penalty);
  for (let step = 0; step < maxSteps; step++) {
    const { gradient, hessian } = derivatives(design, label, score, at, penalty);
    const direction = solvePositive(hessian, gradient);
    const next = lineSearch(design, label, offset, penalty, at, direction, loss);
    if (next === null) break;
    const gain = loss - next.loss;
    ({ at, score, loss } = next);
    if (gain < tolerance * label.length) break;
  }
  return { intercept: at[columns.length]!, coefficients: at.slice(0, columns.length) };
};

/** The first of the full, half, quarter … step that lowers the loss; null where none does. */
const lineSearch = (
  design: Float64Array[],
  label: Uint8Array,
  offset: Float64Array,
  penalty: number[],
  from: Float64Array<ArrayBuffer>,
  direction: Float64Array,
  loss: number,
) => {
  for (let length = 1; length > 1e-6; length /= 2) {
    const at = from.map((c, j) => c - length * direction[j]!);
    const score = scoreRows(design, at, offset);
    const reached = penalisedLoss(score, label, at, penalty);
    if (reached < loss) return { at, score, loss: reached };
  }
  return null;
};

const scoreRows = (design: Float64Array[], at: Float64Array, offset: Float64Array): Float64Array => {
  const score = offset.slice();
  design.forEach((column, j) => {
    for (let i = 0; i < score.length; i++) score[i]! += at[j]! * column[i]!;
  });
  return score;
};

const penalisedLoss = (
  score: Float64Array,
  label: Uint8Array,
  at: Float64Array,
  penalty: number[],
): number => {
  let loss = 0;
  for (let i = 0; i < score.length; i++) loss += logitLoss(score[i]!, label[i]!);
  return at.reduce((sum, c, j) => sum + (penalty[j]! * c * c) / 2, loss);
};

const derivatives = (
  design: Float64Array[],
  label: Uint8Array,
  score: Float64Array,
  at: Float64Array,
  penalty: number[],
) => {
  const size = design.length;
  const gradient = at.map((c, j) => penalty[j]! * c);
  const hessian = Array.from({ length: size }, (_, j) => {
    const row = new Float64Array(size);
    row[j] = penalty[j]! + 1e-9;
    return row;
  });
  const probability = score.map(sigmoid);
  const weighted = new Float64Array(blockRows);
  for (let start = 0; start < label.length; start += blockRows) {
    const end = Math.min(label.length, start + blockRows);
    for (let j = 0; j < size; j++) {
      const column = design[j]!;
      for (let i = start; i < end; i++) {
        const p = probability[i]!;
        gradient[j]! += (p - label[i]!) * column[i]!;
        weighted[i - start] = p * (1 - p) * column[i]!;
      }
      for (let k = 0; k <= j; k++) hessian[j]![k]! += dot(weighted, design[k]!, start, end);
    }
  }
  return { gradient, hessian };
};

const dot = (weighted: Float64Array, column: Float64Array, start: number, end: number): number => {
  let even = 0;
  let odd = 0;
  let i = start;
  for (; i + 1 < end; i += 2) {
    even += weighted[i - start]! * column[i]!;
    odd += weighted[i - start + 1]! * column[i + 1]!;
  }
  return i < end ? even + odd + weighted[i - start]! * column[i]! : even + odd;
};

/** Solves A x = b for a positive definite A, of which the lower triangle is read and overwritten (Cholesky). */
const solvePositive = (a: Float64Array[], b: Float64Array): Float64Array => {
  const x = b.slice();
  a.forEach((row, j) => {
    for (let k = 0; k <= j; k++) {
      const other = a[k]!;
      let sum = row[k]!;
      for (let m = 0; m < k; m++) sum -= row[m]! * other[m]!;
      row[k] = k < j ? sum / other[k]! : Math.sqrt(Math.max(sum, 1e-12));
    }
  });
  a.forEach((row, j) => {
    for (let k = 0; k < j; k++) x[j]! -= row[k]! * x[k]!;
    x[j]! /= row[j]!;
  });
  for (let j = a.length - 1; j >= 0; j--) {
    for (let k = j + 1; k < a.length; k++) x[j]! -= a[k]![j]! * x[k]!;
    x[j]! /= a[j]![j]!;
  }
  return x;
};
