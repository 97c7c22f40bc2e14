// Categories have no order, and there are 2^(n−1) − 1 ways to part n of them. But what a split gains is a convex function of
// the sums on its sides, so the best parting is a cut through the categories in the order of gradient over hessian (Fisher
// 1958). Missing values and categories too rare to have an order of their own are taken for one.

import type { Binning } from "./bins.js";
import type { NodeSums } from "./histogram.js";
import { laneBins, type Units } from "./kernel.js";

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
