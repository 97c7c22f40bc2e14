// Exact Shapley values of boosted trees (path-dependent TreeSHAP, Lundberg 2018): how far each feature moves a row's raw
// score from the base value. They add up to the score. Down a tree go the products of terms.ts, up come their sums over the
// leaves, and each step credits its feature on the way: the work is a tree's nodes times its points of quadrature.

import type { GbdtModel } from "../gbdt/tree.js";
import { comesBy, expectationOf, fates, type TreeTerms, termsOf, turnsOff, wasOff } from "./terms.js";

/** The mean raw score by the covers of the training rows; Shapley values say how a row departs from it. */
export const shapBase = (model: GbdtModel): number =>
  model.trees.reduce((sum, tree) => sum + expectationOf(tree), model.base);

/** Log-odds, one line of `model.features` numbers for each of `rows`. */
export const shapValues = (model: GbdtModel, columns: Float32Array[], rows: Int32Array): Float64Array => {
  const values = new Float64Array(rows.length * model.features);
  for (const tree of model.trees) {
    const explain = explainerOf(termsOf(tree));
    rows.forEach((row, i) => {
      explain(columns, row, values.subarray(i * model.features, (i + 1) * model.features));
    });
  }
  return values;
};

/** Adds what one tree says of a row to its values. */
const explainerOf = (terms: TreeTerms) => {
  const { parent, feature, before, isLeaf, value, points, ratio, credit } = terms;
  const nodes = parent.length;
  const fate = new Uint8Array(nodes);
  const product = new Float64Array(nodes * points).fill(1, 0, points);
  const below = new Float64Array(nodes * points);

  const fateAt = (node: number, x: number): number => {
    const last = before[node]!;
    if (last >= 0 && fate[last] !== comesBy) return wasOff;
    return isTaken(terms, node, x) ? comesBy : turnsOff;
  };

  const goDown = (columns: Float32Array[], row: number): void => {
    for (let node = 1; node < nodes; node++) {
      fate[node] = fateAt(node, columns[feature[node]!]![row]!);
      const at = (node * fates + fate[node]!) * points;
      const here = node * points;
      const above = parent[node]! * points;
      for (let q = 0; q < points; q++) product[here + q] = product[above + q]! * ratio[at + q]!;
    }
  };

  const comeUp = (values: Float64Array): void => {
    for (let node = nodes - 1; node > 0; node--) {
      const at = (node * fates + fate[node]!) * points;
      const here = node * points;
      const above = parent[node]! * points;
      if (isLeaf[node]) for (let q = 0; q < points; q++) below[here + q] = value[node]! * product[here + q]!;
      let sum = 0;
      for (let q = 0; q < points; q++) {
        const worth = below[here + q]!;
        below[here + q] = 0;
        below[above + q]! += worth;
        sum += worth * credit[at + q]!;
      }
      values[feature[node]!]! += sum;
    }
    below.fill(0, 0, points);
  };

  return (columns: Float32Array[], row: number, values: Float64Array): void => {
    goDown(columns, row);
    comeUp(values);
  };
};

/** Whether a row with this value goes from the parent to the node. */
const isTaken = (terms: TreeTerms, node: number, x: number): boolean => {
  const right = terms.categories[node];
  const goesLeft = right ? !right.has(x) : goesLeftOf(terms, node, x);
  return goesLeft !== (terms.isRight[node] === 1);
};

const goesLeftOf = ({ threshold, missingLeft }: TreeTerms, node: number, x: number): boolean =>
  Number.isNaN(x) ? missingLeft[node] === 1 : x <= threshold[node]!;
