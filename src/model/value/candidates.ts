// Candidate models of what people who reach the goal spend, or how often they buy, within the horizon: from
// the average to boosted trees. Each is fitted to rows that reached the goal, and scaled so that its
// predictions of these rows have the right sum: what a transformation or a cap takes from the tail goes back
// to all of them, and totals stay unbiased.

import { assert } from "../../errors/refusal.js";
import { fitGbdt } from "../gbdt/boosting.js";
import { predictGbdt } from "../gbdt/predictor.js";
import type { GbdtModel } from "../gbdt/tree.js";
import type { WorkerThreads } from "../gbdt/worker-threads.js";
import { quantile } from "../numeric/confidence-intervals.js";
import { fitLinear, type LogisticModel, predictLogistic } from "../numeric/logistic.js";
import { sigmoid } from "../numeric/special-functions.js";
import { type BgNbd, fitBgNbd, historiesOf, purchaseLogOdds } from "../propensity/candidates/bg-nbd.js";
import { treeShape } from "../propensity/candidates/trees.js";
import { expectedPurchases } from "./expected-purchases.js";
import { expectedAmount, fitGammaGamma, type GammaGamma } from "./gamma-gamma.js";

export const valueCandidateNames = ["average", "bg_nbd", "linear", "trees"] as const;
export type ValueCandidateName = (typeof valueCandidateNames)[number];

export interface ValueOptions {
  horizonDays: number;
  /** Indices of days with purchases, recency and tenure; empty where BG/NBD cannot be fitted. */
  visits: number[];
  /** Indices of the number of purchases and, for amounts, of their mean value; BG/NBD needs them. */
  purchases: number[];
  seed: number;
  threads?: WorkerThreads | undefined;
}

/**
 * Rows to learn from. `columns` and `value` are of those that reached the goal; `newest` are the columns of
 * everyone at the newest landmark.
 */
export interface ValueRows {
  columns: Float32Array[];
  value: Float64Array;
  newest: Float32Array[];
}

export type FittedValue = { scale: number } & (
  | { kind: "average" }
  | { kind: "bg_nbd"; features: number[]; days: number; purchases: BgNbd; worth: GammaGamma | null }
  | { kind: "linear"; model: LogisticModel }
  | { kind: "trees"; model: GbdtModel }
);

/** Sizes that validation chooses among; `[0]` for a candidate that has no size. */
export const valueSizesOf = (name: ValueCandidateName): readonly number[] =>
  name === "trees" ? treeCounts : [0];

const treeCounts = [20, 40, 60, 100];
/** Fewer rows than these grow no tree worth having. */
const minTreeRows = 200;
const minLinearRows = 50;

export const valueCandidatesFor = (rows: number, { visits, purchases }: ValueOptions): ValueCandidateName[] =>
  valueCandidateNames.filter(
    (name) =>
      name === "average" ||
      (name === "bg_nbd" && visits.length > 0 && purchases.length > 0) ||
      (name === "linear" && rows >= minLinearRows) ||
      (name === "trees" && rows >= minTreeRows),
  );

/** The candidate at each of its sizes. */
export const fitValueBySize = (
  name: ValueCandidateName,
  rows: ValueRows,
  options: ValueOptions,
): FittedValue[] => {
  const fitted = fitters[name](rows, options);
  return valueSizesOf(name).map((size) => scaled(ofSize(fitted, size), rows));
};

/** Expected value of each row if it reaches the goal. Above 0, unless all that was learned from is not. */
export const predictGiven = (fitted: FittedValue, columns: Float32Array[], rows: number): Float64Array =>
  shapeOf(fitted, columns, rows).map((value) => value * fitted.scale);

const ofSize = (fitted: FittedValue, size: number): FittedValue =>
  fitted.kind === "trees"
    ? { ...fitted, model: { ...fitted.model, trees: fitted.model.trees.slice(0, size) } }
    : fitted;

const scaled = (fitted: FittedValue, { columns, value }: ValueRows): FittedValue => {
  const shape = shapeOf(fitted, columns, value.length);
  return { ...fitted, scale: sumOf(value) / sumOf(shape) };
};

const shapeOf = (fitted: FittedValue, columns: Float32Array[], rows: number): Float64Array => {
  switch (fitted.kind) {
    case "average":
      return new Float64Array(rows).fill(1);
    case "linear":
      return predictLogistic(fitted.model, columns).map(Math.exp);
    case "trees":
      return predictGbdt(fitted.model, columns).map(Math.exp);
    case "bg_nbd":
      return purchasesGiven(fitted, columns);
  }
};

const sumOf = (values: Float64Array): number => values.reduce((a, b) => a + b, 0);

/** Holds a coefficient within about a third of its feature's deviation. */
const penalty = 10;

const fitters: Record<ValueCandidateName, (rows: ValueRows, options: ValueOptions) => FittedValue> = {
  average: () => ({ kind: "average", scale: 1 }),
  linear: ({ columns, value }) => {
    const least = leastOf(value);
    const logs = value.map((y) => Math.log(Math.max(least, y)));
    return { kind: "linear", model: fitLinear(columns, logs, penalty), scale: 1 };
  },
  trees: (rows, options) => ({ kind: "trees", model: fitTrees(rows, options), scale: 1 }),
  bg_nbd: ({ newest }, { visits, purchases, horizonDays }) =>
    fitPurchases(newest, visits, purchases, horizonDays),
};

/**
 * Refunds may leave nothing or less, which has no logarithm. The lowest hundredth of the amounts above 0
 * stands for them.
 */
const leastOf = (value: Float64Array): number => {
  const above = value.filter((y) => y > 0).sort();
  return above.length === 0 ? 1 : quantile(above, 0.01);
};

/** One purchase in a hundred counts as no more than the largest of the others: it says little about those to come. */
const capShare = 0.99;

/**
 * Boosted trees of the logarithm of the mean. Each row stands twice: as an average person, with label 0, and
 * weighted by what it spent over the average, with label 1. The log-odds that minimise the weighted log loss
 * are the logarithm of the expected value over the average (density-ratio estimation by classification), so
 * the booster of probabilities serves amounts.
 */
const fitTrees = ({ columns, value }: ValueRows, { seed, threads }: ValueOptions): GbdtModel => {
  const cap = quantile(value.slice().sort(), capShare);
  const capped = value.map((y) => Math.max(0, Math.min(cap, y)));
  const mean = sumOf(capped) / capped.length || 1;
  const spent = Int32Array.from(capped.keys()).filter((row) => capped[row]! > 0);
  const weight = new Float64Array(value.length + spent.length).fill(1);
  const label = new Uint8Array(weight.length).fill(1, value.length);
  spent.forEach((row, i) => {
    weight[value.length + i] = capped[row]! / mean;
  });
  const twice = columns.map((column) => {
    const both = new Float32Array(new SharedArrayBuffer(4 * weight.length));
    both.set(column);
    spent.forEach((row, i) => {
      both[value.length + i] = column[row]!;
    });
    return both;
  });
  return fitGbdt(twice, label, { ...paramsFor(value.length), seed }, { weight, threads });
};

const paramsFor = (rows: number) => ({
  trees: treeCounts.at(-1)!,
  learningRate: 0.1,
  ...treeShape(rows, 16),
});

const fitPurchases = (
  newest: Float32Array[],
  visits: number[],
  spent: number[],
  days: number,
): FittedValue => {
  const features = [...visits, ...spent];
  const purchases = fitBgNbd(historiesOf(newest, visits));
  const worth = spent.length < 2 ? null : fitGammaGamma(repeatedly(daysOf(newest, features)));
  return { kind: "bg_nbd", features, days, purchases, worth, scale: 1 };
};

/** One purchase tells little of how much purchases of one person differ. */
const repeatedly = ({ days, each }: DaysOfPurchases) => ({
  purchases: days.map((count) => (count > 1 ? count : 0)),
  mean: each,
});

interface DaysOfPurchases {
  /** Days with purchases; NaN without any. */
  days: Float64Array;
  /** Average of a day: purchases or, where the mean value is known, their amount. */
  each: Float64Array;
}

const daysOf = (columns: Float32Array[], [days, , , count, mean]: readonly number[]): DaysOfPurchases => ({
  days: Float64Array.from(columns[days!]!),
  each: Float64Array.from(
    columns[days!]!,
    (d, i) => (columns[count!]![i]! / d) * (mean === undefined ? 1 : columns[mean]![i]!),
  ),
});

/**
 * Expectation of the model of purchases by itself: whether people buy, and what they then have. 0 where it
 * knows nothing.
 */
export const purchasesAlone = (fitted: FittedValue, columns: Float32Array[]): Float64Array => {
  assert(fitted.kind === "bg_nbd", "a model of purchases");
  const { features, days, purchases, worth } = fitted;
  const expected = expectedPurchases(purchases, historiesOf(columns, features), days);
  const { days: count, each } = daysOf(columns, features);
  return expected.map((n, i) => n * (worth ? expectedAmount(worth, count[i]!, each[i]!) : each[i]!) || 0);
};

/**
 * Expected number of days with purchases over the probability of any, times what a day brings; the median
 * where unknown.
 */
const purchasesGiven = (
  { features, days, purchases, worth }: Extract<FittedValue, { kind: "bg_nbd" }>,
  columns: Float32Array[],
): Float64Array => {
  const histories = historiesOf(columns, features);
  const expected = expectedPurchases(purchases, histories, days);
  const any = purchaseLogOdds(purchases, histories, days).map(sigmoid);
  const { days: count, each } = daysOf(columns, features);
  const given = expected.map((n, i) => {
    const worthOfDay = worth ? expectedAmount(worth, count[i]!, each[i]!) : each[i]!;
    return Math.max(1, n / any[i]!) * worthOfDay;
  });
  const known = given.filter((value) => value > 0 && Number.isFinite(value)).sort();
  const middle = known.length === 0 ? 1 : quantile(known, 0.5);
  return given.map((value) => (value > 0 && Number.isFinite(value) ? value : middle));
};
