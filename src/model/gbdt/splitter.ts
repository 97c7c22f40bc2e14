// The best split of a node is the cut, between two bins of one feature, that lowers the regularised loss most. Any thread
// searches any few features (search.ts) and leaves what it found; the best of it is chosen here, and made into sides.

import type { Binning } from "./binner.js";
import { leastHessian, orderCategories, placeOfOrder } from "./categories.js";
import type { NodeSums } from "./histogram.js";
import { type Kernel, type Laid, laneBins, best as place, sideBins, type Units } from "./kernel.js";
import { type Bounds, boundedStep, fallOf, isFree, penaltiesIn } from "./loss.js";
import { bestMonotoneCut, type Direction } from "./monotone.js";

export interface SplitRules {
  l1: number;
  l2: number;
  minHessian: number;
  minRows: number;
  minGain: number;
  /** Per feature, which way scores may go as it rises; null where all are free. */
  monotone: readonly Direction[] | null;
  /** Per feature, whether it holds codes of categories; null where all hold numbers. */
  categorical: readonly boolean[] | null;
  /** Hessian that is added to a category's before categories are put in order: of few rows little is known. */
  categorySmoothing: number;
  /** A category with fewer rows in a node goes where missing values go. */
  minCategoryRows: number;
}

export interface Split {
  /** How much the loss falls, in nats. */
  gain: number;
  feature: number;
  /** The last bin on the near side of the cut or, of categories, the last in their order. */
  cut: number;
  way: number;
  leftGradient: number;
  leftHessian: number;
}

/**
 * What becomes of missing values; `nowhere` is no split. The near side of a cut through numbers goes left. Of categories
 * the side that missing values are on goes left, which is the near or the far one.
 */
export const ways = { nowhere: 0, right: 1, left: 2, near: 3, far: 4 } as const;

/** Features that are searched together. */
export const searchedAtOnce = 4;
/** What is found in these: the best cut as the kernel has it, its way and its feature. */
export const found = { words: 7, way: 5, feature: 6 } as const;

export const splitLayout = (features: number, threads: number) =>
  ({
    /** 1 for features that the tree may ask about. */
    chosen: ["u8", features],
    /** For each of two nodes and each few features. */
    found: ["f64", 2 * Math.ceil(features / searchedAtOnce) * found.words],
    /** Sums of a feature's categories in their order, for each thread. */
    sorted: ["f64", threads * 2 * laneBins],
  }) as const;
export type SplitMemory = Laid<ReturnType<typeof splitLayout>> & Binning & { histograms: Float64Array };

/** Where what is found from `first` on is kept; `second` tells the two nodes of one search apart. */
export const placeOfFound = (features: number, first: number, second: boolean): number =>
  found.words * (Math.floor(first / searchedAtOnce) + (second ? Math.ceil(features / searchedAtOnce) : 0));

/** Twice what a node takes off the loss, in units, while it is not split. */
export const fallBefore = (
  { gradient, hessian }: NodeSums,
  bounds: Bounds,
  rules: SplitRules,
  units: Units,
): number => {
  const penalties = penaltiesIn(units, rules);
  return fallOf(boundedStep(gradient, hessian, penalties, bounds), gradient, hessian, penalties);
};

/** Nats to a unit of what is taken off, doubled. */
export const gainUnit = ({ gradient, hessian }: Units): number => gradient ** 2 / hessian / 2;

/** Null where no split gains more than `minGain`. Of equals the first feature and the lowest cut wins. */
export const chooseSplit = (
  { found: numbers, missing }: SplitMemory,
  rules: SplitRules,
  units: Units,
  node: NodeSums,
  bounds: Bounds,
  second: boolean,
): Split | null => {
  let at = -1;
  for (let first = 0; first < missing.length; first += searchedAtOnce) {
    const next = placeOfFound(missing.length, first, second);
    if (numbers[next + found.way] === ways.nowhere) continue;
    if (at < 0 || isMore(numbers, next, at)) at = next;
  }
  if (at < 0) return null;
  const fall = numbers[at + place.numerator]! / numbers[at + place.denominator]!;
  return {
    gain: (fall - fallBefore(node, bounds, rules, units)) * gainUnit(units),
    feature: numbers[at + found.feature]!,
    cut: numbers[at + place.cut]!,
    way: numbers[at + found.way]!,
    leftGradient: numbers[at + place.gradient]!,
    leftHessian: numbers[at + place.hessian]!,
  };
};

/** Compares two gains, which are fractions. */
const isMore = (numbers: Float64Array, one: number, other: number): boolean =>
  numbers[one + place.numerator]! * numbers[other + place.denominator]! >
  numbers[other + place.numerator]! * numbers[one + place.denominator]!;

/** Writes the side of each bin to `sides[to]` and after; the histogram is the one that was searched. */
export const writeSides = (
  { feature, cut, way }: Split,
  memory: SplitMemory & { sides: Uint8Array },
  rules: SplitRules,
  units: Units,
  node: NodeSums,
  histogram: number,
  to: number,
): void => {
  const { sides, missing } = memory;
  sides.fill(0, to, to + sideBins);
  if (way === ways.left || way === ways.right) {
    sides.fill(1, to + cut + 1, to + missing[feature]! + (way === ways.right ? 1 : 0));
    return;
  }
  const order = orderCategories(memory, rules, units, node, feature, histogram, 0);
  for (const bin of way === ways.near ? order.slice(cut + 1) : order.slice(0, cut + 1)) sides[to + bin] = 1;
};

// Looks for the best cut of a node through a few features. Missing values try both sides of every cut, and the cut after
// the last value sets them apart alone; categories are cut in an order of their own.

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
