// Monotone constraints: of a split on a constrained feature, the left leaf may not be worth more than the
// right one (or less, for −1), and all leaves below keep to their side of the middle between the two.

import { type CutSearch, word } from "./kernel.js";
import { type Bounds, leafStep, stepReduction } from "./loss.js";
import type { Monotonicity } from "./params.js";

/** Bounds of the children of a split, whose unconstrained steps are given. */
export const childBounds = (
  bounds: Bounds,
  monotonicity: Monotonicity,
  leftStep: number,
  rightStep: number,
): [left: Bounds, right: Bounds] => {
  if (monotonicity === 0) return [bounds, bounds];
  const middle = (leftStep + rightStep) / 2;
  const low = { ...bounds, upper: middle };
  const high = { ...bounds, lower: middle };
  return monotonicity === 1 ? [low, high] : [high, low];
};

/** As the kernel's `bestCut`, among the cuts that keep the constraint and the bounds. */
export const bestMonotoneCut = (
  sums: Float64Array,
  at: number,
  last: number,
  nearGradient: number,
  nearHessian: number,
  search: CutSearch & { bounds: Bounds },
  monotonicity: Monotonicity,
): boolean => {
  const { gradient, hessian, minHessian, bounds, candidates, to } = search;
  let [g, h, isFound] = [nearGradient, nearHessian, false];
  for (let bin = 0; bin <= last; bin++) {
    g += sums[at + 2 * bin]!;
    h += sums[at + 2 * bin + 1]!;
    const [gRight, hRight] = [gradient - g, hessian - h];
    if (h < minHessian || hRight < minHessian) continue;
    const left = leafStep(g, h, search, bounds);
    const right = leafStep(gRight, hRight, search, bounds);
    if (monotonicity * (right - left) < 0) continue;
    const reduction = stepReduction(left, g, h, search) + stepReduction(right, gRight, hRight, search);
    if (reduction * candidates[to + word.denominator]! <= candidates[to + word.numerator]!) continue;
    candidates.set([reduction, 1, bin, g, h], to);
    isFound = true;
  }
  return isFound;
};
