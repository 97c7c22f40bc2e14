// Logistic model of features that are log-scaled and standardised, with a 0/1 column for each pattern of
// missing values. Values outside the range of the training rows count as its ends, so that the model does not
// extrapolate.

import { assert } from "../../errors/refusal.js";
import { fitLeastSquares } from "./least-squares.js";
import { addLogScaledTerm, logScaled } from "./log-scale.js";
import { fitLogisticRegression, type LinearPredictor } from "./logistic-regression.js";

interface ScaledFeature {
  mean: number;
  /** Standard deviation of the log-scaled values; 0 for a constant feature, which then has no effect. */
  deviation: number;
  lowest: number;
  highest: number;
  coefficient: number;
}

export interface LogisticModel {
  kind: "logistic";
  intercept: number;
  features: ScaledFeature[];
  /** Log-odds added where this feature is missing; features that are missing in the same rows share one entry. */
  missing: { feature: number; coefficient: number }[];
}

/** Rows sampled for a fit. More would change the coefficients less than chance does. */
const maxRows = 40_000;

/** Columns hold finite numbers, or NaN where missing; labels are 0 and 1 and both occur, else it throws. */
export const fitLogistic = (columns: Float32Array[], label: Uint8Array, l2 = 1): LogisticModel => {
  const target = thin(label, new Uint8Array(Math.min(label.length, maxRows)));
  assert(target.includes(0) && target.includes(1), "labels of one class cannot be learned from");
  return fitScaled(columns, target.length, (design) => fitLogisticRegression(design, target, l2));
};

/** The same terms for a number instead of log-odds, by least squares less l2 · Σ coefficient². */
export const fitLinear = (columns: Float32Array[], values: Float64Array, l2: number): LogisticModel => {
  const target = thin(values, new Float64Array(Math.min(values.length, maxRows)));
  return fitScaled(columns, target.length, (design) => fitLeastSquares(design, target, l2));
};

/** Fits to the columns as they enter a score, in evenly spaced rows. */
const fitScaled = (
  columns: Float32Array[],
  rows: number,
  fitDesign: (design: Float64Array[]) => LinearPredictor,
): LogisticModel => {
  const sampled = columns.map((column) => logScaled(thin(column, new Float32Array(rows))));
  const scales = sampled.map(measure);
  const patterns = missingPatterns(sampled);
  const missing = patterns.map((f) => sampled[f]!.map((x) => (Number.isNaN(x) ? 1 : 0)));
  sampled.forEach((column, f) => {
    standardiseAll(scales[f]!, column);
  });
  const { intercept, coefficients } = fitDesign([...sampled, ...missing]);
  return {
    kind: "logistic",
    intercept,
    features: scales.map((scale, f) => ({ ...scale, coefficient: coefficients[f]! })),
    missing: patterns.map((feature, k) => ({ feature, coefficient: coefficients[columns.length + k]! })),
  };
};

/** Raw scores: log-odds, one per row. */
export const predictLogistic = (model: LogisticModel, columns: Float32Array[]): Float64Array => {
  assert(columns.length === model.features.length, "the model has other features than the columns given");
  const score = new Float64Array(columns[0]?.length ?? 0).fill(model.intercept);
  model.features.forEach(({ coefficient, deviation, ...range }, f) => {
    if (deviation === 0) return;
    addLogScaledTerm({ ...range, slope: coefficient / deviation }, columns[f]!, score);
  });
  for (const { feature, coefficient } of model.missing)
    columns[feature]!.forEach((x, i) => {
      if (Number.isNaN(x)) score[i]! += coefficient;
    });
  return score;
};

/** Feature importances: the change of the score per standard deviation, as shares that sum to 1 (or are all 0). */
export const coefficientShares = (model: LogisticModel): Float64Array => {
  const effects = Float64Array.from(model.features, (f) => (f.deviation === 0 ? 0 : Math.abs(f.coefficient)));
  for (const { feature, coefficient } of model.missing) effects[feature]! += Math.abs(coefficient) / 2;
  const total = effects.reduce((a, b) => a + b, 0);
  return total === 0 ? effects : effects.map((s) => s / total);
};

/** Fills `into` with evenly spaced values. */
const thin = <T extends Float32Array | Float64Array | Uint8Array>(values: T, into: T): T => {
  const step = values.length / into.length;
  for (let i = 0; i < into.length; i++) into[i] = values[Math.floor(i * step)]!;
  return into;
};

type Scale = Omit<ScaledFeature, "coefficient">;

/** A missing value is the mean. */
const standardiseAll = ({ mean, deviation }: Scale, logScaled: Float64Array): void => {
  for (let i = 0; i < logScaled.length; i++) {
    const x = logScaled[i]!;
    logScaled[i] = Number.isNaN(x) || deviation === 0 ? 0 : (x - mean) / deviation;
  }
};

const measure = (logScaled: Float64Array): Scale => {
  let [known, sum, lowest, highest] = [0, 0, Infinity, -Infinity];
  for (let i = 0; i < logScaled.length; i++) {
    const x = logScaled[i]!;
    if (Number.isNaN(x)) continue;
    known++;
    sum += x;
    if (x < lowest) lowest = x;
    if (x > highest) highest = x;
  }
  if (known === 0) return { mean: 0, deviation: 0, lowest: 0, highest: 0 };
  const mean = sum / known;
  let squares = 0;
  for (let i = 0; i < logScaled.length; i++)
    if (!Number.isNaN(logScaled[i]!)) squares += (logScaled[i]! - mean) ** 2;
  return { mean, deviation: lowest === highest ? 0 : Math.sqrt(squares / known), lowest, highest };
};

/** One feature for each distinct pattern of missing values, except all and none. */
const missingPatterns = (columns: Float64Array[]): number[] => {
  const kept: number[] = [];
  columns.forEach((column, f) => {
    const known = column.findIndex((x) => !Number.isNaN(x));
    const sometimes = known >= 0 && column.some(Number.isNaN);
    if (sometimes && !kept.some((other) => missingAlike(columns[other]!, column))) kept.push(f);
  });
  return kept;
};

const missingAlike = (a: Float64Array, b: Float64Array): boolean =>
  a.every((x, i) => Number.isNaN(x) === Number.isNaN(b[i]!));
