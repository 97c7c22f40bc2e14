// Random draws by rank: a few items are frequent and most are rare, by the law of Zipf and Mandelbrot.

import { type Random, randomFor } from "../../examples/shop/random.js";

export type Draw<T> = (random: Random) => T;

/** The item of rank r, from 1, has weight 1 / (r + flatness): with more flatness the first items stand out less. */
export const byRank = <T>(items: readonly T[], flatness: number): Draw<T> =>
  weighted(items.map((item, i) => [item, 1 / (i + 1 + flatness)]));

export const weighted = <T>(items: readonly (readonly [T, number])[]): Draw<T> => {
  const upTo = new Float64Array(items.length);
  let total = 0;
  for (const [i, [, weight]] of items.entries()) upTo[i] = total += weight;
  return (random) => items[firstAbove(upTo, random() * total)]![0];
};

/** The items in an order that depends on the seed only. */
export const shuffled = <T>(items: readonly T[], seed: number): T[] =>
  items
    .map((item, i) => ({ item, at: randomFor(seed, i)() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

const firstAbove = (ascending: Float64Array, value: number): number => {
  let [low, high] = [0, ascending.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
};
