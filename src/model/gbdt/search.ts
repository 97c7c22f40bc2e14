// Looks for the best cut of a node through a few features. Missing values try both sides of every cut, and the cut after
// the last value sets them apart alone; categories are cut in an order of their own.

import type { NodeSums } from "./histogram.js";
import { type Kernel, best as place, type Units } from "./kernel.js";
import { bestMonotoneCut, type Direction } from "./monotone.js";
import { fallBefore, found, gainUnit, type SplitMemory, type SplitRules, ways } from "./split.js";
import { type Bounds, isFree, penaltiesIn } from "./step.js";
import { leastHessian, orderCategories, placeOfOrder } from "./subsets.js";

/** A node with the place of its histogram and of what is found in it, and the least hessian of a side. */
interface Searched {
  node: NodeSums;
  bounds: Bounds;
  histogram: number;
  to: number;
  minHessian: number;
}

/** Searches those features from `first` until `end` that the tree may ask about. */
export type Search = (
  node: NodeSums,
  bounds: Bounds,
  histogram: number,
  first: number,
  end: number,
  to: number,
) => void;

export const openSearch = (
  kernel: Kernel,
  memory: SplitMemory,
  rules: SplitRules,
  units: Units,
  thread: number,
): Search => {
  const { histograms, missing, offset, found: numbers, sorted, chosen } = memory;
  const penalties = penaltiesIn(units, rules);
  const { l1, l2 } = penalties;

  /** Keeps a cut after bin 0 … `last` of those from `sums[at]` on if it is better; `g` and `h` are on the near side anyway. */
  const cut = (
    { node, bounds, to, minHessian }: Searched,
    direction: Direction,
    sums: Float64Array,
    at: number,
    last: number,
    g: number,
    h: number,
  ): boolean =>
    direction === 0 && isFree(bounds)
      ? kernel.bestCut(sums, at, last, g, h, node.gradient, node.hessian, l1, l2, minHessian, numbers, to)
      : bestMonotoneCut(sums, at, last, g, h, node, penalties, minHessian, direction, bounds, numbers, to);

  const nearIsLarger = ({ to, node }: Searched): boolean => 2 * numbers[to + place.hessian]! > node.hessian;

  const cutNumbers = (searched: Searched, feature: number): number => {
    const bins = missing[feature]!;
    const at = searched.histogram + 2 * offset[feature]!;
    const [g, h] = [histograms[at + 2 * bins]!, histograms[at + 2 * bins + 1]!];
    const direction = rules.monotone?.[feature] ?? 0;
    const isBetter = cut(searched, direction, histograms, at, h > 0 ? bins - 1 : bins - 2, 0, 0);
    if (h > 0 && cut(searched, direction, histograms, at, bins - 2, g, h)) return ways.left;
    if (!isBetter) return ways.nowhere;
    // A value that was never missing here may be missing later: it then follows the larger side.
    return h === 0 && nearIsLarger(searched) ? ways.left : ways.right;
  };

  const cutCategories = (searched: Searched, feature: number): number => {
    const { node, histogram, to } = searched;
    const order = orderCategories(memory, rules, units, node, feature, histogram, thread);
    if (!cut(searched, 0, sorted, placeOfOrder(thread), order.length - 2, 0, 0)) return ways.nowhere;
    const pool = order.indexOf(missing[feature]!);
    if (pool < 0 ? nearIsLarger(searched) : pool <= numbers[to + place.cut]!) return ways.near;
    numbers[to + place.gradient] = node.gradient - numbers[to + place.gradient]!;
    numbers[to + place.hessian] = node.hessian - numbers[to + place.hessian]!;
    return ways.far;
  };

  return (node, bounds, histogram, first, end, to) => {
    const ofRows = leastHessian(rules.minRows, node);
    const minHessian = Math.max(rules.minHessian / units.hessian, ofRows);
    const searched = { node, bounds, histogram, to, minHessian };
    numbers[to + place.numerator] = fallBefore(node, bounds, rules, units) + rules.minGain / gainUnit(units);
    numbers[to + place.denominator] = 1;
    numbers[to + found.way] = ways.nowhere;
    for (let f = first; f < end; f++) {
      if (!chosen[f]) continue;
      const way = rules.categorical?.[f] ? cutCategories(searched, f) : cutNumbers(searched, f);
      if (way === ways.nowhere) continue;
      numbers[to + found.way] = way;
      numbers[to + found.feature] = f;
    }
  };
};
