// Metrics of expected amounts or counts: whom they rank first, how true they are in total and in each tenth of people.

import type { ValueDecile, ValueScores } from "../../domain/outcome/value.js";

export const valueScores = (expected: Float64Array, observed: Float64Array): ValueScores => {
  const total = sumOf(observed);
  const deciles = valueDeciles(expected, observed);
  const apart = deciles.reduce((sum, decile) => sum + Math.abs(decile.expected - decile.observed), 0);
  return {
    people: expected.length,
    expected: sumOf(expected),
    observed: total,
    gini: normalisedGini(expected, observed),
    decile_error: total > 0 ? apart / total : 0,
    mean_absolute_error: apart / Math.max(1, expected.length),
  };
};

/** Deciles by expected value, the most first; ties in the order of the rows. */
export const valueDeciles = (expected: Float64Array, observed: Float64Array): ValueDecile[] => {
  const order = descending(expected);
  return Array.from({ length: 10 }, (_, decile) => {
    const from = Math.floor((decile * order.length) / 10);
    const rows = order.subarray(from, Math.floor(((decile + 1) * order.length) / 10));
    const sumAt = (values: Float64Array) => rows.reduce((sum, row) => sum + values[row]!, 0);
    return { people: rows.length, expected: sumAt(expected), observed: sumAt(observed) };
  });
};

/** 0 where nobody had anything. */
export const normalisedGini = (expected: Float64Array, observed: Float64Array): number => {
  const perfect = giniArea(observed, observed);
  return perfect > 0 ? giniArea(expected, observed) / perfect : 0;
};

/** People with equal expectations share what they had, so that their order does not count. */
const giniArea = (by: Float64Array, observed: Float64Array): number => {
  const order = descending(by);
  const total = sumOf(observed);
  if (total <= 0) return 0;
  let [area, cumulated] = [0, 0];
  for (let from = 0; from < order.length; ) {
    let until = from;
    let had = 0;
    while (until < order.length && by[order[until]!] === by[order[from]!]) had += observed[order[until++]!]!;
    area += (until - from) * (cumulated + had / 2);
    cumulated += had;
    from = until;
  }
  return area / total / order.length - 0.5;
};

const descending = (values: Float64Array): Int32Array =>
  Int32Array.from(values.keys()).sort((a, b) => values[b]! - values[a]! || a - b);

const sumOf = (values: Float64Array): number => values.reduce((a, b) => a + b, 0);
