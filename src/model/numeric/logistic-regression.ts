// Logistic regression by Newton's method: each step solves a weighted least-squares problem (IRLS). A step that would raise the
// loss is halved, so that the loss never rises. The matrix of second derivatives is the expensive part. It is estimated on a
// sample of the rows and only preconditions the solution for all rows, so that a poor sample takes time and does not change
// the result.

import { factorise, solveByGradients } from "./linear-systems.js";
import { logitLoss, sigmoid } from "./special-functions.js";

export interface LinearPredictor {
  intercept: number;
  coefficients: Float64Array;
}

const maxSteps = 30;
/** Stops when a step lowers the mean loss by less. */
const tolerance = 1e-8;
/** Once a step lowers the loss by less than this share of it, the second derivatives are taken to be constant. */
const constantBelow = 1e-3;
/** Keeps equations of collinear columns solvable without a penalty. */
const jitter = 1e-9;
const blockRows = 512;
/** Minimum number of sampled rows, and of sampled rows per column: enough for a good preconditioner. */
const minSampledRows = 4000;
const sampledPerColumn = 40;

/**
 * Maximises the likelihood of log-odds = offset + intercept + Σ coefficient · column, less l2 / 2 · Σ coefficient².
 * Labels are 0 and 1 and both occur, or the intercept has no maximum.
 */
export const fitLogisticRegression = (
  columns: Float64Array[],
  label: Uint8Array,
  l2: number,
  offset: Float64Array = new Float64Array(label.length),
): LinearPredictor => {
  const design = [...columns, new Float64Array(label.length).fill(1)];
  const penalty = design.map((_, j) => (j < columns.length ? l2 : 0));
  let at = new Float64Array(design.length);
  let score = offset;
  let loss = penalisedLoss(score, label, at, penalty);
  let preconditioner: Float64Array[] | null = null;
  for (let step = 0; step < maxSteps; step++) {
    const probability = score.map(sigmoid);
    const weight = probability.map((p) => p * (1 - p));
    const gradient = gradientOf(design, label, probability, at, penalty);
    preconditioner ??= factorise(sampledHessian(design, weight, penalty));
    const direction = solveByGradients(
      (v) => hessianTimes(design, weight, penalty, v),
      preconditioner,
      gradient,
    );
    const next = lineSearch(design, label, offset, penalty, at, direction, loss);
    if (next === null) break;
    const gain = loss - next.loss;
    ({ at, score, loss } = next);
    if (gain < tolerance * label.length) break;
    if (gain > constantBelow * loss) preconditioner = null;
  }
  return { intercept: at[columns.length]!, coefficients: at.slice(0, columns.length) };
};

/** The first of the full, half, quarter … step that lowers the loss; null if none does. */
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

const gradientOf = (
  design: Float64Array[],
  label: Uint8Array,
  probability: Float64Array,
  at: Float64Array,
  penalty: number[],
): Float64Array => {
  const excess = probability.map((p, i) => p - label[i]!);
  return at.map((c, j) => penalty[j]! * c + dot(excess, design[j]!, 0, excess.length));
};

/** Product of the matrix of second derivatives with `v`. */
const hessianTimes = (
  design: Float64Array[],
  weight: Float64Array,
  penalty: number[],
  v: Float64Array,
): Float64Array => {
  const change = scoreRows(design, v, new Float64Array(weight.length)).map((s, i) => weight[i]! * s);
  return v.map((x, j) => (penalty[j]! + jitter) * x + dot(change, design[j]!, 0, change.length));
};

/**
 * The lower triangle of the second derivatives. Off the diagonal it is estimated on evenly spaced rows; the diagonal is exact,
 * because a sample may miss a column that is rarely not zero.
 */
const sampledHessian = (design: Float64Array[], weight: Float64Array, penalty: number[]): Float64Array[] => {
  const sampled = Math.max(minSampledRows, sampledPerColumn * design.length);
  const step = Math.max(1, weight.length / sampled);
  const hessian = crossProducts(
    design.map((column) => strided(column, step)),
    strided(weight, step),
  );
  const diagonal = design.map((column) => column.reduce((sum, x, i) => sum + weight[i]! * x * x, 0));
  const scale = diagonal.map((c, j) => Math.sqrt(c / (hessian[j]![j]! || 1)));
  return hessian.map((row, j) => {
    const scaled = row.map((h, k) => (k < j ? h * scale[j]! * scale[k]! : 0));
    scaled[j] = diagonal[j]! + penalty[j]! + jitter;
    return scaled;
  });
};

/** Every `step`-th value, which need not be a whole number. */
const strided = (values: Float64Array, step: number): Float64Array =>
  step === 1
    ? values
    : Float64Array.from(
        { length: Math.floor(values.length / step) },
        (_, i) => values[Math.floor(i * step)]!,
      );

/** The lower triangle of Σ weight · x xᵀ, a block of rows at a time. */
const crossProducts = (columns: Float64Array[], weight: Float64Array): Float64Array[] => {
  const products = columns.map(() => new Float64Array(columns.length));
  const weighted = new Float64Array(blockRows);
  for (let start = 0; start < weight.length; start += blockRows) {
    const end = Math.min(weight.length, start + blockRows);
    columns.forEach((column, j) => {
      for (let i = start; i < end; i++) weighted[i - start] = weight[i]! * column[i]!;
      for (let k = 0; k <= j; k++) products[j]![k]! += dot(weighted, columns[k]!, start, end);
    });
  }
  return products;
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
