// Permutation importance within a group of people, without labels: the mean change in probability when a feature's values are shuffled
// among them. It works for any kind of model.

import { chooseSorted, type Random, seededRandom } from "../numeric/random.js";

/** The columns of a frame, and a model's probability for each row. */
export interface PredictableRows {
  columns: readonly Float32Array[];
  predict(columns: Float32Array[]): Float64Array;
}

const maxPeople = 1_000;

/**
 * Importance of each of `features` (indices of columns) for the people at `rows`, as shares that sum to 1; all 0 if no probability
 * changes. More than 1,000 people are sampled.
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
  const before = predict(group);
  const changes = features.map((feature) => {
    const shuffled = shuffle(group[feature]!, random);
    const after = predict(group.map((column, f) => (f === feature ? shuffled : column)));
    return after.reduce((sum, p, row) => sum + Math.abs(p - before[row]!), 0);
  });
  const total = changes.reduce((sum, change) => sum + change, 0);
  return changes.map((change) => (total > 0 ? change / total : 0));
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
