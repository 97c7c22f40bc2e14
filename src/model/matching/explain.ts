// The receipt of a pair: what speaks for one person and what against, field by field, in bits: each halves or doubles the odds.
// A sum over classes has no parts, so the likeliest way of being one person is held against the likeliest of being two.

import {
  type ComparisonName,
  comparisons,
  levelsOf,
  type MatchClass,
  matchClasses,
  type NonMatchClass,
  nonMatchClasses,
} from "../../domain/matching.js";
import { type PairClass, pairClasses } from "./classes.js";
import { likelihoodAt, likelihoods, type Mixture } from "./likelihood.js";
import { matchWeights } from "./weigh.js";

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
