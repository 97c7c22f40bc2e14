// Permutation importance within a group of people, without labels: the mean change in probability when a
// feature's values are shuffled among them. It works for any kind of model.

import { chooseSorted, type Random, seededRandom } from "../numeric/random.js";

/** The columns of a frame, and a model's probability for each row. */
export interface PredictableRows {
  columns: readonly Float32Array[];
  predict(columns: Float32Array[]): Float64Array;
}

const maxPeople = 1_000;

/**
 * Importance of each of `features` (indices of columns) for the people at `rows`, as shares that sum to 1;
 * all 0 if no probability changes. More than 1,000 people are sampled.
 */
export const permutationImportance = (
  { columns, predict }: PredictableRows,
  rows: readonly number[],
  features: readonly number[],
  seed: number,
): number[] => {
  const random = seededRandom(seed);
  const chosen = chooseSorted(random, rows.length, maxPeople);
  const group = columns.map((column) => Float32Array.from(chosen, (i) => column[rows[i]!]!));
  const shuffled = features.map((feature) => shuffle(group[feature]!, random));
  const copies = group.map((column, f) =>
    stacked([column, ...features.map((feature, k) => (feature === f ? shuffled[k]! : column))]),
  );
  const probability = predict(copies);
  const before = probability.subarray(0, chosen.length);
  const changes = features.map((_, k) => {
    const after = probability.subarray((k + 1) * chosen.length, (k + 2) * chosen.length);
    return after.reduce((sum, p, row) => sum + Math.abs(p - before[row]!), 0);
  });
  const total = changes.reduce((sum, change) => sum + change, 0);
  return changes.map((change) => (total > 0 ? change / total : 0));
};

/** One prediction of all copies of the group costs half as much as one of each. */
const stacked = (columns: readonly Float32Array[]): Float32Array => {
  const all = new Float32Array(columns.reduce((sum, { length }) => sum + length, 0));
  columns.reduce((at, column) => {
    all.set(column, at);
    return at + column.length;
  }, 0);
  return all;
};

/** A copy in random order (Fisher and Yates). */
const shuffle = (values: Float32Array, random: Random): Float32Array => {
  const shuffled = values.slice();
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
  }
  return shuffled;
};
