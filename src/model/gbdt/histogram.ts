// Histograms: for every bin of every feature, the sums of gradient and hessian over a node's rows. They are
// all that a split needs, and a child's is its parent's minus its sibling's, so only the smaller child is
// ever counted.

import { binOffset, type FitContext, type FitMemory } from "./fit.js";
import { binSlots, lanes, type RowBlock } from "./kernel.js";
import { packedBlock } from "./loss.js";
import { treeColumns } from "./tree-columns.js";

/** Sums of a node's rows: gradient and hessian in whole units, and how many rows there are. */
export interface NodeSums {
  gradient: number;
  hessian: number;
  rows: number;
}

/** Offset of the n-th histogram. */
export const histogramOffset = ({ firstBin }: FitMemory, n: number): number =>
  2 * firstBin[firstBin.length - 1]! * n;

/** The bins of some neighbouring features of a tree: where they begin in a histogram, and how many numbers they are. */
export const binRange = ({ treeFeatures, firstBin }: FitMemory, first: number, width: number) => {
  const end = Math.min(first + width, treeFeatures.length);
  return { from: 2 * firstBin[first]!, size: 2 * (firstBin[end]! - firstBin[first]!), end };
};

/** Counts rows into a histogram, by a tree's features from the `first` on; `packed` holds the rows' gradients. */
export const countRows = (
  context: FitContext,
  first: number,
  width: 4 | 8,
  { index, start, count }: RowBlock,
  packed: Float64Array,
  histogram: number,
): void => {
  const { kernel, memory, thread } = context;
  const { packedSums, histograms, firstBin } = memory;
  const { from, size, end } = binRange(memory, first, width);
  const own = thread * lanes * binSlots;
  const { bins, rows } = treeColumns(context);
  const group = { bins, at: binOffset(first, rows), width };
  kernel.clear(histograms, histogram + from, size);
  for (let done = 0; done < count; done += packedBlock) {
    const block = { index, start: start + done, count: Math.min(count - done, packedBlock) };
    kernel.addRows(group, block, packed, done, packedSums, own);
    for (let f = first; f < end; f++) {
      const sumsOfFeature = own + (f - first) * binSlots;
      const count = firstBin[f + 1]! - firstBin[f]!;
      kernel.unpack(packedSums, sumsOfFeature, count, histograms, histogram + 2 * firstBin[f]!);
    }
  }
  // The last group may be padded: sums of no feature must not be taken for those of the group counted next.
  const unused = (first + width - end) * binSlots;
  kernel.clear(packedSums, own + width * binSlots - unused, unused);
};

/** Sums over all rows of a histogram, read from the bins of the tree's first feature. */
export const totalOf = ({ histograms, firstBin }: FitMemory, histogram: number, rows: number): NodeSums => {
  const sums = { gradient: 0, hessian: 0, rows };
  for (let b = 0; b < firstBin[1]!; b++) {
    sums.gradient += histograms[histogram + 2 * b]!;
    sums.hessian += histograms[histogram + 2 * b + 1]!;
  }
  return sums;
};
