// A tree grows leaf by leaf: of all leaves, the one whose best split gains most is split next. A leaf's rows are a range
// of one shared list; splitting reorders the range so that each child has its own.

import type { Random } from "../random.js";
import { chooseSorted } from "../random.js";
import { type BinnedColumns, missingBin } from "./bins.js";
import { addUnpacked, packedBlock, type Units } from "./gradients.js";
import { fillHistogram, type Histogram, type RowRange, subtractHistogram } from "./histogram.js";
import { bestSplit, type NodeSums, type Split, type SplitRules } from "./split.js";
import type { Tree } from "./tree.js";

export interface GrowRules extends SplitRules {
  learningRate: number;
  maxLeaves: number;
  maxDepth: number;
  /** Share of the rows, and of the features, that each tree sees. */
  rowShare: number;
  columnShare: number;
}

interface Leaf {
  node: number;
  depth: number;
  start: number;
  end: number;
  sums: NodeSums;
  histogram: Histogram;
  split: Split | null;
}

/** Grows one tree from the packed gradients of all rows. Memory is taken once and shared by the trees of a model. */
export const treeGrower = (columns: BinnedColumns, rules: GrowRules, units: Units, random: Random) => {
  const rows: RowRange = {
    index: new Int32Array(columns.rows),
    packed: new Float64Array(columns.rows),
    start: 0,
    end: columns.rows,
  };
  const aside = { index: new Int32Array(columns.rows), packed: new Float64Array(columns.rows) };
  const histograms: Histogram[] = [];
  const histogramOf = (leaf: number) => (histograms[leaf] ??= new Float64Array(2 * columns.totalBins));

  return (gradients: Float64Array): Tree => {
    const features = chooseFeatures(columns.bins.length, rules.columnShare, random);
    const end = sampleRows(gradients, rules.rowShare, random, rows);
    const search = (leaf: Leaf) => {
      if (leaf.depth >= rules.maxDepth) return null;
      return bestSplit(leaf.histogram, columns, features, leaf.sums, rules, units);
    };
    const count = (leaf: Leaf) => {
      fillHistogram(columns, features, { ...rows, start: leaf.start, end: leaf.end }, leaf.histogram);
    };
    const tree = emptyTree();
    const root: Leaf = {
      node: addNode(tree),
      depth: 0,
      start: 0,
      end,
      sums: sumRows(rows.packed, end),
      histogram: histogramOf(0),
      split: null,
    };
    count(root);
    root.split = search(root);
    const leaves = [root];

    for (;;) {
      const at = mostGaining(leaves);
      if (at < 0 || leaves.length >= rules.maxLeaves) break;
      const parent = leaves[at]!;
      const split = parent.split!;
      const middle = partition(columns, split, rows, aside, parent.start, parent.end);
      const [left, right] = children(tree, columns, parent, split, middle);
      const [small, large] = left.sums.rows <= right.sums.rows ? [left, right] : [right, left];
      small.histogram = histogramOf(leaves.length);
      leaves[at] = left;
      leaves.push(right);
      if (leaves.length >= rules.maxLeaves || left.depth >= rules.maxDepth) continue;
      count(small);
      subtractHistogram(large.histogram, small.histogram);
      left.split = search(left);
      right.split = search(right);
    }
    for (const leaf of leaves) tree.value[leaf.node] = leafValue(leaf.sums, rules, units);
    return tree;
  };
};

/** The Newton step of a leaf, shortened by the learning rate. */
const leafValue = (sums: NodeSums, rules: GrowRules, units: Units): number =>
  (-rules.learningRate * sums.gradient * units.gradient) / (sums.hessian * units.hessian + rules.l2);

const chooseFeatures = (count: number, share: number, random: Random): Int32Array =>
  chooseSorted(random, count, share >= 1 ? count : Math.max(1, Math.round(count * share)));

/** Fills the front of `rows` with a sample and returns its size. */
const sampleRows = (gradients: Float64Array, share: number, random: Random, rows: RowRange): number => {
  let size = 0;
  for (let i = 0; i < gradients.length; i++) {
    if (share < 1 && random() >= share) continue;
    rows.index[size] = i;
    rows.packed[size++] = gradients[i]!;
  }
  return size;
};

const sumRows = (packed: Float64Array, end: number): NodeSums => {
  const sums = new Float64Array(2);
  for (let start = 0; start < end; start += packedBlock) {
    let block = 0;
    for (let i = start; i < Math.min(end, start + packedBlock); i++) block += packed[i]!;
    addUnpacked(block, sums, 0);
  }
  return { gradient: sums[0]!, hessian: sums[1]!, rows: end };
};

const mostGaining = (leaves: Leaf[]): number => {
  let best = -1;
  leaves.forEach((leaf, i) => {
    if (leaf.split !== null && leaf.split.gain > (leaves[best]?.split?.gain ?? 0)) best = i;
  });
  return best;
};

/** Moves the left child's rows to the front of the range, each side in its old order; returns where the right begins. */
const partition = (
  columns: BinnedColumns,
  split: Split,
  rows: RowRange,
  aside: { index: Int32Array; packed: Float64Array },
  start: number,
  end: number,
): number => {
  const bins = columns.bins[split.feature]!;
  const missing = missingBin(columns.edges[split.feature]!);
  const { index, packed } = rows;
  let left = start;
  let right = 0;
  for (let i = start; i < end; i++) {
    const row = index[i]!;
    const bin = bins[row]!;
    const goesLeft = bin === missing ? split.missingLeft : bin <= split.bin;
    if (goesLeft) {
      index[left] = row;
      packed[left++] = packed[i]!;
    } else {
      aside.index[right] = row;
      aside.packed[right++] = packed[i]!;
    }
  }
  index.set(aside.index.subarray(0, right), left);
  packed.set(aside.packed.subarray(0, right), left);
  return left;
};

/** Writes the split into the tree. Both children start from the parent's histogram; the smaller one gets its own. */
const children = (
  tree: Tree,
  columns: BinnedColumns,
  parent: Leaf,
  split: Split,
  middle: number,
): [Leaf, Leaf] => {
  const left = addNode(tree);
  const right = addNode(tree);
  tree.feature[parent.node] = split.feature;
  tree.threshold[parent.node] = columns.edges[split.feature]![split.bin] ?? null;
  tree.missingLeft[parent.node] = split.missingLeft;
  tree.left[parent.node] = left;
  tree.gain[parent.node] = split.gain;
  const { gradient, hessian } = parent.sums;
  const { leftGradient, leftHessian } = split;
  const child = { depth: parent.depth + 1, histogram: parent.histogram, split: null };
  return [
    {
      ...child,
      node: left,
      start: parent.start,
      end: middle,
      sums: { gradient: leftGradient, hessian: leftHessian, rows: middle - parent.start },
    },
    {
      ...child,
      node: right,
      start: middle,
      end: parent.end,
      sums: { gradient: gradient - leftGradient, hessian: hessian - leftHessian, rows: parent.end - middle },
    },
  ];
};

const emptyTree = (): Tree => ({
  feature: [],
  threshold: [],
  missingLeft: [],
  left: [],
  value: [],
  gain: [],
});

const addNode = (tree: Tree): number => {
  tree.threshold.push(null);
  tree.missingLeft.push(false);
  tree.left.push(-1);
  tree.value.push(0);
  tree.gain.push(0);
  return tree.feature.push(-1) - 1;
};
