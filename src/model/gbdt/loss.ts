// Gradient and hessian of a row are rounded to 12 bits and packed into one float64, gradient · 2^26 + hessian. Adding such
// numbers adds both parts, exactly, as long as no more than 16,384 are added: the sums of a histogram are whole numbers,
// free of the order of addition, and the model is the same on any machine. Rounding is up or down by chance, so that a
// gradient of a thousandth counts a thousandth on average and rare labels lose nothing.

import { sigmoid } from "../numeric/logit.js";
import { sigmoidReach, sigmoidSteps, type Units } from "./kernel.js";

const levels = 4095;

/** Packed numbers that may be added before they must be unpacked: 16,384 · 4,095 < 2^26. */
export const packedBlock = 16_384;

export const unitsFor = (maxWeight: number): Units => ({
  gradient: maxWeight / levels,
  hessian: maxWeight / 4 / levels,
});

export const sigmoidEntries = 2 * sigmoidReach * sigmoidSteps + 1;

/** Sigmoids between which the loops interpolate: a hundredth of a per mille off at most, far less than rounding is. */
export const fillSigmoids = (sigmoids: Float64Array): void => {
  for (let i = 0; i < sigmoids.length; i++) sigmoids[i] = sigmoid(i / sigmoidSteps - sigmoidReach);
};

// A leaf is worth a Newton step: minus the gradient over the hessian of its rows, shrunk by penalties, held within bounds.
// All in whole units, as the histograms are.

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
