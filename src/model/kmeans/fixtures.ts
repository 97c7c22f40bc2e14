// Synthetic clusters for tests, and a measure of how well they are recovered.

import { type Random, seededRandom } from "../numeric/random.js";

/** Approximately normal: the sum of twelve uniform numbers, with mean 0 and variance 1. */
export const bell = (random: Random): number => {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += random();
  return sum;
};

/** `people` rows around each of the centres with a standard deviation of 1, and the centre of each row. */
export const planted = (centres: readonly (readonly number[])[], people: number, seed: number) => {
  const random = seededRandom(seed);
  const truth = Int32Array.from({ length: people * centres.length }, (_, row) => row % centres.length);
  const rows = [...truth].map((cluster) => centres[cluster]!.map((centre) => centre + bell(random)));
  return { rows, truth, random };
};

export const columnsOf = (rows: readonly (readonly number[])[]): Float32Array[] =>
  (rows[0] ?? []).map((_, d) => Float32Array.from(rows, (row) => row[d]!));

/** Adjusted Rand index (Hubert and Arabie 1985): 1 for the same clusters under any names, 0 for chance. */
export const adjustedRand = (one: Int32Array, other: Int32Array): number => {
  const pairs = (n: number) => (n * (n - 1)) / 2;
  const inPairs = (keys: string[]) => {
    const counts = new Map<string, number>();
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    return [...counts.values()].reduce((sum, count) => sum + pairs(count), 0);
  };
  const both = inPairs([...one].map((cluster, row) => `${cluster} ${other[row]}`));
  const [left, right] = [inPairs([...one].map(String)), inPairs([...other].map(String))];
  const chance = (left * right) / pairs(one.length);
  return (both - chance) / ((left + right) / 2 - chance);
};
