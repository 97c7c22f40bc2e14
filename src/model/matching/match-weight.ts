// The weight of a pair is the log-odds that two records are one person, who stayed or moved, against all that two people can be
// to each other. Pairs of one pattern differ in nothing but how common their names and postcodes are.

import {
  type ComparisonName,
  comparisons,
  levelsOf,
  type MatchClass,
  matchClasses,
  type NonMatchClass,
  nonMatchClasses,
} from "../../domain/matching.js";
import { type Likelihood, likelihoodAt, likelihoods, type Mixture } from "./mixture.js";
import { type PairClass, pairClasses } from "./priors.js";

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

// The receipt of a pair: what speaks for one person and what against, field by field, in bits: each halves or doubles the odds.
// A sum over classes has no parts, so the likeliest way of being one person is held against the likeliest of being two.

/** Shares as in `ComparedColumns`; null where no value is equal. */
export interface ComparedPair {
  pattern: number;
  firstNameShare: number | null;
  lastNameShare: number | null;
  postcodeShare: number | null;
}

export interface WeightExplanation {
  /** Log-odds, in bits, of one person against all else. */
  bits: number;
  kind: MatchClass;
  rival: NonMatchClass;
  /** Of `kind` against `rival`; `prior` and the bits of all parts add up to it. */
  bitsAgainstRival: number;
  /** How common pairs of `kind` are for one of `rival`. */
  prior: number;
  /** Comparisons of which both records have a value. */
  parts: WeightPart[];
}

export interface WeightPart {
  comparison: ComparisonName;
  /** In words, as in `comparisons`. */
  level: string;
  bits: number;
}

export const explainWeight = (mixture: Mixture, pair: ComparedPair): WeightExplanation => {
  const levels = levelsOf(pair.pattern);
  const bitsOf = bitsByClass(mixture, pair, levels);
  const total = (pairClass: PairClass) =>
    bitsOf(pairClass).reduce((sum, bits) => sum + bits, prior(mixture, pairClass));
  const kind = likeliest(matchClasses, total);
  const rival = likeliest(nonMatchClasses, total);
  const [ours, theirs] = [bitsOf(kind), bitsOf(rival)];
  return {
    bits: weightOf(mixture, pair) / Math.LN2,
    kind,
    rival,
    bitsAgainstRival: total(kind) - total(rival),
    prior: prior(mixture, kind) - prior(mixture, rival),
    parts: comparisons.flatMap(({ name, levels: words }, c) =>
      levels[c]! > 0
        ? [{ comparison: name, level: words[levels[c]! - 1]!, bits: ours[c]! - theirs[c]! }]
        : [],
    ),
  };
};

const prior = ({ proportion }: Mixture, pairClass: PairClass): number => Math.log2(proportion[pairClass]);

/** Of each comparison, in the order of these. */
const bitsByClass = (mixture: Mixture, pair: ComparedPair, levels: readonly number[]) => {
  const table = likelihoods(mixture);
  return (pairClass: PairClass): number[] =>
    table[pairClasses.indexOf(pairClass)]!.map((ofLevel, c) =>
      Math.log2(likelihoodAt(ofLevel[levels[c]!]!, shareOf(pair, c))),
    );
};

const shareOf = (pair: ComparedPair, c: number): number => {
  const shares = {
    first_name: pair.firstNameShare,
    last_name: pair.lastNameShare,
    postcode: pair.postcodeShare,
  };
  const { frequency } = comparisons[c]!;
  return (frequency === undefined ? null : shares[frequency]) ?? Number.NaN;
};

const weightOf = (mixture: Mixture, pair: ComparedPair): number =>
  matchWeights(mixture, {
    pattern: Float64Array.of(pair.pattern),
    firstNameShare: Float64Array.of(pair.firstNameShare ?? Number.NaN),
    lastNameShare: Float64Array.of(pair.lastNameShare ?? Number.NaN),
    postcodeShare: Float64Array.of(pair.postcodeShare ?? Number.NaN),
  })[0]!;

const likeliest = <K extends PairClass>(of: readonly K[], total: (pairClass: K) => number): K =>
  of.reduce((best, next) => (total(next) > total(best) ? next : best));
