// Paired bootstrap (Efron and Tibshirani 1993, 10.3): confidence intervals of the difference between two
// methods that predict the same people. People are resampled with replacement, and the difference is computed
// for each sample.

import { seededRandom } from "../../src/model/numeric/random.js";

export interface Interval {
  low: number;
  high: number;
}

const draws = 500;

/** 95 % intervals of the difference a − b in AUC and in log loss. */
export const pairedDifferences = (
  a: Float64Array,
  b: Float64Array,
  label: Uint8Array,
): { auc: Interval; logLoss: Interval } => {
  const random = seededRandom(1);
  const [rankedA, rankedB] = [ranked(a), ranked(b)];
  const lossDifference = a.map((p, i) => loss(p, label[i]!) - loss(b[i]!, label[i]!));
  const auc: number[] = [];
  const logLoss: number[] = [];
  for (let draw = 0; draw < draws; draw++) {
    const times = new Uint16Array(label.length);
    for (let i = 0; i < label.length; i++) times[Math.floor(random() * label.length)]!++;
    auc.push(weightedAuc(rankedA, label, times) - weightedAuc(rankedB, label, times));
    logLoss.push(lossDifference.reduce((sum, d, i) => sum + times[i]! * d, 0) / label.length);
  }
  return { auc: interval(auc), logLoss: interval(logLoss) };
};

const interval = (values: number[]): Interval => {
  const sorted = values.toSorted((x, y) => x - y);
  return { low: sorted[Math.floor(0.025 * draws)]!, high: sorted[Math.ceil(0.975 * draws) - 1]! };
};

const loss = (p: number, label: number): number => -Math.log(Math.max(1e-15, label === 1 ? p : 1 - p));

/** Groups of people with equal probabilities, highest first. */
const ranked = (probability: Float64Array): Int32Array[] => {
  const order = Int32Array.from(probability.keys()).sort((i, j) => probability[j]! - probability[i]!);
  const groups: Int32Array[] = [];
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && probability[order[to]!] === probability[order[from]!]) to++;
    groups.push(order.subarray(from, to));
    from = to;
  }
  return groups;
};

const weightedAuc = (groups: Int32Array[], label: Uint8Array, times: Uint16Array): number => {
  let [above, won, negatives] = [0, 0, 0];
  for (const group of groups) {
    let [positive, negative] = [0, 0];
    for (const i of group) {
      if (label[i] === 1) positive += times[i]!;
      else negative += times[i]!;
    }
    won += negative * (above + positive / 2);
    above += positive;
    negatives += negative;
  }
  return won / (above * negatives);
};
