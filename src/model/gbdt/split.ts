// The best split of a node is the cut, between two bins of one feature, that lowers the regularised loss most. Missing
// values try both sides of every cut, and the cut after the last value sets them apart alone.

import { type Binning, missingBin } from "./bins.js";
import type { Histogram, NodeSums } from "./histogram.js";
import { type Kernel, best as place, type RightBins, type Units } from "./kernel.js";
import { bestMonotoneCut, type Direction } from "./monotone.js";
import { type Bounds, boundedStep, fallOf, isFree, penaltiesIn } from "./step.js";

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
  l1: number;
  l2: number;
  minHessian: number;
  minRows: number;
  minGain: number;
  /** Per feature, which way scores may go as it rises; null where all are free. */
  monotone: readonly Direction[] | null;
}

/** The search is null where no split gains more than `minGain`. Of equals the first feature and lowest cut wins. */
export const splitFinder = (
  kernel: Kernel,
  best: Float64Array,
  { edges, offset }: Binning,
  rules: SplitRules,
  units: Units,
) => {
  const penalties = penaltiesIn(units, rules);
  const { l1, l2 } = penalties;
  const gainUnit = units.gradient ** 2 / units.hessian / 2;

  return (histogram: Histogram, features: Int32Array, node: NodeSums, bounds: Bounds): Split | null => {
    const { gradient, hessian } = node;
    const minHessian = leastHessian(node, rules, units);
    const now = fallOf(boundedStep(gradient, hessian, penalties, bounds), gradient, hessian, penalties);
    best[place.numerator] = now + rules.minGain / gainUnit;
    best[place.denominator] = 1;
    const cut = (feature: number, last: number, g: number, h: number): boolean => {
      const direction = rules.monotone?.[feature] ?? 0;
      const at = 2 * offset[feature]!;
      return direction === 0 && isFree(bounds)
        ? kernel.bestCut(histogram, at, last, g, h, gradient, hessian, l1, l2, minHessian, best)
        : bestMonotoneCut(histogram, at, last, g, h, node, penalties, minHessian, direction, bounds, best);
    };

    let feature = -1;
    let missingGoes: "left" | "right" | "with the larger side" = "right";
    for (const f of features) {
      const missing = missingBin(edges[f]!);
      const at = 2 * (offset[f]! + missing);
      const hasMissing = histogram[at + 1]! > 0;
      if (cut(f, hasMissing ? missing - 1 : missing - 2, 0, 0)) {
        feature = f;
        missingGoes = hasMissing ? "right" : "with the larger side";
      }
      if (hasMissing && cut(f, missing - 2, histogram[at]!, histogram[at + 1]!)) {
        feature = f;
        missingGoes = "left";
      }
    }
    if (feature < 0) return null;
    // A value that was never missing here may be missing later: it then follows the larger side.
    const leftIsLarger = 2 * best[place.hessian]! > hessian;
    return {
      gain: (best[place.numerator]! / best[place.denominator]! - now) * gainUnit,
      feature,
      bin: best[place.cut]!,
      missingLeft: missingGoes === "left" || (missingGoes === "with the larger side" && leftIsLarger),
      leftGradient: best[place.gradient]!,
      leftHessian: best[place.hessian]!,
    };
  };
};

/** Rows per bin are not counted; their share of the hessian stands for them, as in LightGBM. No side is empty. */
const leastHessian = (node: NodeSums, rules: SplitRules, units: Units): number =>
  Math.max(1, rules.minHessian / units.hessian, (rules.minRows * node.hessian) / Math.max(1, node.rows));

/** Those above the cut, without or with that of missing values. */
export const rightBins = ({ bin, missingLeft }: Split, edges: Float32Array): RightBins => ({
  from: bin + 1,
  span: missingBin(edges) - bin - (missingLeft ? 1 : 0),
});
