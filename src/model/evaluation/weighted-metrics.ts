// Metrics with a weight for each person, as each draw of a bootstrap needs them. What is the same in all
// draws (the ranking, each person's loss and calibration bin) is computed once; a draw is then one pass in
// rank order.

import { type MetricName, metricNames } from "../../domain/outcome/evaluation.js";
import type { Point } from "./curves.js";
import { logLossOf } from "./metrics.js";
import { equalMassBins, type RankedGroup, rankGroups, rankPlaces } from "./ranking.js";

/** One value per metric, in the order of `metricNames`. */
export type MetricValues = Float64Array;

/** Everything about the people, from the highest probability to the lowest. */
export interface RankedPeople {
  /** Indices of the people in the given arrays. */
  index: Int32Array;
  probability: Float64Array;
  label: Uint8Array;
  loss: Float64Array;
  /** Calibration bin of each person, as in `calibrationBins`. */
  bin: Uint8Array;
  /** Where each group of equal probability ends, exclusive. */
  groupEnds: Int32Array;
}

const bins = 10;
const topShare = 0.1;
const at = Object.fromEntries(metricNames.map((name, i) => [name, i])) as Record<MetricName, number>;

export const rankPeople = (probability: Float64Array, label: Uint8Array): RankedPeople => {
  const groups = rankGroups(probability, label);
  const groupEnds = groupEndsOf(groups);
  const index = inOrderOf(rankPlaces(probability).place, groupEnds);
  const labels = Uint8Array.from(index, (i) => label[i]!);
  const probabilities = Float64Array.from(index, (i) => probability[i]!);
  return {
    index,
    probability: probabilities,
    label: labels,
    loss: probabilities.map((p, i) => logLossOf(p, labels[i]!)),
    bin: binOfEach(groups, label.length),
    groupEnds,
  };
};

/** People by their group, each group in its old order. */
const inOrderOf = (place: Int32Array, groupEnds: Int32Array): Int32Array => {
  const next = Int32Array.from(groupEnds, (_, group) => (group === 0 ? 0 : groupEnds[group - 1]!));
  const index = new Int32Array(place.length);
  for (let i = 0; i < place.length; i++) index[next[place[i]!]!++] = i;
  return index;
};

const binOfEach = (groups: RankedGroup[], people: number): Uint8Array => {
  const bin = new Uint8Array(people);
  let from = 0;
  equalMassBins(groups, bins).forEach((groupsOfBin, b) => {
    const inBin = groupsOfBin.reduce((sum, group) => sum + group.people, 0);
    bin.fill(b, from, from + inBin);
    from += inBin;
  });
  return bin;
};

const groupEndsOf = (groups: RankedGroup[]): Int32Array => {
  let end = 0;
  return Int32Array.from(groups, ({ people }) => {
    end += people;
    return end;
  });
};

/** `weight[i]` is how often person i counts. Equal to `score` where all weights are 1. */
export const weightedMetrics = (
  people: RankedPeople,
  weight: Uint8Array,
  { total, attained }: Totals,
): MetricValues => {
  const { index, probability, label, loss, bin } = people;
  const excess = new Float64Array(bins);
  const topPeople = topShare * total;
  let seen = 0;
  let found = 0;
  let pairs = 0;
  let precision = 0;
  let losses = 0;
  let squares = 0;
  let top = 0;
  let i = 0;
  for (const end of people.groupEnds) {
    const p = probability[i]!;
    let here = 0;
    let hits = 0;
    for (; i < end; i++) {
      const w = weight[index[i]!]!;
      const y = label[i]!;
      const error = p - y;
      here += w;
      hits += w * y;
      losses += w * loss[i]!;
      squares += w * error * error;
      excess[bin[i]!]! += w * error;
    }
    if (here === 0) continue;
    pairs += (here - hits) * (found + hits / 2);
    if (seen < topPeople) top += hits * Math.min(1, (topPeople - seen) / here);
    seen += here;
    found += hits;
    precision += hits * (found / seen);
  }
  const isOneClass = attained === 0 || attained === total;
  const values = new Float64Array(metricNames.length);
  values[at.auc] = isOneClass ? 0.5 : pairs / (attained * (total - attained));
  values[at.average_precision] = attained === 0 ? 0 : precision / attained;
  values[at.log_loss] = losses / Math.max(1, total);
  values[at.brier] = squares / Math.max(1, total);
  values[at.ece] = excess.reduce((sum, e) => sum + Math.abs(e), 0) / Math.max(1, total);
  values[at.top_decile_lift] = attained === 0 ? 1 : top / (topShare * attained);
  return values;
};

/** True positive rates at the false positive rates of the points, linear between groups of the ranking. */
export const truePositiveRates = (
  people: RankedPeople,
  weight: Uint8Array,
  { total, attained }: Totals,
  points: readonly Point[],
): Float64Array => {
  const { index, label } = people;
  const rates = new Float64Array(points.length);
  const negatives = Math.max(1, total - attained);
  let found = 0;
  let passed = 0;
  let next = 0;
  let i = 0;
  for (const end of people.groupEnds) {
    let here = 0;
    let hits = 0;
    for (; i < end; i++) {
      const w = weight[index[i]!]!;
      here += w;
      hits += w * label[i]!;
    }
    const misses = here - hits;
    for (; next < points.length && points[next]!.x * negatives < passed + misses; next++) {
      const share = Math.max(0, (points[next]!.x * negatives - passed) / misses);
      rates[next] = (found + share * hits) / Math.max(1, attained);
    }
    found += hits;
    passed += misses;
  }
  return rates.fill(1, next);
};

export interface Totals {
  total: number;
  attained: number;
}

/** The sum of all weights, and of those with a positive label; the same for every ranking of these people. */
export const totalsOf = (label: Uint8Array, weight: Uint8Array): Totals => {
  let total = 0;
  let attained = 0;
  for (let i = 0; i < label.length; i++) {
    total += weight[i]!;
    attained += weight[i]! * label[i]!;
  }
  return { total, attained };
};
