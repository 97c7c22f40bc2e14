// Log loss: its derivatives by row, and the Newton steps of leaves.
//
// Gradient and hessian of a row are rounded to 12 bits and packed into one float64, gradient · 2^26 +
// hessian. Adding such numbers adds both parts, exactly, as long as no more than 16,384 are added: the sums
// of a histogram are whole numbers, free of the order of addition, and the model is the same on any machine.
// Rounding is up or down by chance, so that a gradient of a thousandth counts a thousandth on average and
// rare labels lose nothing.

import { sigmoid } from "../numeric/special-functions.js";
import { blockRows, type Fit, type FitContext, type Penalties, rowBlocks } from "./fit.js";
import { golden, sigmoidReach, sigmoidSteps, type Units } from "./kernel.js";
import type { GbdtParams } from "./params.js";

const levels = 4095;

/** Packed numbers that may be added before they must be unpacked: 16,384 · 4,095 < 2^26. */
export const packedBlock = 16_384;

export const unitsFor = (maxWeight: number): Units => ({
  gradient: maxWeight / levels,
  hessian: maxWeight / 4 / levels,
});

/**
 * Sigmoids between which the kernel interpolates: off by a hundredth of a per mille at most, far less than
 * rounding is.
 */
export const fillSigmoids = (sigmoids: Float64Array): void => {
  for (let i = 0; i < sigmoids.length; i++) sigmoids[i] = sigmoid(i / sigmoidSteps - sigmoidReach);
};

/** Seed is a whole number below 2^32; `meanwhile` is done by the leader while workers begin. */
export const computeGradients = (
  { pool, memory, trainingRows }: Fit,
  seed: number,
  meanwhile: () => void,
): void => {
  memory.roundingSeed[0] = seed;
  pool.run("gradients", rowBlocks(trainingRows), meanwhile);
};

export const gradientTask = ({ kernel, memory, units, trainingRows }: FitContext) => {
  const { roundingSeed, gradients } = memory;
  return (block: number): void => {
    const start = block * blockRows;
    const count = Math.min(blockRows, trainingRows - start);
    const seed = (roundingSeed[0]! + Math.imul(golden, start)) >>> 0;
    kernel.packGradients(memory, start, count, seed, units, gradients);
  };
};

export const penaltiesIn = (units: Units, { l1, l2 }: GbdtParams): Penalties => ({
  l1: l1 / units.gradient,
  l2: l2 / units.hessian,
});

/** Bounds on a leaf's step. */
export interface Bounds {
  lower: number;
  upper: number;
}

export const unbounded: Bounds = { lower: -Infinity, upper: Infinity };
export const isUnbounded = ({ lower, upper }: Bounds): boolean => lower === -Infinity && upper === Infinity;

/**
 * Newton step of a leaf: minus gradient over hessian, shrunk by penalties, within bounds. In units, as
 * histograms are.
 */
export const leafStep = (
  gradient: number,
  hessian: number,
  { l1, l2 }: Penalties,
  { lower, upper }: Bounds,
): number => {
  const shrunk = Math.max(0, -gradient - l1) + Math.min(0, -gradient + l1);
  const step = shrunk / (hessian + l2);
  return Math.min(upper, Math.max(lower, step));
};

/** Twice the reduction of the loss by a step. */
export const stepReduction = (
  step: number,
  gradient: number,
  hessian: number,
  { l1, l2 }: Penalties,
): number => -(2 * gradient * step + 2 * l1 * Math.abs(step) + (hessian + l2) * step ** 2);

/** Nats in one unit of a doubled reduction. */
export const reductionUnit = ({ gradient, hessian }: Units): number => gradient ** 2 / hessian / 2;
