// What is alike by chance is seen in random pairs. In a small file some of these are no strangers: they are taken out as far as
// the mixture knows them, and what is left is held to what is usual as if a hundred profiles had been seen before.

import { type Comparison, comparisons } from "../../domain/matching.js";
import type { PatternTable } from "./patterns.js";
import { chancePrior, isEstimatedByChance, priorProfiles, type Rates } from "./priors.js";

/** Sums of squared shares are the chance that two profiles drawn at random, be it the same one, have an equal value. */
export interface ProfileStatistics {
  profiles: number;
  sumOfSquares: Record<NonNullable<Comparison["frequency"]>, number>;
}

export const pairsOf = (profiles: number): number => Math.max(1, (profiles * (profiles - 1)) / 2);

/** `unrelated` is how many pairs of each row are of unrelated people. */
export const chanceRates = (
  sample: PatternTable,
  unrelated: Float64Array,
  facts: ProfileStatistics,
): Rates => {
  const prior = chancePrior(facts.profiles);
  const entries = comparisons.map((comparison, c) => {
    const { name, frequency } = comparison;
    if (!isEstimatedByChance(name)) return [name, prior[name]];
    const rates = withPrior(countLevels(sample, unrelated, c), prior[name]);
    if (frequency === undefined) return [name, rates];
    return [name, withEqual(rates, equalChance(sample, unrelated, c, facts, prior[name].at(-1)!))];
  });
  return Object.fromEntries(entries) as Rates;
};

const countLevels = ({ rows, levels }: PatternTable, pairs: Float64Array, c: number): number[] => {
  const counts = new Array<number>(comparisons[c]!.levels.length).fill(0);
  for (let row = 0; row < rows; row++) {
    const level = levels[row * comparisons.length + c]!;
    if (level > 0) counts[level - 1]! += pairs[row]!;
  }
  return counts;
};

const withPrior = (counts: readonly number[], prior: readonly number[]): number[] => {
  const believed = pairsOf(priorProfiles);
  const total = counts.reduce((sum, count) => sum + count, believed);
  return counts.map((count, i) => (count + believed * prior[i]!) / total);
};

/** All pairs tell how often values are equal, and a sample may meet none; how many of those are strangers, it tells. */
const equalChance = (
  sample: PatternTable,
  unrelated: Float64Array,
  c: number,
  { profiles, sumOfSquares }: ProfileStatistics,
  usual: number,
): number => {
  const drawnTwice = 1 / Math.max(profiles, 2);
  const equal = Math.max(0, sumOfSquares[comparisons[c]!.frequency!] - drawnTwice) / (1 - drawnTwice);
  const [seen, strangers] = [sample.pairs, unrelated].map((pairs) => countLevels(sample, pairs, c).at(-1)!);
  const amongStrangers = seen! > 0 ? (equal * strangers!) / seen! : equal;
  const believed = pairsOf(priorProfiles);
  return (amongStrangers * pairsOf(profiles) + usual * believed) / (pairsOf(profiles) + believed);
};

const withEqual = (rates: readonly number[], equal: number): number[] => {
  const others = 1 - rates.at(-1)!;
  return rates.map((rate, i) => (i === rates.length - 1 ? equal : (rate / others) * (1 - equal)));
};
