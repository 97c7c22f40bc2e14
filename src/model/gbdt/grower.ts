// A tree grows leaf by leaf: of all leaves, the one whose best split gains most is split next. While it grows
// it is recorded twice: as data, with the thresholds of its splits, and by bins, for the rows of the fit.

import { edgesOf } from "./binner.js";
import { binOffset, type Fit } from "./fit.js";
import { histogramOffset, type NodeSums, totalOf } from "./histogram.js";
import { binSlots } from "./kernel.js";
import { evaluateLeaves, type Leaf } from "./leaf-evaluation.js";
import { type Bounds, leafStep, unbounded } from "./loss.js";
import { childBounds } from "./monotone.js";
import { partitionRows } from "./partition.js";
import { chooseSplit, type Split, writeGoesRight } from "./splitter.js";
import type { Tree } from "./tree.js";
import { chooseColumns } from "./tree-columns.js";

/** Grows a tree from the gradients of the first `rows` in the list; returns which of them each leaf holds. */
export const growTree = (fit: Fit, rows: number): { tree: Tree; leaves: Leaf[] } => {
  const { memory, params } = fit;
  chooseColumns(fit);
  const tree = emptyTree();
  const root = rootOf(rows);
  evaluateLeaves(fit, { counted: root, sibling: null, searched: [] });
  root.sums = totalOf(memory, root.histogram, rows);
  if (params.maxDepth > 0) findSplits(fit, null, null, [root]);
  const leaves = [root];

  while (leaves.length < params.maxLeaves) {
    const at = bestLeaf(leaves);
    if (at < 0) break;
    const [left, right] = splitLeaf(fit, tree, leaves[at]!);
    const [small, large] = left.sums.rows <= right.sums.rows ? [left, right] : [right, left];
    small.histogram = histogramOffset(memory, leaves.length);
    leaves[at] = left;
    leaves.push(right);
    if (leaves.length < params.maxLeaves && small.depth < params.maxDepth)
      findSplits(fit, small, large, [small, large]);
  }
  for (const leaf of leaves) recordLeaf(fit, tree, leaf);
  return { tree, leaves };
};

const findSplits = (fit: Fit, counted: Leaf | null, sibling: Leaf | null, searched: Leaf[]): void => {
  evaluateLeaves(fit, { counted, sibling, searched });
  searched.forEach((leaf, i) => {
    leaf.split = chooseSplit(fit, leaf, i === 1);
  });
};

/** Both children begin with the parent's histogram; the smaller one gets its own. */
const splitLeaf = (fit: Fit, tree: Tree, parent: Leaf): [left: Leaf, right: Leaf] => {
  const { params, penalties } = fit;
  const { depth, start, end, sums, bounds, histogram } = parent;
  const split = parent.split!;
  writeGoesRight(fit, split, parent);
  const left = recordSplit(fit, tree, parent, split);
  const middle = partitionRows(fit, parent, split.feature);
  const [ofLeft, ofRight] = splitSums(sums, split, middle - start);
  const stepOf = ({ gradient, hessian }: NodeSums) => leafStep(gradient, hessian, penalties, bounds);
  const monotonicity = params.monotone?.[split.feature] ?? 0;
  const [leftBounds, rightBounds] = childBounds(bounds, monotonicity, stepOf(ofLeft), stepOf(ofRight));
  const child = (node: number, from: number, to: number, ofChild: NodeSums, within: Bounds): Leaf => ({
    node,
    depth: depth + 1,
    start: from,
    end: to,
    sums: ofChild,
    bounds: within,
    histogram,
    split: null,
  });
  return [child(left, start, middle, ofLeft, leftBounds), child(left + 1, middle, end, ofRight, rightBounds)];
};

const rootOf = (rows: number): Leaf => ({
  node: 0,
  depth: 0,
  start: 0,
  end: rows,
  sums: { gradient: 0, hessian: 0, rows },
  bounds: unbounded,
  histogram: 0,
  split: null,
});

const splitSums = (sums: NodeSums, split: Split, leftRows: number): [NodeSums, NodeSums] => {
  const { leftGradient: gradient, leftHessian: hessian } = split;
  return [
    { gradient, hessian, rows: leftRows },
    { gradient: sums.gradient - gradient, hessian: sums.hessian - hessian, rows: sums.rows - leftRows },
  ];
};

/** Index of the leaf whose split gains most; −1 where none has one. */
const bestLeaf = (leaves: Leaf[]): number => {
  let best = -1;
  leaves.forEach((leaf, i) => {
    if (leaf.split !== null && leaf.split.gain > (leaves[best]?.split?.gain ?? 0)) best = i;
  });
  return best;
};

/** Adds two leaves below a node and returns the left one; the right one is next to it. */
const recordSplit = (fit: Fit, tree: Tree, { node, sums }: Leaf, { feature, cut, gain }: Split): number => {
  const { nodes, goesRight, edges, missingBin } = fit.memory;
  const left = tree.feature.length;
  nodes.set([binOffset(feature, fit.rows), left], 2 * node);
  const isRight = (bin: number): boolean => goesRight[binSlots * node + bin] === 1;
  const codes = fit.codes[feature];
  const isAfterLastValue = cut >= missingBin[feature]! - 1;
  tree.feature[node] = feature;
  tree.threshold[node] = codes || isAfterLastValue ? null : edgesOf(edges, feature)[cut]!;
  tree.missingLeft[node] = !isRight(missingBin[feature]!);
  tree.left[node] = left;
  tree.gain[node] = gain;
  tree.cover[node] = sums.hessian * fit.units.hessian;
  if (codes) {
    tree.categories ??= tree.feature.map(() => null);
    tree.categories[node] = [...codes.filter((_, bin) => isRight(bin))];
  }
  addLeaf(tree);
  addLeaf(tree);
  return left;
};

const recordLeaf = (fit: Fit, tree: Tree, { node, sums, bounds }: Leaf): void => {
  const { memory, params, units, penalties } = fit;
  const step = leafStep(sums.gradient, sums.hessian, penalties, bounds);
  memory.nodes[2 * node] = -1;
  // In single precision, as other programs that read the model will hold it.
  memory.leafValues[node] = Math.fround((params.learningRate * step * units.gradient) / units.hessian);
  tree.value[node] = memory.leafValues[node]!;
  tree.cover[node] = sums.hessian * units.hessian;
};

const emptyTree = (): Tree => {
  const tree: Tree = {
    feature: [],
    threshold: [],
    missingLeft: [],
    left: [],
    value: [],
    gain: [],
    cover: [],
  };
  addLeaf(tree);
  return tree;
};

const addLeaf = (tree: Tree): void => {
  tree.feature.push(-1);
  tree.threshold.push(null);
  tree.missingLeft.push(false);
  tree.left.push(-1);
  tree.value.push(0);
  tree.gain.push(0);
  tree.cover.push(0);
  tree.categories?.push(null);
};
