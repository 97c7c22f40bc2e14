// Curves of a ranking: the ROC curve, and the lift among the first x % of the people.

import type { BandPoint } from "../../domain/outcome/evaluation.js";
import { wilsonInterval } from "../numeric/confidence-intervals.js";
import { positivesAmong, rankGroups } from "./ranking.js";

const points = 100;

export interface Point {
  x: number;
  y: number;
}

/** True positive rate over false positive rate, from (0, 0) to (1, 1), at up to 101 depths of the ranking. */
export const rocCurve = (probability: Float64Array, label: Uint8Array): Point[] => {
  const groups = rankGroups(probability, label);
  const total = label.reduce((sum, y) => sum + y, 0);
  const curve = [{ x: 0, y: 0 }];
  let [people, attained, next] = [0, 0, 1];
  for (const group of groups) {
    people += group.people;
    attained += group.attained;
    if (people * points < next * label.length) continue;
    curve.push({ x: ratio(people - attained, label.length - total), y: ratio(attained, total) });
    next = Math.floor((people * points) / label.length) + 1;
  }
  return curve;
};

/**
 * Lift (y) among the first x of the people, for 1 % to 100 %. The band is Wilson's 95 % interval of the rate.
 * Its sample size grows as fewer positives are left, so that the band closes at the depth where all positives
 * are found.
 */
export const liftCurve = (probability: Float64Array, label: Uint8Array): BandPoint[] => {
  const groups = rankGroups(probability, label);
  const total = label.reduce((sum, y) => sum + y, 0);
  const baseRate = total / label.length;
  return Array.from({ length: points }, (_, i) => {
    const x = (i + 1) / points;
    const people = x * label.length;
    const attained = positivesAmong(groups, people);
    const left = 1 - ratio(attained, total);
    const rate = attained / people;
    const { low, high } = left > 1e-12 ? wilsonInterval(rate, people / left) : { low: rate, high: rate };
    return { x, y: ratio(rate, baseRate), y_min: ratio(low, baseRate), y_max: ratio(high, baseRate) };
  });
};

/** 0 of 0 is 1: a curve without positives or without negatives is the curve of chance. */
const ratio = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);
