// Gradient and hessian of a row are rounded to 12 bits and packed into one float64, gradient · 2^26 + hessian. Adding such
// numbers adds both parts, exactly, as long as no more than 16,384 are added: the sums of a histogram are whole numbers,
// free of the order of addition, and the model is the same on any machine. Rounding is up or down by chance, so that a
// gradient of a thousandth counts a thousandth on average and rare labels lose nothing.

import { sigmoid } from "../logit.js";
import type { Random } from "../random.js";

const radix = 2 ** 26;
const levels = 4095;

/** Packed numbers that may be added before they must be unpacked: 16,384 · 4,095 < 2^26. */
export const packedBlock = 16_384;

/** What one step of a rounded gradient and hessian is worth. */
export interface Units {
  gradient: number;
  hessian: number;
}

export const unitsFor = (maxWeight: number): Units => ({
  gradient: maxWeight / levels,
  hessian: maxWeight / 4 / levels,
});

/** Log-loss derivatives of every row at its score, packed. A hessian is at least one unit: no row is invisible. */
export const packGradients = (
  score: Float64Array,
  label: Uint8Array,
  weight: Float64Array | null,
  units: Units,
  random: Random,
  packed: Float64Array,
): void => {
  for (let i = 0; i < score.length; i++) {
    const p = sigmoid(score[i]!);
    const w = weight === null ? 1 : weight[i]!;
    const chance = random();
    const gradient = Math.floor(((p - label[i]!) * w) / units.gradient + chance);
    const hessian = Math.floor((p * (1 - p) * w) / units.hessian + chance);
    packed[i] = gradient * radix + Math.max(1, hessian);
  }
};

/** Adds a packed sum to `sums[at]` (gradient) and `sums[at + 1]` (hessian). */
export const addUnpacked = (packed: number, sums: Float64Array, at: number): void => {
  const gradient = Math.floor(packed / radix);
  sums[at]! += gradient;
  sums[at + 1]! += packed - gradient * radix;
};
