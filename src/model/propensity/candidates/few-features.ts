// Models that use a few of the frame's features: logistic regression on them, and contributions by exact
// Shapley values.
//
// A Shapley value is the mean, over all orders in which features become known, of what a feature adds to
// those known before it. That takes a score for every subset of the features.

import {
  coefficientShares,
  fitLogistic,
  type LogisticModel,
  predictLogistic,
} from "../../numeric/logistic.js";
import type { LabelledFrame } from "../rows.js";
import { type Candidate, rowMajor } from "./candidate.js";
import { penalty } from "./logistic.js";

export interface FewFeaturesModel {
  kind: "few";
  /** Indices of the features in the frame. */
  features: number[];
  model: LogisticModel;
}

export const fitFewFeatures = (frame: LabelledFrame, features: number[]): FewFeaturesModel => ({
  kind: "few",
  features,
  model: fitLogistic(
    features.map((f) => frame.columns[f]!),
    frame.label,
    penalty,
  ),
});

/** The part of the contract that such candidates share. */
export const fewFeatures: Pick<
  Candidate<string, FewFeaturesModel>,
  "kind" | "isNarrow" | "predict" | "importances" | "contributions"
> = {
  kind: "few",
  isNarrow: true,
  predict: (fitted, columns) => predictFewFeatures(fitted, columns),
  importances({ model, features }, count) {
    const shares = new Float64Array(count);
    coefficientShares(model).forEach((share, i) => {
      shares[features[i]!] = share;
    });
    return shares;
  },
  contributions: (fitted, columns, rows, reference) =>
    contributionsOfFew(fitted.features, (seen) => predictFewFeatures(fitted, seen), columns, rows, reference),
};

const predictFewFeatures = ({ model, features }: FewFeaturesModel, columns: Float32Array[]): Float64Array =>
  predictLogistic(
    model,
    features.map((f) => columns[f]!),
  );

/** Scores rows by their columns. */
type Score = (columns: Float32Array[]) => Float64Array;

/** Contributions to a score that depends on `features` alone, in row-major order. */
export const contributionsOfFew = (
  features: readonly number[],
  score: Score,
  columns: Float32Array[],
  rows: number,
  reference: readonly number[],
): Float64Array => {
  const scoreOfFew = (few: Float32Array[]) => {
    const all = columns.slice();
    features.forEach((f, i) => {
      all[f] = few[i]!;
    });
    return score(all);
  };
  const values = shapleyBySubsets(
    scoreOfFew,
    features.map((f) => columns[f]!),
    features.map((f) => reference[f]!),
  );
  const none = new Float64Array(rows);
  return rowMajor(
    columns.map((_, f) => values[features.indexOf(f)] ?? none),
    rows,
  );
};

/**
 * Contribution of each column to each score, compared with all columns at their reference; one array per
 * column.
 */
export const shapleyBySubsets = (
  score: Score,
  columns: Float32Array[],
  reference: readonly number[],
): Float64Array[] => {
  const unknown = columns.map((column, c) => new Float32Array(column.length).fill(reference[c]!));
  const scores = Array.from({ length: 2 ** columns.length }, (_, known) =>
    score(columns.map((column, c) => (has(known, c) ? column : unknown[c]!))),
  );
  return columns.map((column, c) => {
    const values = new Float64Array(column.length);
    scores.forEach((without, known) => {
      if (has(known, c)) return;
      const share = shareOfOrders(sizeOf(known), columns.length);
      const withIt = scores[known | (1 << c)]!;
      for (let row = 0; row < values.length; row++) values[row]! += share * (withIt[row]! - without[row]!);
    });
    return values;
  });
};

/** Subsets are the bits of a number. */
const has = (subset: number, column: number): boolean => ((subset >> column) & 1) === 1;

const sizeOf = (subset: number): number => (subset === 0 ? 0 : (subset & 1) + sizeOf(subset >> 1));

/**
 * Share of all orders of `count` features in which a given set of `known` ones comes first, followed by a
 * given feature.
 */
const shareOfOrders = (known: number, count: number): number => {
  let orders = count;
  for (let k = 1; k <= known; k++) orders *= (count - k) / k;
  return 1 / orders;
};
