// The weight of a pair is the log-odds that two records are one person, who stayed or moved, against all that two people can be
// to each other. Pairs of one pattern differ in nothing but how common their names and postcodes are.

import { comparisons, levelsOf } from "../../domain/matching.js";
import { type PairClass, pairClasses } from "./classes.js";
import { type Likelihood, likelihoodAt, likelihoods, type Mixture } from "./likelihood.js";

/** Shares of the profiles that have a pair's equal value; NaN where none is equal. */
export interface ComparedColumns {
  pattern: Int32Array | Float64Array;
  firstNameShare: Float64Array;
  lastNameShare: Float64Array;
  postcodeShare: Float64Array;
}

/** What all pairs of a pattern have in common. */
interface PatternWeights {
  /** Log of each class's proportion and likelihood, at values as common as usual. */
  logs: Record<PairClass, number>;
  firstByChance: Likelihood;
  firstOfKin: Likelihood;
  lastByChance: Likelihood;
  areaByChance: Likelihood;
}

const first = comparisons.findIndex(({ name }) => name === "first_name");
const last = comparisons.findIndex(({ name }) => name === "last_name");
const area = comparisons.findIndex(({ name }) => name === "area");

/** Of each pair, in natural logarithms. */
export const matchWeights = (mixture: Mixture, pairs: ComparedColumns): Float64Array => {
  const { pattern, firstNameShare, lastNameShare, postcodeShare } = pairs;
  const readings = weightsByPattern(mixture, pattern);
  const weights = new Float64Array(pattern.length);
  for (let i = 0; i < weights.length; i++) {
    const reading = readings.get(pattern[i]!)!;
    const { logs } = reading;
    const firstByChance = rarity(reading.firstByChance, firstNameShare[i]!);
    const firstOfKin = rarity(reading.firstOfKin, firstNameShare[i]!);
    const lastByChance = rarity(reading.lastByChance, lastNameShare[i]!);
    const areaByChance = rarity(reading.areaByChance, postcodeShare[i]!);
    const same = logSum(logs.stayed, logs.moved + areaByChance);
    const kin = logSum(logs.household, logs.relative + areaByChance) + firstOfKin;
    weights[i] = same - logSum(kin, logs.unrelated + firstByChance + lastByChance + areaByChance);
  }
  return weights;
};

const weightsByPattern = (
  mixture: Mixture,
  patterns: Int32Array | Float64Array,
): Map<number, PatternWeights> => {
  const table = likelihoods(mixture);
  const readings = new Map<number, PatternWeights>();
  for (let i = 0; i < patterns.length; i++)
    if (!readings.has(patterns[i]!)) readings.set(patterns[i]!, patternWeights(mixture, table, patterns[i]!));
  return readings;
};

const patternWeights = (mixture: Mixture, table: Likelihood[][][], pattern: number): PatternWeights => {
  const levels = levelsOf(pattern);
  const likelihood = (pairClass: PairClass, c: number) =>
    table[pairClasses.indexOf(pairClass)]![c]![levels[c]!]!;
  const logOf = (pairClass: PairClass) =>
    levels.reduce(
      (sum, _, c) => sum + Math.log(likelihood(pairClass, c).typical),
      Math.log(mixture.proportion[pairClass]),
    );
  return {
    logs: Object.fromEntries(pairClasses.map((k) => [k, logOf(k)])) as Record<PairClass, number>,
    firstByChance: likelihood("unrelated", first),
    firstOfKin: likelihood("household", first),
    lastByChance: likelihood("unrelated", last),
    areaByChance: likelihood("unrelated", area),
  };
};

/** By how much less likely a value is than a usual one, on the log; nought where it does not matter. */
const rarity = (likelihood: Likelihood, share: number): number =>
  likelihood.slope === 0 || Number.isNaN(share)
    ? 0
    : Math.log(likelihoodAt(likelihood, share) / likelihood.typical);

const logSum = (a: number, b: number): number => Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)));
