// A leaf is worth a Newton step: minus the gradient over the hessian of its rows, shrunk by penalties, held within bounds.
// All in whole units, as the histograms are.

import type { Units } from "./kernel.js";

export interface Penalties {
  l1: number;
  l2: number;
}

export const penaltiesIn = (units: Units, { l1, l2 }: Penalties): Penalties => ({
  l1: l1 / units.gradient,
  l2: l2 / units.hessian,
});

/** What a leaf may be worth. */
export interface Bounds {
  lower: number;
  upper: number;
}

export const free: Bounds = { lower: -Infinity, upper: Infinity };
export const isFree = ({ lower, upper }: Bounds): boolean => lower === -Infinity && upper === Infinity;

export const boundedStep = (
  gradient: number,
  hessian: number,
  { l1, l2 }: Penalties,
  { lower, upper }: Bounds,
): number => {
  const shrunk = Math.max(0, -gradient - l1) + Math.min(0, -gradient + l1);
  const step = shrunk / (hessian + l2);
  return Math.min(upper, Math.max(lower, step));
};

/** Twice what a step takes off the loss. */
export const fallOf = (step: number, gradient: number, hessian: number, { l1, l2 }: Penalties): number =>
  -(2 * gradient * step + 2 * l1 * Math.abs(step) + (hessian + l2) * step ** 2);
