// Match weight of a pair: the log-odds that two records are one person, who stayed or moved, against all
// classes of two people. Pairs of one pattern differ only in how common their names and postcodes are. An
// explanation splits a weight into the parts of its comparisons.

import {
  type ComparisonName,
  comparisons,
  levelsOf,
  levelTexts,
  type MatchClass,
  matchClasses,
  type NonMatchClass,
  nonMatchClasses,
  weighedLevelsOf,
} from "../../domain/people/matching.js";
import {
  isOfNamesakes,
  type Likelihood,
  lastName,
  likelihoodAt,
  likelihoods,
  type Mixture,
} from "./mixture.js";
import { type PairClass, pairClasses } from "./priors.js";

/** Columns of compared pairs. Shares of the equal values; NaN where values differ. */
export interface ComparedColumns {
  pattern: Int32Array | Float64Array;
  firstNameShare: Float64Array;
  lastNameShare: Float64Array;
  postcodeShare: Float64Array;
}

/** Weights that all pairs of a pattern share. */
interface PatternWeights {
  /** Log of proportion times likelihood by class, for values of typical frequency. */
  logs: Record<PairClass, number>;
  firstByChance: Likelihood;
  firstOfKin: Likelihood;
  lastByChance: Likelihood;
  areaByChance: Likelihood;
}

const first = comparisons.findIndex(({ name }) => name === "first_name");
const area = comparisons.findIndex(({ name }) => name === "area");

/** Natural log-odds of each pair. */
export const matchWeights = (mixture: Mixture, pairs: ComparedColumns): Float64Array => {
  const { pattern, firstNameShare, lastNameShare, postcodeShare } = pairs;
  const byPattern = weightsByPattern(mixture, pattern);
  const weights = new Float64Array(pattern.length);
  for (let i = 0; i < weights.length; i++) {
    const shared = byPattern.get(pattern[i]!)!;
    const { logs } = shared;
    const firstByChance = rarity(shared.firstByChance, firstNameShare[i]!);
    const firstOfKin = rarity(shared.firstOfKin, firstNameShare[i]!);
    const lastByChance = rarity(shared.lastByChance, lastNameShare[i]!);
    const areaByChance = rarity(shared.areaByChance, postcodeShare[i]!);
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
  const tables = { others: likelihoods(mixture, false), namesakes: likelihoods(mixture, true) };
  const byPattern = new Map<number, PatternWeights>();
  for (let i = 0; i < patterns.length; i++)
    if (!byPattern.has(patterns[i]!))
      byPattern.set(patterns[i]!, patternWeights(mixture, tables, patterns[i]!));
  return byPattern;
};

const patternWeights = (
  mixture: Mixture,
  tables: Record<"others" | "namesakes", Likelihood[][][]>,
  pattern: number,
): PatternWeights => {
  const levels = weighedLevelsOf(pattern);
  const table = isOfNamesakes(levels[lastName]!) ? tables.namesakes : tables.others;
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
    lastByChance: likelihood("unrelated", lastName),
    areaByChance: likelihood("unrelated", area),
  };
};

/** Log of how likely a value of this share is compared with a typical one; 0 where frequency does not matter. */
const rarity = (likelihood: Likelihood, share: number): number =>
  likelihood.slope === 0 || Number.isNaN(share)
    ? 0
    : Math.log(likelihoodAt(likelihood, share) / likelihood.typical);

const logSum = (a: number, b: number): number => Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)));

/** Shares as in `ComparedColumns`; null where values differ. */
export interface ComparedPair {
  pattern: number;
  firstNameShare: number | null;
  lastNameShare: number | null;
  postcodeShare: number | null;
}

export interface WeightExplanation {
  /** Log-odds in bits of one person against all other classes. */
  bits: number;
  kind: MatchClass;
  rival: NonMatchClass;
  /** Log-odds in bits of `kind` against `rival`: the sum of `prior` and the bits of all parts. */
  bitsAgainstRival: number;
  /** Log-odds in bits before any comparison. */
  prior: number;
  /** Comparisons with a value on both sides. */
  parts: WeightPart[];
}

export interface WeightPart {
  comparison: ComparisonName;
  /** Text of the level, as in `comparisons`. */
  level: string;
  bits: number;
}

/**
 * The weight of a pair split by comparison, in bits: each doubles the odds. A sum over classes has no parts,
 * so the likeliest class of one person is compared with the likeliest class of two.
 */
export const explainWeight = (mixture: Mixture, pair: ComparedPair): WeightExplanation => {
  const levels = levelsOf(pair.pattern);
  const bitsOf = bitsByClass(mixture, pair, weighedLevelsOf(pair.pattern));
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
    parts: comparisons.flatMap((comparison, c) =>
      levels[c]! > 0
        ? [
            {
              comparison: comparison.name,
              level: levelTexts(comparison)[levels[c]! - 1]!,
              bits: ours[c]! - theirs[c]!,
            },
          ]
        : [],
    ),
  };
};

const prior = ({ proportion }: Mixture, pairClass: PairClass): number => Math.log2(proportion[pairClass]);

/** Bits of each comparison, in their order. */
const bitsByClass = (mixture: Mixture, pair: ComparedPair, levels: readonly number[]) => {
  const table = likelihoods(mixture, isOfNamesakes(levels[lastName]!));
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
