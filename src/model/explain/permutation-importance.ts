// What a model looks at in a group of people: a feature matters to them as far as their probabilities move when its values
// are dealt anew among them. It asks nothing of what became of them, and goes for any kind of model.

import { chooseSorted, type Random, seededRandom } from "../numeric/random.js";

/** The columns of a frame, and how a model answers them: one probability per row. */
export interface PredictableRows {
  columns: readonly Float32Array[];
  predict(columns: Float32Array[]): Float64Array;
}

const mostPeople = 1_000;

/**
 * For each of `features` (places of columns) its share, 0 to 1, of how far the probabilities of the people at `rows` move; all 0
 * where none does. More than 1,000 people are sampled.
 */
export const permutationImportance = (
  { columns, predict }: PredictableRows,
  rows: readonly number[],
  features: readonly number[],
  seed: number,
): number[] => {
  const random = seededRandom(seed);
  const chosen = chooseSorted(random, rows.length, mostPeople);
  const group = columns.map((column) => Float32Array.from(chosen, (i) => column[rows[i]!]!));
  const before = predict(group);
  const moved = features.map((feature) => {
    const anew = dealt(group[feature]!, random);
    const after = predict(group.map((column, place) => (place === feature ? anew : column)));
    return after.reduce((sum, p, row) => sum + Math.abs(p - before[row]!), 0);
  });
  const total = moved.reduce((sum, movement) => sum + movement, 0);
  return moved.map((movement) => (total > 0 ? movement / total : 0));
};

/** The same values in another order, each as likely as any other (Fisher and Yates). */
const dealt = (values: Float32Array, random: Random): Float32Array => {
  const anew = values.slice();
  for (let last = anew.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [anew[last], anew[other]] = [anew[other]!, anew[last]!];
  }
  return anew;
};
