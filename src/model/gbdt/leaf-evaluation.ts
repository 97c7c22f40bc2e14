// Evaluation of leaves: the two that a split makes are evaluated together, some features at a time. The
// smaller one's histogram is counted and subtracted from their parent's, which leaves the larger one's, and
// both are searched for their best split while they are in the cache.

import { blockRows, type Fit, type FitContext, leafTaskWords, rowBlocks, searchedFeatures } from "./fit.js";
import { binRange, countRows } from "./histogram.js";
import { lanes } from "./kernel.js";
import { candidateOffset, openSplitter, type SearchedNode, type Split } from "./splitter.js";

export interface Leaf extends SearchedNode {
  node: number;
  depth: number;
  /** First of its rows in the list. */
  start: number;
  end: number;
  split: Split | null;
}

export interface LeafEvaluation {
  /** The leaf whose rows are counted into its histogram. */
  counted: Leaf | null;
  /** Sibling, whose histogram is the parent's until that of `counted` is subtracted. */
  sibling: Leaf | null;
  /** Leaves to search for a split, two at most. */
  searched: readonly Leaf[];
}

const word = { start: 0, count: 1, counted: 2, sibling: 3, searched: 4 } as const;
const none = -1;

/** Groups of eight features of a tree, if as many for every thread; the rest are halved. */
const groupsOf = (features: number): number => Math.ceil(features / lanes);
const halvedGroups = (features: number, threads: number): number => groupsOf(features) % threads;

/** Leaves behind the histograms, and a candidate of each group of features for each leaf that is searched. */
export const evaluateLeaves = (
  { pool, memory, threads, trainingRows }: Fit,
  { counted, sibling, searched }: LeafEvaluation,
): void => {
  const { leafTask, treeFeatures } = memory;
  const { start, end } = counted ?? { start: 0, end: 0 };
  leafTask[word.start] = start;
  leafTask[word.count] = end - start;
  leafTask[word.counted] = counted?.histogram ?? none;
  leafTask[word.sibling] = sibling?.histogram ?? none;
  leafTask[word.searched] = searched.length;
  searched.forEach(({ histogram, sums, bounds }, i) => {
    const words = [histogram, sums.gradient, sums.hessian, sums.rows, bounds.lower, bounds.upper];
    leafTask.set(words, leafTaskWords.header + i * leafTaskWords.leaf);
  });
  if (counted && end - start < trainingRows) pool.run("gather", rowBlocks(end - start));
  pool.run("leaves", groupsOf(treeFeatures.length) + halvedGroups(treeFeatures.length, threads));
};

export const leafTasks = (context: FitContext) => {
  const { kernel, memory, threads, trainingRows } = context;
  const { leafTask, gradients, gatheredGradients, treeFeatures, histograms, index } = memory;
  const features = treeFeatures.length;
  const search = openSplitter(context);
  const halved = halvedGroups(features, threads);

  const count = (firstFeature: number, width: 4 | 8): void => {
    const rows = { index, start: leafTask[word.start]!, count: leafTask[word.count]! };
    const [counted, sibling] = [leafTask[word.counted]!, leafTask[word.sibling]!];
    if (counted === none) return;
    // A leaf of all rows has them in their own order.
    const packed = rows.count === trainingRows ? gradients : gatheredGradients;
    countRows(context, firstFeature, width, rows, packed, counted);
    if (sibling === none) return;
    const { from, size } = binRange(memory, firstFeature, width);
    kernel.subtract(histograms, sibling + from, counted + from, size);
  };

  const searchLeaves = (firstFeature: number, end: number): void => {
    for (let i = 0; i < leafTask[word.searched]!; i++) {
      const leaf = leafAt(leafTask, i);
      for (let first = firstFeature; first < end; first += searchedFeatures)
        search(
          leaf,
          first,
          Math.min(end, first + searchedFeatures),
          candidateOffset(features, first, i === 1),
        );
    }
  };

  const evaluateFeatures = (first: number, width: 4 | 8): void => {
    const end = Math.min(features, first + width);
    count(first, width);
    searchLeaves(first, end);
  };

  return {
    gather(block: number): void {
      const done = block * blockRows;
      const size = Math.min(blockRows, leafTask[word.count]! - done);
      const rows = { index, start: leafTask[word.start]! + done, count: size };
      kernel.gather(gradients, rows, gatheredGradients, done);
    },
    leaves: (piece: number): void =>
      piece < 2 * halved
        ? evaluateFeatures((piece * lanes) / 2, 4)
        : evaluateFeatures((piece - halved) * lanes, 8),
  };
};

const leafAt = (leafTask: Float64Array, i: number): SearchedNode => {
  const at = leafTaskWords.header + i * leafTaskWords.leaf;
  return {
    histogram: leafTask[at]!,
    sums: { gradient: leafTask[at + 1]!, hessian: leafTask[at + 2]!, rows: leafTask[at + 3]! },
    bounds: { lower: leafTask[at + 4]!, upper: leafTask[at + 5]! },
  };
};
