// Fellegi and Sunter's record linkage (1969) with more than two classes, fitted without labels by expectation and maximisation
// on the table of patterns. Candidates are few of all pairs, and every pair that is none is taken for unrelated: so classes are
// counted per pair of the file, against one unrelated pair each.

import { chanceRates, type ProfileStatistics } from "./chance.js";
import { pairClasses } from "./classes.js";
import { emRound, proportions, responsibilities } from "./expectation.js";
import type { Mixture } from "./likelihood.js";
import { type PatternCounts, type PatternTable, patternTable } from "./patterns.js";
import { initialShares, kinPrior, type Rates, samePrior } from "./priors.js";

const maxRounds = 200;
/** Rates that move by less have settled. */
const tolerance = 1e-4;
/** How often what is alike by chance is counted again, without the pairs that turned out to be related. */
const recounts = 6;

/** `seen` are the patterns of candidates, `chance` those of random pairs. Their order changes nothing. */
export const fitMixture = (seen: PatternCounts, chance: PatternCounts, facts: ProfileStatistics): Mixture => {
  const table = patternTable(seen);
  const sample = patternTable(chance);
  let mixture = fitRates(initialMixture(table, chanceRates(sample, sample.pairs, facts), facts), table);
  for (let recount = 0; recount < recounts; recount++) {
    const rates = chanceRates(sample, unrelatedPairs(mixture, sample), facts);
    mixture = fitRates({ ...mixture, chance: rates }, table);
  }
  return mixture;
};

const initialMixture = ({ pairs }: PatternTable, chance: Rates, { profiles }: ProfileStatistics): Mixture => {
  const candidates = pairs.reduce((sum, count) => sum + count, 0);
  const totals = pairClasses.map((k) => (k === "unrelated" ? 0 : initialShares[k] * candidates));
  return {
    profiles,
    proportion: proportions(totals, profiles),
    same: samePrior,
    kin: kinPrior,
    chance,
  };
};

const fitRates = (first: Mixture, table: PatternTable): Mixture => {
  let mixture = first;
  for (let round = 0; round < maxRounds; round++) {
    const before = mixture;
    mixture = emRound(before, table);
    if (hasConverged(before, mixture)) break;
  }
  return mixture;
};

const hasConverged = (before: Mixture, after: Mixture): boolean => {
  const earlier = ratesOf(before);
  return ratesOf(after).every((rate, i) => Math.abs(rate - earlier[i]!) < tolerance);
};

const ratesOf = ({ same, kin }: Mixture): number[] => [...Object.values(same), ...Object.values(kin)].flat();

const unrelatedPairs = (mixture: Mixture, sample: PatternTable): Float64Array => {
  const dealt = responsibilities(mixture, sample);
  const unrelated = pairClasses.indexOf("unrelated");
  return sample.pairs.map((_, row) => dealt[row * pairClasses.length + unrelated]!);
};
