// The metrics of people who count more than once or not at all, as a bootstrap draws them. What does not change from draw to
// draw, the ranking, each person's loss and calibration bin, is worked out once; a draw is then one pass in rank order.

import { type MetricName, metricNames } from "../../domain/evaluation.js";
import type { Point } from "./curves.js";
import { logLossOf } from "./metrics.js";
import { equalMassBins, rankGroups } from "./ranking.js";

/** One figure per metric, in the order of `metricNames`. */
export type MetricValues = Float64Array;

/** Everything about the people, from the highest probability to the lowest. */
export interface RankedPeople {
  /** Places of the people in the given arrays. */
  place: Int32Array;
  probability: Float64Array;
  label: Uint8Array;
  loss: Float64Array;
  /** Calibration bin of each, as in `calibrationBins`. */
  bin: Uint8Array;
}

const bins = 10;
const topShare = 0.1;
const at = Object.fromEntries(metricNames.map((name, i) => [name, i])) as Record<MetricName, number>;

export const rankPeople = (probability: Float64Array, label: Uint8Array): RankedPeople => {
  const place = Int32Array.from(probability.keys()).sort(
    (a, b) => probability[b]! - probability[a]! || a - b,
  );
  const labels = Uint8Array.from(place, (i) => label[i]!);
  const probabilities = Float64Array.from(place, (i) => probability[i]!);
  return {
    place,
    probability: probabilities,
    label: labels,
    loss: probabilities.map((p, i) => logLossOf(p, labels[i]!)),
    bin: binOfEach(probability, label),
  };
};

const binOfEach = (probability: Float64Array, label: Uint8Array): Uint8Array => {
  const bin = new Uint8Array(label.length);
  let next = 0;
  equalMassBins(rankGroups(probability, label), bins).forEach((groups, b) => {
    const people = groups.reduce((sum, group) => sum + group.people, 0);
    bin.fill(b, next, next + people);
    next += people;
  });
  return bin;
};

/** `weight[place]` is how often a person counts. The same as `score` where everybody counts once. */
export const weightedMetrics = (people: RankedPeople, weight: Uint8Array): MetricValues => {
  const { place, probability, label, loss, bin } = people;
  const { total, attained } = totals(people, weight);
  const excess = new Float64Array(bins);
  const topPeople = topShare * total;
  let seen = 0;
  let found = 0;
  let pairs = 0;
  let precision = 0;
  let losses = 0;
  let squares = 0;
  let top = 0;
  for (let from = 0, to = 0; from < place.length; from = to) {
    const p = probability[from]!;
    let here = 0;
    let hits = 0;
    for (; to < place.length && probability[to] === p; to++) {
      const w = weight[place[to]!]!;
      const y = label[to]!;
      const error = p - y;
      here += w;
      hits += w * y;
      losses += w * loss[to]!;
      squares += w * error * error;
      excess[bin[to]!]! += w * error;
    }
    if (here === 0) continue;
    pairs += (here - hits) * (found + hits / 2);
    if (seen < topPeople) top += hits * Math.min(1, (topPeople - seen) / here);
    seen += here;
    found += hits;
    precision += hits * (found / seen);
  }
  const isOneClass = attained === 0 || attained === total;
  const figures = new Float64Array(metricNames.length);
  figures[at.auc] = isOneClass ? 0.5 : pairs / (attained * (total - attained));
  figures[at.average_precision] = attained === 0 ? 0 : precision / attained;
  figures[at.log_loss] = losses / Math.max(1, total);
  figures[at.brier] = squares / Math.max(1, total);
  figures[at.ece] = excess.reduce((sum, e) => sum + Math.abs(e), 0) / Math.max(1, total);
  figures[at.top_decile_lift] = attained === 0 ? 1 : top / (topShare * attained);
  return figures;
};

/** True positive rates at the false positive rates of the points, by straight lines between groups of the ranking. */
export const truePositiveRates = (
  people: RankedPeople,
  weight: Uint8Array,
  points: readonly Point[],
): Float64Array => {
  const { place, probability, label } = people;
  const rates = new Float64Array(points.length);
  const { total, attained } = totals(people, weight);
  const not = Math.max(1, total - attained);
  let found = 0;
  let passed = 0;
  let next = 0;
  for (let from = 0, to = 0; from < place.length; from = to) {
    const p = probability[from]!;
    let here = 0;
    let hits = 0;
    for (; to < place.length && probability[to] === p; to++) {
      const w = weight[place[to]!]!;
      here += w;
      hits += w * label[to]!;
    }
    const misses = here - hits;
    for (; next < points.length && points[next]!.x * not < passed + misses; next++) {
      const share = Math.max(0, (points[next]!.x * not - passed) / misses);
      rates[next] = (found + share * hits) / Math.max(1, attained);
    }
    found += hits;
    passed += misses;
  }
  return rates.fill(1, next);
};

const totals = ({ place, label }: RankedPeople, weight: Uint8Array): { total: number; attained: number } => {
  let total = 0;
  let attained = 0;
  for (let i = 0; i < place.length; i++) {
    const w = weight[place[i]!]!;
    total += w;
    attained += w * label[i]!;
  }
  return { total, attained };
};
