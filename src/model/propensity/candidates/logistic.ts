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

/**
 * The penalty of a few hundred people: coefficients stay near zero, and scores near the average, unless all
 * of them agree.
 */
const maxPenalty = 100;
/** From this many people on, the usual penalty is enough. */
const manyPeople = 3000;

const penaltyFor = (people = manyPeople): number =>
  Math.min(maxPenalty, Math.max(penalty, (penalty * manyPeople) / Math.max(1, people)));

export const logistic: Candidate<"logistic", LogisticModel> = {
  name: "logistic",
  kind: "logistic",
  isBaseline: false,
  isNarrow: false,
  isForFew: true,
  isPossible: ({ columns }) => columns.length > 0,
  fit: ({ columns, label }, { people }) => fitLogistic(columns, label, penaltyFor(people)),
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
