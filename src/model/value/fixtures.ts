// Random numbers and frames for tests of value models.

import type { Random } from "../numeric/random.js";

/** Standard normal variable. */
export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Gamma variable of this shape and scale 1 (Marsaglia and Tsang 2000). */
export const gammaNumber = (random: Random, shape: number): number => {
  if (shape < 1) return gammaNumber(random, shape + 1) * random() ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const x = normal(random);
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < x ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
};

export const logNormal = (random: Random, deviation: number): number =>
  Math.exp(deviation * normal(random) - deviation ** 2 / 2);
