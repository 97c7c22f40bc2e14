// Exact Shapley values of boosted trees (path-dependent TreeSHAP, Lundberg 2018): how far each feature moves
// a row's raw score from the base value. They add up to the score.
//
// Where only some features are known, a row takes both branches of a split on an unknown one, weighted by their covers. For
// a leaf with value v this makes a product over the features on its path,
//   v · Π ( known and its conditions met: 1; known and not met: 0; unknown: z, the cover of its branches ),
// and the Shapley value of such a game is the integral of its gradient along the diagonal of its multilinear extension
// (Owen 1972): with o = 1 where the row meets a feature's conditions, else 0, and f(t) = z + t · (o − z),
//   φᵢ = v · ∫₀¹ (oᵢ − zᵢ) · Π_{j ≠ i} fⱼ(t) dt,
// a polynomial that a few points of quadrature integrate exactly. Terms that do not depend on the row are computed once per
// tree. For a row, products are passed down the tree and their sums over leaves up, and each step credits its feature: the
// work is a tree's nodes times its points of quadrature.

import { gaussLegendre } from "../numeric/quadrature.js";
import type { GbdtModel, Tree } from "./tree.js";

/** The mean raw score, weighted by the covers of the training rows. */
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

/**
 * States of a row at a node: it arrives; only the last step keeps it out; an earlier step on the same feature
 * did.
 */
const outcomes = 3;
const arrives = 0;
const leavesHere = 1;
const leftBefore = 2;

/** For each node, the step to it from its parent. The root has none. */
interface TreeTerms {
  parent: Int32Array;
  /** The parent's split: its feature, the largest value that goes left, and whether missing values do. */
  feature: Int32Array;
  threshold: Float64Array;
  missingLeft: Uint8Array;
  /** Where the parent splits on categories, the codes that go right. */
  categories: (ReadonlySet<number> | null)[];
  isRight: Uint8Array;
  isLeaf: Uint8Array;
  value: Float64Array;
  /** The last node above whose step is on the same feature; −1 where there is none. */
  before: Int32Array;
  points: number;
  /** Per node, outcome and point: the factor by which the step changes the product. */
  ratio: Float64Array;
  /** Per node, outcome and point: the feature's credit for each unit of the leaves below, times the point's weight. */
  credit: Float64Array;
}

/** Adds a row's Shapley values for one tree. */
const explainerOf = (terms: TreeTerms) => {
  const { parent, feature, before, isLeaf, value, points, ratio, credit } = terms;
  const nodes = parent.length;
  const outcome = new Uint8Array(nodes);
  const product = new Float64Array(nodes * points).fill(1, 0, points);
  const below = new Float64Array(nodes * points);

  const outcomeAt = (node: number, x: number): number => {
    const last = before[node]!;
    if (last >= 0 && outcome[last] !== arrives) return leftBefore;
    return takesStep(terms, node, x) ? arrives : leavesHere;
  };

  const passDown = (columns: Float32Array[], row: number): void => {
    for (let node = 1; node < nodes; node++) {
      outcome[node] = outcomeAt(node, columns[feature[node]!]![row]!);
      const at = (node * outcomes + outcome[node]!) * points;
      const here = node * points;
      const above = parent[node]! * points;
      for (let q = 0; q < points; q++) product[here + q] = product[above + q]! * ratio[at + q]!;
    }
  };

  const passUp = (values: Float64Array): void => {
    for (let node = nodes - 1; node > 0; node--) {
      const at = (node * outcomes + outcome[node]!) * points;
      const here = node * points;
      const above = parent[node]! * points;
      if (isLeaf[node]) for (let q = 0; q < points; q++) below[here + q] = value[node]! * product[here + q]!;
      let sum = 0;
      for (let q = 0; q < points; q++) {
        const ofLeaves = below[here + q]!;
        below[here + q] = 0;
        below[above + q]! += ofLeaves;
        sum += ofLeaves * credit[at + q]!;
      }
      values[feature[node]!]! += sum;
    }
    below.fill(0, 0, points);
  };

  return (columns: Float32Array[], row: number, values: Float64Array): void => {
    passDown(columns, row);
    passUp(values);
  };
};

/** Whether a row with this value goes from the parent to the node. */
const takesStep = (terms: TreeTerms, node: number, x: number): boolean => {
  const right = terms.categories[node];
  const goesLeft = right ? !right.has(x) : goesLeftOf(terms, node, x);
  return goesLeft !== (terms.isRight[node] === 1);
};

const goesLeftOf = ({ threshold, missingLeft }: TreeTerms, node: number, x: number): boolean =>
  Number.isNaN(x) ? missingLeft[node] === 1 : x <= threshold[node]!;

const termsOf = (tree: Tree): TreeTerms => {
  const { parent, before, cover, distinct } = stepsOf(tree);
  const { points, weights } = gaussLegendre(Math.ceil(Math.max(1, ...distinct) / 2));
  const ratio = new Float64Array(tree.feature.length * outcomes * points.length);
  const credit = new Float64Array(ratio.length);
  for (let node = 1; node < tree.feature.length; node++) {
    const [zNew, zOld] = [cover[node]!, before[node]! < 0 ? 1 : cover[before[node]!]!];
    for (let outcome = 0; outcome < outcomes; outcome++)
      points.forEach((t, q) => {
        const [oNew, oOld] = [outcome === arrives ? 1 : 0, outcome === leftBefore ? 0 : 1];
        const [fNew, fOld] = [zNew + t * (oNew - zNew), zOld + t * (oOld - zOld)];
        const at = (node * outcomes + outcome) * points.length + q;
        ratio[at] = fNew / fOld;
        credit[at] = weights[q]! * ((oNew - zNew) / fNew - (oOld - zOld) / fOld);
      });
  }
  return { ...splitsOf(tree, parent), parent, before, points: points.length, ratio, credit };
};

const splitsOf = (tree: Tree, parent: Int32Array) => ({
  feature: parent.map((from) => tree.feature[from] ?? -1),
  threshold: Float64Array.from(parent, (from) => tree.threshold[from] ?? Infinity),
  missingLeft: Uint8Array.from(parent, (from) => (tree.missingLeft[from] ? 1 : 0)),
  categories: Array.from(parent, (from) => {
    const codes = tree.categories?.[from];
    return codes ? new Set(codes) : null;
  }),
  isRight: Uint8Array.from(parent, (from, node) => (tree.left[from] === node ? 0 : 1)),
  isLeaf: Uint8Array.from(tree.feature, (feature) => (feature < 0 ? 1 : 0)),
  value: Float64Array.from(tree.value),
});

/**
 * `cover` is the share of the training rows that take a node's branch at all splits above on its parent's feature;
 * `distinct` counts the features on its path.
 */
const stepsOf = (tree: Tree) => {
  const parent = new Int32Array(tree.feature.length).fill(-1);
  const before = new Int32Array(tree.feature.length).fill(-1);
  const cover = new Float64Array(tree.feature.length).fill(1);
  const distinct = new Int32Array(tree.feature.length);
  tree.feature.forEach((feature, node) => {
    if (feature < 0) return;
    let last = node;
    while (last > 0 && tree.feature[parent[last]!] !== feature) last = parent[last]!;
    for (const child of [tree.left[node]!, tree.left[node]! + 1]) {
      parent[child] = node;
      before[child] = last > 0 ? last : -1;
      cover[child] = (cover[last]! * tree.cover[child]!) / tree.cover[node]!;
      distinct[child] = distinct[node]! + (last > 0 ? 0 : 1);
    }
  });
  return { parent, before, cover, distinct };
};

/** A tree's prediction for a row of which no feature is known. */
const expectationOf = (tree: Tree): number => {
  const expected = Float64Array.from(tree.value);
  for (let node = tree.feature.length - 1; node >= 0; node--) {
    if (tree.feature[node]! < 0) continue;
    const left = tree.left[node]!;
    const share = tree.cover[left]! / tree.cover[node]!;
    expected[node] =
      share * expected[left]! + (tree.cover[left + 1]! / tree.cover[node]!) * expected[left + 1]!;
  }
  return expected[0]!;
};
