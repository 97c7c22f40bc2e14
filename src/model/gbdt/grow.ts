// A tree grows leaf by leaf: of all leaves, the one whose best split gains most is split next. A leaf's rows are a range
// of one shared list; splitting reorders the range so that each child has its own.

import { chooseSorted, type Random } from "../random.js";
import { type Binning, placeOfBins } from "./bins.js";
import { fillHistogram, type Histogram, type HistogramMemory, type NodeSums, totalOf } from "./histogram.js";
import type { Kernel, Laid, Units } from "./kernel.js";
import { boundsBelow } from "./monotone.js";
import { rightBins, type Split, type SplitRules, splitFinder } from "./split.js";
import { type Bounds, boundedStep, free, penaltiesIn } from "./step.js";
import type { Tree } from "./tree.js";
import { writeTree } from "./writer.js";

export interface GrowRules extends SplitRules {
  learningRate: number;
  maxLeaves: number;
  maxDepth: number;
  /** Share of the rows, and of the features, that each tree sees. */
  rowShare: number;
  columnShare: number;
}

export interface Leaf {
  node: number;
  depth: number;
  start: number;
  end: number;
  sums: NodeSums;
  bounds: Bounds;
  histogram: Histogram;
  split: Split | null;
}

/** `trained` is the number of rows that trees may be fitted to. */
export const growLayout = (trained: number, totalBins: number, maxLeaves: number) =>
  ({
    aside: ["i32", trained],
    histograms: ["f64", 2 * totalBins * maxLeaves],
    best: ["f64", 5],
    nodes: ["i32", 4 * (2 * maxLeaves - 1)],
    leafValues: ["f64", 2 * maxLeaves - 1],
  }) as const;

export type GrowMemory = Laid<ReturnType<typeof growLayout>> & HistogramMemory;

/** Grows a tree from the gradients of the rows at the front of the list, and says which of them each leaf holds. */
export const treeGrower = (
  kernel: Kernel,
  memory: GrowMemory,
  binning: Binning,
  rules: GrowRules,
  units: Units,
  random: Random,
) => {
  const { bins, index, aside, histograms } = memory;
  const { edges, totalBins } = binning;
  const findSplit = splitFinder(kernel, memory.best, binning, rules, units);
  const penalties = penaltiesIn(units, rules);
  const stepOf = ({ gradient, hessian }: NodeSums, bounds: Bounds): number =>
    boundedStep(gradient, hessian, penalties, bounds);
  const histogramOf = (leaf: number): Histogram =>
    histograms.subarray(2 * totalBins * leaf, 2 * totalBins * (leaf + 1));

  /** Returns where the right child's rows begin. */
  const divide = ({ start, end }: Leaf, split: Split): number => {
    const place = placeOfBins(split.feature, index.length);
    const right = rightBins(split, edges[split.feature]!);
    return start + kernel.partition(bins, place, index, start, end - start, right, aside);
  };

  /** Both children begin with the parent's histogram; the smaller one gets its own. */
  const childrenOf = (parent: Leaf, split: Split, firstNode: number): [Leaf, Leaf] => {
    const middle = divide(parent, split);
    const [ofLeft, ofRight] = divideSums(parent, split, middle);
    const direction = rules.monotone?.[split.feature] ?? 0;
    const steps = [stepOf(ofLeft, parent.bounds), stepOf(ofRight, parent.bounds)] as const;
    const [below, above] = boundsBelow(parent.bounds, direction, ...steps);
    const child = { depth: parent.depth + 1, histogram: parent.histogram, split: null };
    return [
      { ...child, node: firstNode, start: parent.start, end: middle, sums: ofLeft, bounds: below },
      { ...child, node: firstNode + 1, start: middle, end: parent.end, sums: ofRight, bounds: above },
    ];
  };

  return (rows: number): { tree: Tree; leaves: Leaf[] } => {
    const features = chooseFeatures(edges.length, rules.columnShare, random);
    const count = (leaf: Leaf) => fillHistogram(kernel, memory, binning, features, leaf, leaf.histogram);
    const search = (leaf: Leaf) => {
      if (leaf.depth < rules.maxDepth)
        leaf.split = findSplit(leaf.histogram, features, leaf.sums, leaf.bounds);
    };
    const writer = writeTree(memory, binning, index.length, units, rules.learningRate);
    const root = emptyRoot(rows, histogramOf(0));
    count(root);
    root.sums = totalOf(root.histogram, binning, features[0]!, rows);
    search(root);
    const leaves = [root];

    while (leaves.length < rules.maxLeaves) {
      const at = mostGaining(leaves);
      if (at < 0) break;
      const parent = leaves[at]!;
      const split = parent.split!;
      const [left, right] = childrenOf(parent, split, writer.split(parent.node, split, parent.sums));
      const [small, large] = left.sums.rows <= right.sums.rows ? [left, right] : [right, left];
      small.histogram = histogramOf(leaves.length);
      leaves[at] = left;
      leaves.push(right);
      if (leaves.length >= rules.maxLeaves || left.depth >= rules.maxDepth) continue;
      count(small);
      kernel.subtract(large.histogram, small.histogram);
      search(left);
      search(right);
    }
    for (const { node, sums, bounds } of leaves) writer.leaf(node, stepOf(sums, bounds), sums);
    return { tree: writer.tree, leaves };
  };
};

const chooseFeatures = (count: number, share: number, random: Random): Int32Array =>
  chooseSorted(random, count, share >= 1 ? count : Math.max(1, Math.round(count * share)));

const emptyRoot = (rows: number, histogram: Histogram): Leaf => ({
  node: 0,
  depth: 0,
  start: 0,
  end: rows,
  sums: { gradient: 0, hessian: 0, rows },
  bounds: free,
  histogram,
  split: null,
});

const mostGaining = (leaves: Leaf[]): number => {
  let best = -1;
  leaves.forEach((leaf, i) => {
    if (leaf.split !== null && leaf.split.gain > (leaves[best]?.split?.gain ?? 0)) best = i;
  });
  return best;
};

const divideSums = ({ sums, start, end }: Leaf, split: Split, middle: number): [NodeSums, NodeSums] => {
  const { leftGradient: gradient, leftHessian: hessian } = split;
  return [
    { gradient, hessian, rows: middle - start },
    { gradient: sums.gradient - gradient, hessian: sums.hessian - hessian, rows: end - middle },
  ];
};
