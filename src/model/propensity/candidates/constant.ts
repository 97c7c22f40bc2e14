// The base rate of the training rows, the same for all people. It is also what every candidate becomes where
// all labels are equal.

import { countPositives } from "../../numeric/labels.js";
import { logit } from "../../numeric/special-functions.js";
import type { Candidate } from "./candidate.js";

export interface ConstantModel {
  kind: "constant";
  logOdds: number;
}

export const constant: Candidate<"constant", ConstantModel> = {
  name: "constant",
  kind: "constant",
  isBaseline: true,
  isNarrow: true,
  isForFew: true,
  isPossible: () => true,
  /** Half a person is added to both labels, so that rates of 0 and 1 stay finite. */
  fit: ({ label }) => ({
    kind: "constant",
    logOdds: logit((countPositives(label) + 0.5) / (label.length + 1)),
  }),
  predict: ({ logOdds }, _, rows) => new Float64Array(rows).fill(logOdds),
  importances: (_, features) => new Float64Array(features),
  contributions: (_, columns, rows) => new Float64Array(rows * columns.length),
};
