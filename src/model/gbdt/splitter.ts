// Splits: the best cut of a node, between two bins of one feature, is the one that lowers the regularised
// loss most. Missing values are tried on both sides of every cut, and the cut after the last value sets them
// apart alone; categories are cut in sorted order. Any thread searches any few features and leaves a
// candidate; the best of the candidates is chosen here.

import { minHessianOf, sortCategories, sortedOffset } from "./categories.js";
import { type Fit, type FitContext, searchedFeatures, searchGroups } from "./fit.js";
import type { NodeSums } from "./histogram.js";
import { binSlots, type CutSearch, candidateWords, word } from "./kernel.js";
import { type Bounds, isUnbounded, leafStep, reductionUnit, stepReduction } from "./loss.js";
import { bestMonotoneCut } from "./monotone.js";
import type { Monotonicity } from "./params.js";

/**
 * Where missing values go. The near side of a cut through numbers goes left, and missing values go right or left. Of
 * categories, the side that missing values are on goes left: the near or the far one.
 */
const missingDirection = { noSplit: 0, right: 1, left: 2, nearSide: 3, farSide: 4 } as const;

export interface SearchedNode {
  sums: NodeSums;
  bounds: Bounds;
  /** Offset of its histogram. */
  histogram: number;
}

export interface Split {
  /** Reduction of the loss, in nats. */
  gain: number;
  feature: number;
  /** The last bin on the near side of the cut or, of categories, the last in sorted order. */
  cut: number;
  missingDirection: number;
  leftGradient: number;
  leftHessian: number;
}

/** Offset of the candidate of the features from `first` on; `second` is that of the other node of the same search. */
export const candidateOffset = (features: number, first: number, second: boolean): number =>
  candidateWords * (Math.floor(first / searchedFeatures) + (second ? searchGroups(features) : 0));

/** Searches the tree's features from the `first` until the `end`, and leaves the best cut at `candidates[to]`. */
export type Splitter = (node: SearchedNode, first: number, end: number, to: number) => void;

export const openSplitter = (context: FitContext): Splitter => {
  const { kernel, memory, params, units, penalties, thread } = context;
  const { histograms, missingBin, firstBin, candidates, sortedSums, treeFeatures } = memory;
  const minNodeHessian = params.minHessian / units.hessian;
  const minReduction = params.minGain / reductionUnit(units);

  const cut = cutWith(kernel);
  const nearIsLarger = ({ hessian, to }: NodeSearch): boolean => 2 * candidates[to + word.hessian]! > hessian;

  const cutNumbers = (search: NodeSearch, place: number): number => {
    const feature = treeFeatures[place]!;
    const bins = missingBin[feature]!;
    const at = search.histogram + 2 * firstBin[place]!;
    const [g, h] = [histograms[at + 2 * bins]!, histograms[at + 2 * bins + 1]!];
    const monotonicity = params.monotone?.[feature] ?? 0;
    const isBetter = cut(search, monotonicity, histograms, at, h > 0 ? bins - 1 : bins - 2, 0, 0);
    if (h > 0 && cut(search, monotonicity, histograms, at, bins - 2, g, h)) return missingDirection.left;
    if (!isBetter) return missingDirection.noSplit;
    // A value that was never missing here may be missing later: it then follows the larger side.
    return h === 0 && nearIsLarger(search) ? missingDirection.left : missingDirection.right;
  };

  const cutCategories = (search: NodeSearch, place: number): number => {
    const { sums, histogram, to } = search;
    const sorted = sortCategories(context, sums, histogram, place);
    if (!cut(search, 0, sortedSums, sortedOffset(thread), sorted.length - 2, 0, 0))
      return missingDirection.noSplit;
    const missing = sorted.indexOf(missingBin[treeFeatures[place]!]!);
    if (missing < 0 ? nearIsLarger(search) : missing <= candidates[to + word.cut]!)
      return missingDirection.nearSide;
    candidates[to + word.gradient] = sums.gradient - candidates[to + word.gradient]!;
    candidates[to + word.hessian] = sums.hessian - candidates[to + word.hessian]!;
    return missingDirection.farSide;
  };

  return (node, first, end, to) => {
    const { sums, bounds } = node;
    const minHessian = Math.max(minNodeHessian, minHessianOf(params.minRows, sums));
    const search = searchOf(node, penalties, minHessian, candidates, to);
    candidates[to + word.numerator] = unsplitReduction(context, sums, bounds) + minReduction;
    candidates[to + word.denominator] = 1;
    candidates[to + word.missingDirection] = missingDirection.noSplit;
    for (let place = first; place < end; place++) {
      const feature = treeFeatures[place]!;
      const cutFeature = params.categorical?.[feature] ? cutCategories : cutNumbers;
      const direction = cutFeature(search, place);
      if (direction === missingDirection.noSplit) continue;
      candidates[to + word.missingDirection] = direction;
      candidates[to + word.feature] = feature;
    }
  };
};

const cutWith =
  (kernel: FitContext["kernel"]) =>
  (
    search: NodeSearch,
    monotonicity: Monotonicity,
    sums: Float64Array,
    at: number,
    last: number,
    gradient: number,
    hessian: number,
  ): boolean =>
    monotonicity === 0 && search.isFree
      ? kernel.bestCut(sums, at, last, gradient, hessian, search)
      : bestMonotoneCut(sums, at, last, gradient, hessian, search, monotonicity);

const searchOf = (
  { sums, bounds, histogram }: SearchedNode,
  { l1, l2 }: FitContext["penalties"],
  minHessian: number,
  candidates: Float64Array,
  to: number,
): NodeSearch => ({
  sums,
  bounds,
  isFree: isUnbounded(bounds),
  histogram,
  gradient: sums.gradient,
  hessian: sums.hessian,
  l1,
  l2,
  minHessian,
  candidates,
  to,
});

interface NodeSearch extends CutSearch, SearchedNode {
  isFree: boolean;
}

/** Twice the reduction of the loss by a node that is not split, in units. */
const unsplitReduction = ({ penalties }: FitContext, sums: NodeSums, bounds: Bounds): number => {
  const { gradient, hessian } = sums;
  return stepReduction(leafStep(gradient, hessian, penalties, bounds), gradient, hessian, penalties);
};

/** Null where no split gains more than `minGain`. Of equals the first feature and the lowest cut win. */
export const chooseSplit = (fit: Fit, { sums, bounds }: SearchedNode, second: boolean): Split | null => {
  const { units } = fit;
  const { candidates, treeFeatures } = fit.memory;
  const features = treeFeatures.length;
  let at = -1;
  for (let first = 0; first < features; first += searchedFeatures) {
    const next = candidateOffset(features, first, second);
    if (candidates[next + word.missingDirection] === missingDirection.noSplit) continue;
    if (at < 0 || gainsMore(candidates, next, at)) at = next;
  }
  if (at < 0) return null;
  const reduction = candidates[at + word.numerator]! / candidates[at + word.denominator]!;
  return {
    gain: (reduction - unsplitReduction(fit, sums, bounds)) * reductionUnit(units),
    feature: candidates[at + word.feature]!,
    cut: candidates[at + word.cut]!,
    missingDirection: candidates[at + word.missingDirection]!,
    leftGradient: candidates[at + word.gradient]!,
    leftHessian: candidates[at + word.hessian]!,
  };
};

/** Compares two gains, which are fractions. */
const gainsMore = (candidates: Float64Array, one: number, other: number): boolean =>
  candidates[one + word.numerator]! * candidates[other + word.denominator]! >
  candidates[other + word.numerator]! * candidates[one + word.denominator]!;

/** Writes `goesRight` of a node that is split; the histogram is still the one that was searched. */
export const writeGoesRight = (
  fit: Fit,
  { feature, cut, missingDirection: direction }: Split,
  { node, sums, histogram }: SearchedNode & { node: number },
): void => {
  const { goesRight, missingBin, treeFeatures } = fit.memory;
  const to = binSlots * node;
  goesRight.fill(0, to, to + binSlots);
  if (direction === missingDirection.left || direction === missingDirection.right) {
    const end = missingBin[feature]! + (direction === missingDirection.right ? 1 : 0);
    goesRight.fill(1, to + cut + 1, to + end);
    return;
  }
  const sorted = sortCategories(fit, sums, histogram, treeFeatures.indexOf(feature));
  const near = sorted.slice(0, cut + 1);
  const far = sorted.slice(cut + 1);
  for (const bin of direction === missingDirection.nearSide ? far : near) goesRight[to + bin] = 1;
};
