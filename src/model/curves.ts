// The two pictures of a ranking: the ROC curve, and how much better than chance the first x % do.

import type { OutcomeResult } from "../domain/outcome.js";
import { attainedAmong, rankGroups } from "./ranking.js";

const points = 100;
/** Standard normal quantile of a two-sided interval of 95 %. */
const z95 = 1.959964;

/** True against false positive rate, from (0, 0) to (1, 1), at up to 101 depths of the ranking. */
export const rocCurve = (probability: Float64Array, label: Uint8Array): OutcomeResult["roc_curve"] => {
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

/** Lift (y) among the first x of the people, with Wilson's 95 % interval of the rate; 1 % … 100 %. */
export const liftCurve = (probability: Float64Array, label: Uint8Array): OutcomeResult["lift_curve"] => {
  const groups = rankGroups(probability, label);
  const baseRate = label.reduce((sum, y) => sum + y, 0) / label.length;
  return Array.from({ length: points }, (_, i) => {
    const x = (i + 1) / points;
    const people = x * label.length;
    const attained = attainedAmong(groups, people);
    const [low, high] = wilson(attained, people);
    return {
      x,
      y: ratio(attained / people, baseRate),
      y_min: ratio(low, baseRate),
      y_max: ratio(high, baseRate),
    };
  });
};

/** Wilson's interval of a rate: right also for few people and for rates near 0 and 1. */
const wilson = (attained: number, people: number): [number, number] => {
  const rate = attained / people;
  const spread = z95 * Math.sqrt((rate * (1 - rate)) / people + z95 ** 2 / (4 * people ** 2));
  const scale = 1 + z95 ** 2 / people;
  const centre = rate + z95 ** 2 / (2 * people);
  return [Math.max(0, (centre - spread) / scale), Math.min(1, (centre + spread) / scale)];
};

/** One of nothing is 1: a curve without positives (or negatives) is that of chance. */
const ratio = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);
