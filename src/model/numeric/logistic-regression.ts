// Logistic regression by Newton's method: each step solves a weighted least-squares problem (IRLS). A step
// that would raise the loss is halved, so that the loss never rises. The matrix of second derivatives is the
// expensive part. It is estimated on a sample of the rows and only preconditions the solution for all rows,
// so that a poor sample takes time and does not change the result. The maximum of the sample is also where
// the climb on all rows begins.

import { type DesignMatrix, designMatrix } from "./design-matrix.js";
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
  const design = [...columns, new Float64Array(label.length).fill(1)];
  const rows = sampledRows(label.length, columns.length);
  const problem = { design: designMatrix(design), label, offset };
  if (rows.length === label.length) return predictorAt(climb(problem, problem, l2, zeros(design.length)));
  const sample = sampleOf({ design, label, offset }, rows);
  const start = climb(sample, sample, (l2 * rows.length) / label.length, zeros(design.length));
  return predictorAt(climb(problem, sample, l2, start));
};

const zeros = (count: number): Float64Array<ArrayBuffer> => new Float64Array(count);

const predictorAt = (at: Float64Array): LinearPredictor => ({
  intercept: at.at(-1)!,
  coefficients: at.slice(0, -1),
});

/** Rows with one column for each coefficient; the last is 1 and belongs to the intercept. */
interface Problem<Design = DesignMatrix> {
  design: Design;
  label: Uint8Array;
  offset: Float64Array;
}

/** The coefficients of the maximum. `sample` has rows of the problem, or all of them. */
const climb = (
  problem: Problem,
  sample: Problem,
  l2: number,
  start: Float64Array<ArrayBuffer>,
): Float64Array<ArrayBuffer> => {
  const { design, label, offset } = problem;
  const penalty = Array.from(start, (_, j) => (j < start.length - 1 ? l2 : 0));
  let at = start;
  let score = design.scores(at, offset);
  let loss = penalisedLoss(score, label, at, penalty);
  let preconditioner: Float64Array[] | null = null;
  for (let step = 0; step < maxSteps; step++) {
    const probability = score.map(sigmoid);
    design.weigh(probability.map((p) => p * (1 - p)));
    const gradient = gradientOf(design, label, probability, at, penalty);
    const diagonal = preconditioner ? null : design.weightedSquares();
    if (diagonal) preconditioner = factorise(sampledHessian(diagonal, sample, at, penalty));
    const direction = solveByGradients((v) => hessianTimes(design, penalty, v), preconditioner!, gradient);
    const next = lineSearch(problem, penalty, at, direction, loss);
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
  { design, label, offset }: Problem,
  penalty: number[],
  from: Float64Array<ArrayBuffer>,
  direction: Float64Array,
  loss: number,
) => {
  for (let length = 1; length > 1e-6; length /= 2) {
    const at = from.map((c, j) => c - length * direction[j]!);
    const score = design.scores(at, offset);
    const reached = penalisedLoss(score, label, at, penalty);
    if (reached < loss) return { at, score, loss: reached };
  }
  return null;
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
  design: DesignMatrix,
  label: Uint8Array,
  probability: Float64Array,
  at: Float64Array,
  penalty: number[],
): Float64Array => {
  const products = design.timesColumns(probability.map((p, i) => p - label[i]!));
  return products.map((sum, j) => penalty[j]! * at[j]! + sum);
};

/** Product of the matrix of second derivatives with `v`. */
const hessianTimes = (design: DesignMatrix, penalty: number[], v: Float64Array): Float64Array =>
  design.timesSquare(v).map((product, j) => product + (penalty[j]! + jitter) * v[j]!);

/** Evenly spaced rows; all of them where there are few. */
const sampledRows = (rows: number, columns: number): Int32Array => {
  const step = Math.max(1, rows / Math.max(minSampledRows, sampledPerColumn * columns));
  return Int32Array.from({ length: Math.floor(rows / step) }, (_, i) => Math.floor(i * step));
};

const sampleOf = ({ design, label, offset }: Problem<Float64Array[]>, rows: Int32Array): Problem => ({
  design: designMatrix(design.map((column) => Float64Array.from(rows, (row) => column[row]!))),
  label: Uint8Array.from(rows, (row) => label[row]!),
  offset: Float64Array.from(rows, (row) => offset[row]!),
});

/**
 * The lower triangle of the second derivatives. Off the diagonal it is estimated on the sample; the
 * `diagonal` is exact, because a sample may miss a column that is rarely not zero.
 */
const sampledHessian = (
  diagonal: Float64Array,
  { design, offset }: Problem,
  at: Float64Array,
  penalty: number[],
): Float64Array[] => {
  design.weigh(design.scores(at, offset).map((s) => sigmoid(s) * sigmoid(-s)));
  const hessian = design.crossProducts();
  const scale = diagonal.map((c, j) => Math.sqrt(c / (hessian[j]![j]! || 1)));
  return hessian.map((row, j) => {
    const scaled = row.map((h, k) => (k < j ? h * scale[j]! * scale[k]! : 0));
    scaled[j] = diagonal[j]! + penalty[j]! + jitter;
    return scaled;
  });
};
