// A score that must not fall as a feature rises: of a split on the feature, the left side may not be worth more than the
// right one, and all that grows below keeps to its side of the middle between them.

import type { NodeSums } from "./histogram.js";
import { best as place } from "./kernel.js";
import { type Bounds, boundedStep, fallOf, type Penalties } from "./loss.js";

/** 1 where scores may only rise with a feature, −1 where they may only fall, 0 where they are free. */
export type Direction = -1 | 0 | 1;

/** Bounds of the children of a split on a feature with this direction, where they would step so far. */
export const boundsBelow = (
  bounds: Bounds,
  direction: Direction,
  leftStep: number,
  rightStep: number,
): [left: Bounds, right: Bounds] => {
  if (direction === 0) return [bounds, bounds];
  const middle = (leftStep + rightStep) / 2;
  const low = { ...bounds, upper: middle };
  const high = { ...bounds, lower: middle };
  return direction === 1 ? [low, high] : [high, low];
};

/** As the kernel's `bestCut`, of the cuts whose sides stand in the right order. */
export const bestMonotoneCut = (
  histogram: Float64Array,
  at: number,
  last: number,
  firstGradient: number,
  firstHessian: number,
  node: NodeSums,
  penalties: Penalties,
  minHessian: number,
  direction: Direction,
  bounds: Bounds,
  best: Float64Array,
  to: number,
): boolean => {
  let [g, h, isFound] = [firstGradient, firstHessian, false];
  for (let bin = 0; bin <= last; bin++) {
    g += histogram[at + 2 * bin]!;
    h += histogram[at + 2 * bin + 1]!;
    const [gRight, hRight] = [node.gradient - g, node.hessian - h];
    if (h < minHessian || hRight < minHessian) continue;
    const left = boundedStep(g, h, penalties, bounds);
    const right = boundedStep(gRight, hRight, penalties, bounds);
    if (direction * (right - left) < 0) continue;
    const fall = fallOf(left, g, h, penalties) + fallOf(right, gRight, hRight, penalties);
    if (fall * best[to + place.denominator]! <= best[to + place.numerator]!) continue;
    best.set([fall, 1, bin, g, h], to);
    isFound = true;
  }
  return isFound;
};
