// Logistic regression on all features.

import {
  coefficientShares,
  fitLogistic,
  type LogisticModel,
  predictLogistic,
} from "../../numeric/logistic.js";
import { type Candidate, rowMajor } from "./candidate.js";

/** Holds a coefficient within about a third of its feature's deviation, so that redundant features share it. */
export const penalty = 10;

export const logistic: Candidate<"logistic", LogisticModel> = {
  name: "logistic",
  kind: "logistic",
  isBaseline: false,
  isNarrow: false,
  isPossible: ({ columns }) => columns.length > 0,
  fit: ({ columns, label }) => fitLogistic(columns, label, penalty),
  predict: predictLogistic,
  importances: coefficientShares,
  contributions: (fitted, columns, rows) =>
    rowMajor(
      columns.map((column, f) => predictLogistic(termOf(fitted, f), [column])),
      rows,
    ),
};

/** A regression is a sum of terms, and the term of each feature is a regression by itself. */
const termOf = (model: LogisticModel, feature: number): LogisticModel => ({
  kind: "logistic",
  intercept: 0,
  features: [model.features[feature]!],
  missing: model.missing
    .filter((pattern) => pattern.feature === feature)
    .map((pattern) => ({ ...pattern, feature: 0 })),
});
