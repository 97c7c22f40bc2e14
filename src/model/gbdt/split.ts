// The best split of a node is the cut, between two bins of one feature, that lowers the regularised loss most. Missing
// values try both sides of every cut, and the cut after the last value sets them apart alone.

import { type BinnedColumns, missingBin } from "./bins.js";
import type { Units } from "./gradients.js";
import type { Histogram } from "./histogram.js";

/** Sums over a node's rows, in whole units, and how many rows these are. */
export interface NodeSums {
  gradient: number;
  hessian: number;
  rows: number;
}

export interface Split {
  /** How much the loss falls, in nats. */
  gain: number;
  feature: number;
  /** Bins up to this one go left. */
  bin: number;
  missingLeft: boolean;
  leftGradient: number;
  leftHessian: number;
}

export interface SplitRules {
  l2: number;
  minHessian: number;
  minRows: number;
  minGain: number;
}

/** Null where no split gains more than `minGain`. Of equals the first feature and lowest cut wins. */
export const bestSplit = (
  histogram: Histogram,
  columns: BinnedColumns,
  features: Int32Array,
  node: NodeSums,
  rules: SplitRules,
  units: Units,
): Split | null => {
  let best: Split | null = null;
  const search = searchFor(node, rules, units);
  for (const feature of features) {
    const found = bestCut(histogram, columns, feature, node, search, best?.gain ?? search.minGain);
    if (found !== null) best = found;
  }
  return best === null ? null : { ...best, gain: best.gain * search.gainUnit };
};

/** The rules in whole units. Rows per bin are not counted; their share of the hessian stands for them, as in LightGBM. */
const searchFor = (node: NodeSums, rules: SplitRules, units: Units) => {
  const gainUnit = units.gradient ** 2 / units.hessian / 2;
  const rowsAsHessian = (rules.minRows * node.hessian) / Math.max(1, node.rows);
  return {
    gainUnit,
    l2: rules.l2 / units.hessian,
    minGain: rules.minGain / gainUnit,
    minHessian: Math.max(rules.minHessian / units.hessian, rowsAsHessian),
  };
};
type Search = ReturnType<typeof searchFor>;

/** The best cut of one feature, if it gains more than `toBeat`; `gain` is in whole units. */
const bestCut = (
  histogram: Histogram,
  columns: BinnedColumns,
  feature: number,
  node: NodeSums,
  { l2, minHessian }: Search,
  toBeat: number,
): Split | null => {
  const missing = missingBin(columns.edges[feature]!);
  const first = 2 * columns.offset[feature]!;
  const missingGradient = histogram[first + 2 * missing]!;
  const missingHessian = histogram[first + 2 * missing + 1]!;
  const hasMissing = missingHessian > 0;
  const parent = node.gradient ** 2 / (node.hessian + l2);
  let best: Split | null = null;
  let most = toBeat;

  const consider = (bin: number, missingLeft: boolean, g: number, h: number): void => {
    const rest = node.hessian - h;
    if (h < minHessian || rest < minHessian) return;
    const gain = (g * g) / (h + l2) + (node.gradient - g) ** 2 / (rest + l2) - parent;
    if (gain <= most) return;
    most = gain;
    // A value that was never missing here may be missing later: it then follows the larger side.
    const follows = hasMissing ? missingLeft : 2 * h > node.hessian;
    best = { gain, feature, bin, missingLeft: follows, leftGradient: g, leftHessian: h };
  };

  const lastCut = hasMissing ? missing - 1 : missing - 2;
  let g = 0;
  let h = 0;
  for (let bin = 0; bin <= lastCut; bin++) {
    g += histogram[first + 2 * bin]!;
    h += histogram[first + 2 * bin + 1]!;
    consider(bin, false, g, h);
    if (hasMissing && bin < missing - 1) consider(bin, true, g + missingGradient, h + missingHessian);
  }
  return best;
};
