// Categorical features. A column holds codes, whole numbers that say only which values are the same. The most
// frequent codes have a bin each; rarer ones, and codes that training never saw, share the bin of missing
// values.
//
// Categories have no order, and there are 2^(n−1) − 1 ways to split n of them in two. But the gain of a split
// is a convex function of the sums on its sides, so the best split is a cut through the categories sorted by
// gradient over hessian (Fisher 1958). Missing values, and categories too rare to be sorted, count as one
// category.

import { assert } from "../../errors/refusal.js";
import { binOffset, type Fit, type FitContext } from "./fit.js";
import type { NodeSums } from "./histogram.js";
import { binSlots, lanes, maxBins } from "./kernel.js";

/** Codes are below this: sets of them are kept as bits. */
const codeLimit = 65_536;

/** The codes that have a bin each, in increasing order. NaN is missing; other values that are no code are an error. */
export const chooseCodes = (column: Float32Array): Int32Array => {
  const counts = new Int32Array(codeLimit);
  for (const x of column) {
    if (Number.isNaN(x)) continue;
    assert(Number.isInteger(x) && x >= 0 && x < codeLimit, `${x} is no code of a category`);
    counts[x]!++;
  }
  const seen = Int32Array.from(counts.keys()).filter((code) => counts[code]! > 0);
  return seen
    .sort((a, b) => counts[b]! - counts[a]! || a - b)
    .subarray(0, maxBins)
    .sort();
};

/** Assigns a column to the bins of `firstRow` and the rows after it. */
export const assignCodes = (
  { memory, rows, codes }: Fit,
  feature: number,
  column: Float32Array,
  firstRow: number,
): void => {
  const { bins } = memory;
  const known = codes[feature]!;
  const binOf = new Uint8Array(codeLimit).fill(known.length);
  known.forEach((code, bin) => {
    binOf[code] = bin;
  });
  const at = binOffset(feature, rows) + lanes * firstRow;
  column.forEach((x, i) => {
    bins[at + lanes * i] = binOf[x] ?? known.length;
  });
};

/** Offset of a thread's sums of sorted categories. */
export const sortedOffset = (thread: number): number => 2 * binSlots * thread;

/**
 * Minimum hessian of so many rows. Rows per bin are not counted; their share of the hessian stands for them,
 * as in LightGBM.
 */
export const minHessianOf = (rows: number, node: NodeSums): number =>
  Math.max(1, (rows * node.hessian) / Math.max(1, node.rows));

/**
 * Bins of the categories of a tree's feature in sorted order, in one node; the bin of missing values stands
 * for all that count as missing. Leaves their sums in the same order in `sortedSums`.
 */
export const sortCategories = (
  { memory, params, units, thread }: FitContext,
  node: NodeSums,
  histogram: number,
  place: number,
): number[] => {
  const { histograms, missingBin, firstBin, treeFeatures, sortedSums } = memory;
  const at = histogram + 2 * firstBin[place]!;
  const missing = missingBin[treeFeatures[place]!]!;
  const gradients = Array.from({ length: missing + 1 }, (_, bin) => histograms[at + 2 * bin]!);
  const hessians = gradients.map((_, bin) => histograms[at + 2 * bin + 1]!);
  const minHessian = minHessianOf(params.minCategoryRows, node);
  const isRare = hessians.map((hessian, bin) => bin < missing && hessian < minHessian);
  isRare.forEach((rare, bin) => {
    if (!rare) return;
    gradients[missing]! += gradients[bin]!;
    hessians[missing]! += hessians[bin]!;
  });
  const rank = (bin: number): number =>
    gradients[bin]! / (hessians[bin]! + params.categorySmoothing / units.hessian);
  const sorted = [...isRare.keys()]
    .filter((bin) => !isRare[bin] && hessians[bin]! > 0)
    .sort((a, b) => rank(a) - rank(b) || a - b);
  const to = sortedOffset(thread);
  sorted.forEach((bin, i) => {
    sortedSums[to + 2 * i] = gradients[bin]!;
    sortedSums[to + 2 * i + 1] = hessians[bin]!;
  });
  return sorted;
};
