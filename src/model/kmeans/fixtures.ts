// Clusters that are planted, to be found again.

import { type Random, seededRandom } from "../numeric/random.js";

/** Bell-shaped enough: the sum of twelve uniform numbers, with mean 0 and variance 1. */
export const bell = (random: Random): number => {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += random();
  return sum;
};

/** `people` rows around each of the middles, with a spread of 1, and which one each row is around. */
export const planted = (middles: readonly (readonly number[])[], people: number, seed: number) => {
  const random = seededRandom(seed);
  const truth = Int32Array.from({ length: people * middles.length }, (_, row) => row % middles.length);
  const rows = [...truth].map((cluster) => middles[cluster]!.map((middle) => middle + bell(random)));
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
