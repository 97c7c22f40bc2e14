// Least squares with a penalty on the squared coefficients (ridge regression, Hoerl and Kennard 1970).

import { designMatrix } from "./design-matrix.js";
import { factorise, solveFactors } from "./linear-systems.js";
import type { LinearPredictor } from "./logistic-regression.js";

/** Keeps equations of collinear columns solvable without a penalty. */
const jitter = 1e-9;

/** Minimises Σ (value − intercept − Σ coefficient · column)² + l2 · Σ coefficient². */
export const fitLeastSquares = (
  columns: Float64Array[],
  values: Float64Array,
  l2: number,
): LinearPredictor => {
  const design = designMatrix([...columns, new Float64Array(values.length).fill(1)]);
  design.weigh(new Float64Array(values.length).fill(1));
  const square = design.crossProducts();
  square.forEach((row, j) => {
    row[j]! += (j < columns.length ? l2 : 0) + jitter;
  });
  const at = solveFactors(factorise(square), design.timesColumns(values));
  return { intercept: at.at(-1)!, coefficients: at.slice(0, -1) };
};
