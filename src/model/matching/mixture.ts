// How likely each level of each comparison is in each class. Where it comes by chance, it depends on the value: two strangers
// are more likely both Smith than both Wigglesworth. The file's own frequencies say how much, and the less so the smaller it is.

import { type Comparison, comparisons } from "../../domain/matching.js";
import {
  levelSourceOf,
  maxTypos,
  namesakes,
  type PairClass,
  pairClasses,
  possibleTypos,
  priorProfiles,
  type Rates,
  typoProfiles,
} from "./priors.js";

/** What was learned of a file's pairs; plain data. */
export interface Mixture {
  profiles: number;
  /** Pairs of each class for one of unrelated people. */
  proportion: Record<PairClass, number>;
  same: Rates;
  kin: Partial<Rates>;
  chance: Rates;
}

/** Of a value whose share of the profiles is known, `slope` × share + `base`, but at most `most`; of any other, `typical`. */
export interface Likelihood {
  typical: number;
  slope: number;
  base: number;
  max: number;
}

/** By class, comparison and level, in the order of these. */
export const likelihoods = (mixture: Mixture): Likelihood[][][] =>
  pairClasses.map((pairClass) =>
    comparisons.map((comparison) => [
      constant(1),
      ...comparison.levels.map((_, i) => likelihoodOf(mixture, pairClass, comparison, i + 1)),
    ]),
  );

export const likelihoodAt = ({ typical, slope, base, max: most }: Likelihood, share: number): number =>
  slope === 0 || Number.isNaN(share) ? typical : Math.min(most, slope * share + base);

const constant = (typical: number): Likelihood => ({ typical, slope: 0, base: typical, max: 1 });

const likelihoodOf = (
  mixture: Mixture,
  pairClass: PairClass,
  comparison: Comparison,
  level: number,
): Likelihood => {
  const { name, levels } = comparison;
  switch (levelSourceOf(pairClass, name)) {
    case "same":
      return constant(mixture.same[name][level - 1]!);
    case "kin":
      return constant(mixture.kin[name]![level - 1]!);
    case "chance":
      return byChance(mixture, comparison, level);
    case "namesake":
      return withNamesakes(byChance(mixture, comparison, level), level === levels.length ? namesakes : 0);
  }
};

const byChance = (mixture: Mixture, { name, levels, frequency }: Comparison, level: number): Likelihood => {
  const typical = mixture.chance[name][level - 1]!;
  if (frequency !== undefined && level === levels.length) return byShare(mixture.profiles, typical);
  if (name === "first_name" && levels[level - 1] === "is a typo away")
    return byTypo(mixture.profiles, typical);
  return constant(typical);
};

const byShare = (profiles: number, typical: number): Likelihood => {
  const trust = profiles / (profiles + priorProfiles);
  return { typical, slope: trust, base: (1 - trust) * typical, max: 1 };
};

/** The rarer of two names a slip apart; its own profile is none of the others that bear it. */
const byTypo = (profiles: number, typical: number): Likelihood => {
  const trust = profiles / (profiles + typoProfiles);
  const usual = (1 - trust) * typical;
  const slope = trust * possibleTypos;
  return { typical, slope, base: usual - slope / profiles, max: trust * maxTypos + usual };
};

/** Of all pairs, `namesakes` have one name on purpose; `equal` are those among this level's. */
const withNamesakes = ({ typical, slope, base, max: most }: Likelihood, equal: number): Likelihood => ({
  typical: (1 - namesakes) * typical + equal,
  slope: (1 - namesakes) * slope,
  base: (1 - namesakes) * base + equal,
  max: (1 - namesakes) * most + equal,
});
