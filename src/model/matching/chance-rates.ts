// Chance rates (u-probabilities): how often two strangers agree, from random pairs. In a small file some of
// these are related; they are left out as far as the mixture recognises them. A prior counts as much as a
// hundred profiles.
//
// Names go together: in a file of several countries, two strangers called Tanaka share a first name more
// often than two random ones. So strangers of one last name have rates of their own.

import { type Comparison, type ComparisonName, comparisons } from "../../domain/people/matching.js";
import { isOfNamesakes } from "./mixture.js";
import type { PatternTable } from "./pattern-table.js";
import { chancePrior, isEstimatedByChance, priorProfiles, type Rates } from "./priors.js";

/** A sum of squared shares is the chance that two random profiles, drawn with replacement, have an equal value. */
export interface ProfileStatistics {
  profiles: number;
  sumOfSquares: Record<NonNullable<Comparison["frequency"]>, number>;
  /**
   * Weight of a pair of one name, from 0 to 1: twenty namesakes make 190 pairs, and are ten pairs of people
   * at most. Absent: 1.
   */
  independence?: number;
}

export const pairsOf = (profiles: number): number => Math.max(1, (profiles * (profiles - 1)) / 2);

/** The rates of any two strangers. `unrelated`: pairs of unrelated people, row by row. */
export const chanceRates = (
  sample: PatternTable,
  unrelated: Float64Array,
  statistics: ProfileStatistics,
): Rates => {
  const prior = chancePrior(statistics.profiles);
  const entries = comparisons.map((comparison, c) => {
    const { name, frequency } = comparison;
    if (name === "phone") return [name, withSimilar(prior[name], countLevels(sample, unrelated, c))];
    if (!isEstimatedByChance(name)) return [name, prior[name]];
    const rates = withPrior(countLevels(sample, unrelated, c), prior[name]);
    if (frequency === undefined) return [name, rates];
    return [name, withEqual(rates, equalChance(sample, unrelated, c, statistics, prior[name].at(-1)!))];
  });
  return Object.fromEntries(entries) as Rates;
};

/**
 * Extensions of one company, and the numbers of one block, differ by a digit and are different people's. Where the
 * file shows that of strangers, such a likeness tells as little as it is frequent; it never tells more than usual.
 */
const withSimilar = (prior: readonly number[], counts: readonly number[]): number[] => {
  const [, usual, same] = prior as [number, number, number];
  const similar = Math.max(usual, withPrior(counts, prior)[1]!);
  return [1 - similar - same, similar, same];
};

/** Weight of the prior, in pairs of namesakes. */
const priorNamesakes = 100;
/** Names go together in a language and in a family. How much, a small file does not show. */
const usualTogether = 2;

/**
 * The rates of the first name for two strangers of one last name. One person and a family have one last name
 * as well, so only pairs count that differ in two other respects. Those are rarely alike in their first
 * names: likeness is at least as frequent as among any two.
 */
export const chanceOfNamesakes = (
  sample: PatternTable,
  unrelated: Float64Array,
  { first_name: ofAnyTwo }: Rates,
): number[] => {
  const pairs = unrelated.map((count, row) =>
    isOfNamesakes(levelOf(sample, row, "last_name")) && areTwo(sample, row) ? count : 0,
  );
  const usual = withEqual(ofAnyTwo, Math.min(0.2, usualTogether * ofAnyTwo.at(-1)!));
  const rates = withWeight(countLevels(sample, pairs, indexOf("first_name")), usual, priorNamesakes);
  const [, ...alike] = rates.map((rate, i) => Math.max(rate, ofAnyTwo[i]!));
  return [1 - alike.reduce((sum, rate) => sum + rate, 0), ...alike];
};

/**
 * Rates of the middle initial for two strangers of one name, where the file does not show them, and their
 * weight in pairs.
 */
const middleOfNamesakes = [0.85, 0.15];
const priorMiddle = 10;

/**
 * The rates of the middle initial for two strangers of one first and last name. Names are given together, so
 * whoever is called Anna Meyer as well may well be another Anna M. Meyer.
 */
export const chanceOfMiddle = (sample: PatternTable, unrelated: Float64Array): number[] => {
  const wholeName = comparisons[indexOf("first_name")]!.levels.length;
  const pairs = unrelated.map((count, row) =>
    isOfNamesakes(levelOf(sample, row, "last_name")) && levelOf(sample, row, "first_name") === wholeName
      ? count
      : 0,
  );
  return withWeight(countLevels(sample, pairs, indexOf("middle_name")), middleOfNamesakes, priorMiddle);
};

/**
 * The rates of the area for two strangers of one last name. A name is of a country and a place, so its people
 * share a city more often than any two do: the city tells less of them. Those of one house are left out.
 */
export const chanceOfArea = (sample: PatternTable, unrelated: Float64Array, { area }: Rates): number[] => {
  const pairs = unrelated.map((count, row) =>
    isOfNamesakes(levelOf(sample, row, "last_name")) &&
    levelOf(sample, row, "first_name") === 1 &&
    levelOf(sample, row, "address") === 1
      ? count
      : 0,
  );
  const rates = withWeight(countLevels(sample, pairs, indexOf("area")), area, priorNamesakes);
  const [, ...alike] = rates.map((rate, i) => Math.max(rate, area[i]!));
  return [1 - alike.reduce((sum, rate) => sum + rate, 0), ...alike];
};

/**
 * Largest levels of two strangers, in what tells people apart. One difference can be a mistake or a move, two
 * are hardly.
 */
const strangersLevels: readonly Partial<Record<ComparisonName, number>>[] = [
  { address: 1, area: 2 },
  { email: 1 },
  { phone: 1 },
  { birth_date: 2 },
  { national_id: 1 },
];
const minDifferences = 2;

const areTwo = (sample: PatternTable, row: number): boolean => {
  const found = strangersLevels.map((largest) => {
    const levels = Object.entries(largest).map(
      ([name, max]) => [levelOf(sample, row, name as ComparisonName), max] as const,
    );
    if (levels.some(([level, max]) => level > max)) return "agrees";
    return levels.some(([level]) => level > 0) ? "differs" : "unknown";
  });
  return !found.includes("agrees") && found.filter((each) => each === "differs").length >= minDifferences;
};

const indexOf = (wanted: ComparisonName): number => comparisons.findIndex(({ name }) => name === wanted);

const levelOf = ({ levels }: PatternTable, row: number, name: ComparisonName): number =>
  levels[row * comparisons.length + indexOf(name)]!;

const countLevels = ({ rows, levels }: PatternTable, pairs: Float64Array, c: number): number[] => {
  const counts = new Array<number>(comparisons[c]!.levels.length).fill(0);
  for (let row = 0; row < rows; row++) {
    const level = levels[row * comparisons.length + c]!;
    if (level > 0) counts[level - 1]! += pairs[row]!;
  }
  return counts;
};

const withPrior = (counts: readonly number[], prior: readonly number[]): number[] =>
  withWeight(counts, prior, pairsOf(priorProfiles));

const withWeight = (counts: readonly number[], prior: readonly number[], priorCount: number): number[] => {
  const total = counts.reduce((sum, count) => sum + count, priorCount);
  return counts.map((count, i) => (count + priorCount * prior[i]!) / total);
};

/**
 * Equal values are counted over all pairs, because a sample can miss rare ones. The sample gives the share of
 * unrelated people among them.
 */
const equalChance = (
  sample: PatternTable,
  unrelated: Float64Array,
  c: number,
  { profiles, sumOfSquares }: ProfileStatistics,
  prior: number,
): number => {
  const sameProfile = 1 / Math.max(profiles, 2);
  const equal = Math.max(0, sumOfSquares[comparisons[c]!.frequency!] - sameProfile) / (1 - sameProfile);
  const [seen, unrelatedEqual] = [sample.pairs, unrelated].map(
    (pairs) => countLevels(sample, pairs, c).at(-1)!,
  );
  const amongUnrelated = seen! > 0 ? (equal * unrelatedEqual!) / seen! : equal;
  const priorCount = pairsOf(priorProfiles);
  return (amongUnrelated * pairsOf(profiles) + prior * priorCount) / (pairsOf(profiles) + priorCount);
};

const withEqual = (rates: readonly number[], equal: number): number[] => {
  const others = 1 - rates.at(-1)!;
  return rates.map((rate, i) => (i === rates.length - 1 ? equal : (rate / others) * (1 - equal)));
};
