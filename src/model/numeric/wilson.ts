// Wilson's confidence interval of a rate (Wilson 1927), which holds for few people and for rates near 0 and 1, too.

import type { Interval } from "../../domain/evaluation.js";

/** Standard normal quantile of a two-sided interval of 95 %. */
const z95 = 1.959964;

/** 95 % bounds, within [0, 1], of a rate observed among `people`, who may be a fractional number. */
export const wilson = (rate: number, people: number): Interval => {
  const spread = z95 * Math.sqrt((rate * (1 - rate)) / people + z95 ** 2 / (4 * people ** 2));
  const scale = 1 + z95 ** 2 / people;
  const centre = rate + z95 ** 2 / (2 * people);
  return { low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) };
};
