// Pairs of records by the texts of their levels, and files drawn from a known mixture.

import { type ComparisonName, comparisons, patternOf } from "../../domain/people/matching.js";
import type { Random } from "../numeric/random.js";
import { chanceRates, type ProfileStatistics } from "./chance-rates.js";
import { proportions } from "./fit.js";
import { likelihoods, type Mixture } from "./mixture.js";
import { type PatternCounts, patternTable } from "./pattern-table.js";
import { kinPrior, type PairClass, pairClasses, samePrior, usualPairsPerProfile } from "./priors.js";

export type Compared = Partial<Record<ComparisonName, string>>;

/** Pattern of these levels; comparisons without one are missing. */
export const patternIn = (compared: Compared): number =>
  patternOf(
    comparisons.map(({ name, levels }) => {
      const words = compared[name];
      const level = words === undefined ? 0 : 1 + levels.indexOf(words);
      if (words !== undefined && level === 0) throw new Error(`${name} ${words}?`);
      return level;
    }),
  );

/** Each stands for `pairs` pairs. */
export const countsOf = (patterns: readonly number[], pairs = 1): PatternCounts => ({
  pattern: Float64Array.from(patterns),
  pairs: new Float64Array(patterns.length).fill(pairs),
});

export const together = (counts: readonly PatternCounts[]): PatternCounts => ({
  pattern: Float64Array.from(counts.flatMap(({ pattern }) => [...pattern])),
  pairs: Float64Array.from(counts.flatMap(({ pairs }) => [...pairs])),
});

/** Equal name and address. */
export const alike: Compared = {
  first_name: "is the same",
  last_name: "is the same",
  address: "is the same",
  area: "has the same postcode",
};

export const strangers: Compared = {
  first_name: "differs",
  last_name: "differs",
  address: "differs",
  area: "differs",
};

export const statisticsOf = (profiles: number): ProfileStatistics => ({
  profiles,
  sumOfSquares: { first_name: 0.008, last_name: 0.001, postcode: 0.01 },
});

/** Mixture before any pair is seen. */
export const priorMixture = (profiles: number): Mixture => ({
  profiles,
  proportion: proportions(
    pairClasses.map((k) => (k === "unrelated" ? 0 : usualPairsPerProfile[k] * profiles)),
    profiles,
  ),
  same: samePrior,
  kin: kinPrior,
  chance: chanceRates(patternTable(countsOf([])), new Float64Array(0), statisticsOf(profiles)),
});

/** Pattern of a random pair of a class; each comparison misses a value in one pair of ten. */
export const drawPattern = (mixture: Mixture, pairClass: PairClass, random: Random): number =>
  patternOf(
    likelihoods(mixture, false)[pairClasses.indexOf(pairClass)]!.map((ofLevel) =>
      random() < 0.1
        ? 0
        : 1 +
          drawn(
            ofLevel.slice(1).map(({ typical }) => typical),
            random(),
          ),
    ),
  );

const drawn = (shares: readonly number[], mark: number): number => {
  let left = mark;
  const found = shares.findIndex((share) => {
    left -= share;
    return left < 0;
  });
  return found === -1 ? shares.length - 1 : found;
};
