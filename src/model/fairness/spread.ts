// Distribution of a dimension among the people who converted and those who did not, compared with all people.
// Ages are compared by the Wasserstein distance, divided by the range of ages; other values by the largest
// difference of a share.

import type { BiasLevel, Spread, ValueShare } from "../../domain/outcome/bias.js";
import { type CodedDimension, valuesOf } from "./groups.js";

/** `years` if the dimension is an age, NaN where unknown. */
export const spreadOf = (
  dimension: CodedDimension,
  label: Uint8Array,
  years: Float64Array | null,
): Spread => {
  const groups = valuesOf(dimension).map(([, group]) => group);
  const sharesAmong = (isTaken: (row: number) => boolean): ValueShare[] => {
    const counts = groups.map(({ rows }) => rows.filter((row) => isTaken(row)).length);
    const total = counts.reduce((sum, n) => sum + n, 0);
    return groups.map(({ dimensions }, g) => ({
      value: dimensions[dimension.name]!,
      rows: counts[g]!,
      share: counts[g]! / Math.max(1, total),
    }));
  };
  const candidates = sharesAmong(() => true);
  const [negatives, positives] = [0, 1].map((y) => sharesAmong((row) => label[row] === y));
  const distance = years
    ? Math.max(...[0, 1].map((y) => ageDistance(years, (row) => label[row] === y)))
    : Math.max(...[negatives!, positives!].map((shares) => maxDifference(shares, candidates)));
  return {
    dimension: dimension.name,
    candidates,
    positives: positives!,
    negatives: negatives!,
    distance,
    level: levelOf(distance),
  };
};

const levelOf = (distance: number): BiasLevel =>
  distance < 0.1 ? "low_bias" : distance < 0.2 ? "moderate_bias" : "strong_bias";

const maxDifference = (shares: readonly ValueShare[], all: readonly ValueShare[]): number =>
  Math.max(...shares.map(({ share }, i) => Math.abs(share - all[i]!.share)));

/** Distance between the whole years of some rows and of all, over the range of all; 0 if either is empty. */
const ageDistance = (years: Float64Array, isTaken: (row: number) => boolean): number => {
  const known = Int32Array.from(years.keys()).filter((row) => !Number.isNaN(years[row]!));
  const some = known.filter((row) => isTaken(row));
  if (some.length === 0) return 0;
  const all = known.reduce((counts, row) => add(counts, years[row]!), new Map<number, number>());
  const part = some.reduce((counts, row) => add(counts, years[row]!), new Map<number, number>());
  const ages = [...all.keys()].sort((a, b) => a - b);
  let [moved, aboveAll, abovePart] = [0, 0, 0];
  ages.slice(0, -1).forEach((age, i) => {
    aboveAll += all.get(age)! / known.length;
    abovePart += (part.get(age) ?? 0) / some.length;
    moved += Math.abs(aboveAll - abovePart) * (ages[i + 1]! - age);
  });
  return moved / Math.max(1, ages.at(-1)! - ages[0]!);
};

const add = (counts: Map<number, number>, age: number): Map<number, number> =>
  counts.set(age, (counts.get(age) ?? 0) + 1);
