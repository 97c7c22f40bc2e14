// What each feature brings to a candidate's score. Trees and regressions have exact answers of their own kind; a candidate that
// looks at a few features is asked about every subset of them. A row's contributions and its score differ by the same number
// for all rows.

import { shapValues } from "../gbdt/shap.js";
import { type LogisticModel, predictLogistic } from "../numeric/logistic.js";
import { type FittedCandidate, scoreCandidate } from "../propensity/candidates.js";
import type { BlendMember } from "../propensity/model.js";
import { shapleyBySubsets } from "./subsets.js";

/** Log-odds over all members by weight, one line of a number per feature for each row. `reference` is a usual value of each. */
export const blendedContributions = (
  members: readonly BlendMember[],
  columns: Float32Array[],
  rows: number,
  reference: readonly number[],
): Float64Array => {
  const sum = new Float64Array(rows * columns.length);
  for (const { fitted, weight } of members)
    contributions(fitted, columns, rows, reference).forEach((value, at) => {
      sum[at]! += weight * value;
    });
  return sum;
};

const contributions = (
  fitted: FittedCandidate,
  columns: Float32Array[],
  rows: number,
  reference: readonly number[],
): Float64Array => {
  switch (fitted.kind) {
    case "constant":
      return new Float64Array(rows * columns.length);
    case "few":
    case "purchases":
      return ofFew(fitted, columns, rows, reference);
    case "logistic":
      return inLines(logisticTerms(fitted, columns), rows);
    case "gbdt":
      return shapValues(
        fitted,
        columns,
        Int32Array.from({ length: rows }, (_, row) => row),
      );
  }
};

const ofFew = (
  fitted: Extract<FittedCandidate, { features: number[] }>,
  columns: Float32Array[],
  rows: number,
  reference: readonly number[],
): Float64Array => {
  const { features } = fitted;
  const score = (few: Float32Array[]) => {
    const seen = columns.slice();
    features.forEach((f, i) => {
      seen[f] = few[i]!;
    });
    return scoreCandidate(fitted, seen, rows);
  };
  const values = shapleyBySubsets(
    score,
    features.map((f) => columns[f]!),
    features.map((f) => reference[f]!),
  );
  const none = new Float64Array(rows);
  return inLines(
    columns.map((_, f) => values[features.indexOf(f)] ?? none),
    rows,
  );
};

/** A regression is a sum, and each of its features is a regression by itself. */
const logisticTerms = (model: LogisticModel, columns: Float32Array[]): Float64Array[] =>
  columns.map((column, f) => {
    const missing = model.missing.filter(({ feature }) => feature === f);
    const alone: LogisticModel = {
      kind: "logistic",
      intercept: 0,
      features: [model.features[f]!],
      missing: missing.map((pattern) => ({ ...pattern, feature: 0 })),
    };
    return predictLogistic(alone, [column]);
  });

const inLines = (byFeature: Float64Array[], rows: number): Float64Array => {
  const lines = new Float64Array(rows * byFeature.length);
  byFeature.forEach((values, f) => {
    for (let row = 0; row < rows; row++) lines[row * byFeature.length + f] = values[row]!;
  });
  return lines;
};
