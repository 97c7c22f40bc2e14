// A categorical column holds codes, whole numbers that only say which values are the same. The most frequent have a bin
// each; what is rarer shares the bin of missing values, as does, when scoring, what no row has had before.

import { assert } from "../../errors/refusal.js";
import { type Binning, mostBins, placeOfBins } from "./binner.js";
import type { NodeSums } from "./histogram.js";
import { laneBins, lanes, type Units } from "./kernel.js";

/** Codes are below this: sets of them are kept as bits. */
const codeLimit = 65_536;

/** The codes that have a bin each, in rising order. NaN is missing; what is not a code throws. */
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
    .subarray(0, mostBins)
    .sort();
};

/** Puts a column into the bins of `firstRow` and the rows that follow it, of `rows` in all. */
export const assignCodes = (
  bins: Uint8Array,
  codes: Int32Array,
  column: Float32Array,
  feature: number,
  firstRow: number,
  rows: number,
): void => {
  const binOf = new Uint8Array(codeLimit).fill(codes.length);
  codes.forEach((code, bin) => {
    binOf[code] = bin;
  });
  const at = placeOfBins(feature, rows) + lanes * firstRow;
  column.forEach((x, i) => {
    bins[at + lanes * i] = binOf[x] ?? codes.length;
  });
};

// Categories have no order, and there are 2^(n−1) − 1 ways to part n of them. But what a split gains is a convex function of
// the sums on its sides, so the best parting is a cut through the categories in the order of gradient over hessian (Fisher
// 1958). Missing values and categories too rare to have an order of their own are taken for one.

interface OrderRules {
  categorySmoothing: number;
  minCategoryRows: number;
}

/** Where a thread keeps the sums of categories in order. */
export const placeOfOrder = (thread: number): number => 2 * laneBins * thread;

/** Rows per bin are not counted; their share of the hessian stands for them, as in LightGBM. No side is empty. */
export const leastHessian = (rows: number, node: NodeSums): number =>
  Math.max(1, (rows * node.hessian) / Math.max(1, node.rows));

/** Bins in that order, that of missing values for all taken for one. Their gradients and hessians are put in order, too. */
export const orderCategories = (
  { histograms, missing, offset, sorted }: Binning & { histograms: Float64Array; sorted: Float64Array },
  { categorySmoothing, minCategoryRows }: OrderRules,
  units: Units,
  node: NodeSums,
  feature: number,
  histogram: number,
  thread: number,
): number[] => {
  const at = histogram + 2 * offset[feature]!;
  const pool = missing[feature]!;
  const gradients = Array.from({ length: pool + 1 }, (_, bin) => histograms[at + 2 * bin]!);
  const hessians = gradients.map((_, bin) => histograms[at + 2 * bin + 1]!);
  const least = leastHessian(minCategoryRows, node);
  const isRare = hessians.map((hessian, bin) => bin < pool && hessian < least);
  isRare.forEach((rare, bin) => {
    if (!rare) return;
    gradients[pool]! += gradients[bin]!;
    hessians[pool]! += hessians[bin]!;
  });
  const rank = (bin: number): number =>
    gradients[bin]! / (hessians[bin]! + categorySmoothing / units.hessian);
  const order = [...isRare.keys()]
    .filter((bin) => !isRare[bin] && hessians[bin]! > 0)
    .sort((a, b) => rank(a) - rank(b) || a - b);
  order.forEach((bin, i) => {
    sorted[placeOfOrder(thread) + 2 * i] = gradients[bin]!;
    sorted[placeOfOrder(thread) + 2 * i + 1] = hessians[bin]!;
  });
  return order;
};
