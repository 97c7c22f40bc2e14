// Logistic regression by Newton's method: each step solves a weighted least-squares problem (IRLS). A step that would raise the
// loss is halved, so that the loss never rises. The matrix of second derivatives is the expensive part. It is estimated on a
// sample of the rows and only preconditions the solution for all rows, so that a poor sample takes time and does not change
// the result. The maximum of the sample is also where the climb on all rows begins.
//
// A block of rows passes through the cache once for each product with all columns, which is what a large fit waits for.

import { factorise, solveByGradients } from "./linear-systems.js";
import { logitLoss, sigmoid } from "./special-functions.js";

export interface LinearPredictor {
  intercept: number;
  coefficients: Float64Array;
}

const maxSteps = 30;
/** Stops when a step lowers the mean loss by less: chance moves it a thousand times as far. */
const tolerance = 1e-6;
/** Once a step lowers the loss by less than this share of it, the second derivatives are taken to be constant. */
const constantBelow = 0.03;
/** Keeps equations of collinear columns solvable without a penalty. */
const jitter = 1e-9;
const blockRows = 512;
/** Minimum number of sampled rows, and of sampled rows per column: enough for a good preconditioner. */
const minSampledRows = 1000;
const sampledPerColumn = 20;

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
  const problem = { design: [...columns, new Float64Array(label.length).fill(1)], label, offset };
  const rows = sampledRows(label.length, columns.length);
  const sample = rows.length === label.length ? problem : sampleOf(problem, rows);
  const start =
    rows.length === label.length ? null : climb(sample, sample, (l2 * rows.length) / label.length);
  const at = climb(problem, sample, l2, start ?? undefined);
  return { intercept: at[columns.length]!, coefficients: at.slice(0, columns.length) };
};

/** Rows with one column for each coefficient; the last is 1 and belongs to the intercept. */
interface Problem {
  design: Float64Array[];
  label: Uint8Array;
  offset: Float64Array;
}

/** The coefficients of the maximum. `sample` has rows of the problem, or all of them. */
const climb = (
  { design, label, offset }: Problem,
  sample: Problem,
  l2: number,
  start = new Float64Array(design.length),
): Float64Array<ArrayBuffer> => {
  const penalty = design.map((_, j) => (j < design.length - 1 ? l2 : 0));
  let at = start;
  let score = scoreRows(design, at, offset);
  let loss = penalisedLoss(score, label, at, penalty);
  let preconditioner: Float64Array[] | null = null;
  for (let step = 0; step < maxSteps; step++) {
    const probability = score.map(sigmoid);
    const weight = probability.map((p) => p * (1 - p));
    const gradient = gradientOf(design, label, probability, at, penalty);
    preconditioner ??= factorise(sampledHessian(design, weight, sample, at, penalty));
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
  return at;
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
  return at.map((c, j) => penalty[j]! * c + dot(excess, design[j]!, 0, excess.length, 0));
};

/** Product of the matrix of second derivatives with `v`. */
const hessianTimes = (
  design: Float64Array[],
  weight: Float64Array,
  penalty: number[],
  v: Float64Array,
): Float64Array => {
  const product = v.map((x, j) => (penalty[j]! + jitter) * x);
  const change = new Float64Array(blockRows);
  for (let start = 0; start < weight.length; start += blockRows) {
    const end = Math.min(weight.length, start + blockRows);
    change.fill(0);
    design.forEach((column, j) => {
      const x = v[j]!;
      for (let i = start; i < end; i++) change[i - start]! += x * column[i]!;
    });
    for (let i = start; i < end; i++) change[i - start]! *= weight[i]!;
    design.forEach((column, j) => {
      product[j]! += dot(change, column, start, end, start);
    });
  }
  return product;
};

/** Evenly spaced rows; all of them where there are few. */
const sampledRows = (rows: number, columns: number): Int32Array => {
  const step = Math.max(1, rows / Math.max(minSampledRows, sampledPerColumn * columns));
  return Int32Array.from({ length: Math.floor(rows / step) }, (_, i) => Math.floor(i * step));
};

const sampleOf = ({ design, label, offset }: Problem, rows: Int32Array): Problem => ({
  design: design.map((column) => Float64Array.from(rows, (row) => column[row]!)),
  label: Uint8Array.from(rows, (row) => label[row]!),
  offset: Float64Array.from(rows, (row) => offset[row]!),
});

/**
 * The lower triangle of the second derivatives. Off the diagonal it is estimated on the sample; the diagonal is exact,
 * because a sample may miss a column that is rarely not zero.
 */
const sampledHessian = (
  design: Float64Array[],
  weight: Float64Array,
  sample: Problem,
  at: Float64Array,
  penalty: number[],
): Float64Array[] => {
  const sampledWeight = scoreRows(sample.design, at, sample.offset).map((s) => sigmoid(s) * sigmoid(-s));
  const hessian = crossProducts(sample.design, sampledWeight);
  const diagonal = design.map((column) => weightedSquares(column, weight));
  const scale = diagonal.map((c, j) => Math.sqrt(c / (hessian[j]![j]! || 1)));
  return hessian.map((row, j) => {
    const scaled = row.map((h, k) => (k < j ? h * scale[j]! * scale[k]! : 0));
    scaled[j] = diagonal[j]! + penalty[j]! + jitter;
    return scaled;
  });
};

const weightedSquares = (column: Float64Array, weight: Float64Array): number => {
  let sum = 0;
  for (let i = 0; i < column.length; i++) sum += weight[i]! * column[i]! * column[i]!;
  return sum;
};

/** The lower triangle of Σ weight · x xᵀ, a block of rows at a time. */
const crossProducts = (columns: Float64Array[], weight: Float64Array): Float64Array[] => {
  const products = columns.map(() => new Float64Array(columns.length));
  const weighted = new Float64Array(blockRows);
  for (let start = 0; start < weight.length; start += blockRows) {
    const end = Math.min(weight.length, start + blockRows);
    columns.forEach((column, j) => {
      for (let i = start; i < end; i++) weighted[i - start] = weight[i]! * column[i]!;
      for (let k = 0; k <= j; k++) products[j]![k]! += dot(weighted, columns[k]!, start, end, start);
    });
  }
  return products;
};

/** Σ weighted · column over the rows from `start` to `end`; the weighted values begin with row `from`. */
const dot = (
  weighted: Float64Array,
  column: Float64Array,
  start: number,
  end: number,
  from: number,
): number => {
  let [a, b, c, d] = [0, 0, 0, 0];
  let i = start;
  for (; i + 3 < end; i += 4) {
    a += weighted[i - from]! * column[i]!;
    b += weighted[i - from + 1]! * column[i + 1]!;
    c += weighted[i - from + 2]! * column[i + 2]!;
    d += weighted[i - from + 3]! * column[i + 3]!;
  }
  for (; i < end; i++) a += weighted[i - from]! * column[i]!;
  return a + b + (c + d);
};
