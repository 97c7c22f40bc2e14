// Mixture of pair classes, and the likelihood of each comparison level in each class. A level that arises by
// chance depends on the value (term frequency adjustment): two strangers are more likely both Smith than both
// Wigglesworth. The frequencies of the file say by how much; in a small file they count less.

import { type Comparison, type ComparisonName, comparisons } from "../../domain/people/matching.js";
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

/** Fitted parameters; plain data. Stored as JSON, with these names. */
export interface Mixture {
  profiles: number;
  /** Pairs of each class per pair of unrelated people. */
  proportion: Record<PairClass, number>;
  /** Rates of levels for one person (m-probabilities), for a family, and by chance (u-probabilities). */
  same: Rates;
  kin: Partial<Rates>;
  chance: Rates;
  /** Rates of the first name for two strangers of one last name; absent before a fit. */
  chanceOfNamesakes?: readonly number[];
  /** Rates of the middle initial for two strangers of one whole name. */
  chanceOfMiddle?: readonly number[];
  /** Rates of the area for two strangers of one last name. */
  chanceOfArea?: readonly number[];
}

/** Position of the last name among the comparisons. */
export const lastName = comparisons.findIndex(({ name }) => name === "last_name");
/** Whether this level of the last name says that both have one. */
export const isOfNamesakes = (level: number): boolean => level === comparisons[lastName]!.levels.length;

/**
 * Natural log of the odds that two addresses of one name need beyond those of others, at most twice as much. Where
 * the names of strangers go together, as in a file of several countries, they do so more for some than for others:
 * how many have a name, the file shows least of all.
 */
export const extraOddsOfMove = ({ chance, chanceOfNamesakes }: Mixture): number => {
  const [ofAnyTwo, ofNamesakes] = [chance.first_name.at(-1)!, chanceOfNamesakes?.at(-1)];
  return ofNamesakes === undefined
    ? Math.LN2
    : Math.min(Math.LN2, Math.max(0, Math.log(ofNamesakes / ofAnyTwo)));
};

/**
 * The mixture for pairs within a component of linked records, where unrelated people are no more frequent than
 * all related pairs together. Two records that have nothing in common but their component are then not
 * contradicted by it: only what differs tells them apart.
 */
export const linkedMixture = (mixture: Mixture): Mixture => {
  const { unrelated, ...related } = mixture.proportion;
  const linked = Object.values(related).reduce((sum, share) => sum + share, 0);
  return { ...mixture, proportion: { ...related, unrelated: Math.min(unrelated, linked) } };
};

/** For a value with a known share: `slope` × share + `base`, at most `max`. For any other value: `typical`. */
export interface Likelihood {
  typical: number;
  slope: number;
  base: number;
  max: number;
}

/** Likelihoods by class, comparison and level, for two records with one last name or for any others. */
export const likelihoods = (mixture: Mixture, areNamesakes: boolean): Likelihood[][][] =>
  pairClasses.map((pairClass) =>
    comparisons.map((comparison) => [
      constant(1),
      ...comparison.levels.map((_, i) => likelihoodOf(mixture, pairClass, comparison, i + 1, areNamesakes)),
    ]),
  );

export const likelihoodAt = ({ typical, slope, base, max }: Likelihood, share: number): number =>
  slope === 0 || Number.isNaN(share) ? typical : Math.min(max, slope * share + base);

const constant = (typical: number): Likelihood => ({ typical, slope: 0, base: typical, max: 1 });

/**
 * Equal customer numbers are as likely in any class: they are the owner's word and need no weight, and where
 * a crowd has one, such as `GUEST`, it must not speak for one person. They only count for how often a person
 * has two.
 */
const likelihoodOf = (
  mixture: Mixture,
  pairClass: PairClass,
  comparison: Comparison,
  level: number,
  areNamesakes: boolean,
): Likelihood => {
  const { name, levels } = comparison;
  const chance = () => byChance(mixture, comparison, level, areNamesakes);
  if (mixture.same[name] === undefined) return constant(1);
  if (name === "customer_id" && level === levels.length) return constant(1);
  switch (levelSourceOf(pairClass, name)) {
    case "same":
      return constant(mixture.same[name][level - 1]!);
    case "kin":
      return constant(mixture.kin[name]![level - 1]!);
    case "chance":
      return chance();
    case "namesake":
      return withNamesakes(byAnyChance(mixture, comparison, level), level === levels.length ? namesakes : 0);
  }
};

const byChance = (
  mixture: Mixture,
  comparison: Comparison,
  level: number,
  areNamesakes: boolean,
): Likelihood => {
  const likelihood = byAnyChance(mixture, comparison, level);
  const rates = areNamesakes ? ratesOfNamesakes(mixture, comparison) : undefined;
  return rates === undefined ? likelihood : scaled(likelihood, rates[level - 1]! / likelihood.typical);
};

const ratesOfNamesakes = (
  { chanceOfNamesakes, chanceOfMiddle, chanceOfArea }: Mixture,
  { name }: Comparison,
): readonly number[] | undefined => {
  const rates: Partial<Record<ComparisonName, readonly number[] | undefined>> = {
    first_name: chanceOfNamesakes,
    middle_name: chanceOfMiddle,
    area: chanceOfArea,
  };
  return rates[name];
};

const scaled = ({ typical, slope, base, max }: Likelihood, by: number): Likelihood => ({
  typical: by * typical,
  slope: by * slope,
  base: by * base,
  max: Math.min(1, by * max),
});

const byAnyChance = (
  mixture: Mixture,
  { name, levels, frequency }: Comparison,
  level: number,
): Likelihood => {
  const typical = mixture.chance[name][level - 1]!;
  if (frequency !== undefined && level === levels.length) return byShare(mixture.profiles, typical);
  if (name === "first_name" && levels[level - 1] === "differs by a typo")
    return byTypo(mixture.profiles, typical);
  return constant(typical);
};

const byShare = (profiles: number, typical: number): Likelihood => {
  const trust = profiles / (profiles + priorProfiles);
  return { typical, slope: trust, base: (1 - trust) * typical, max: 1 };
};

/** Likelihood by the share of the rarer of two names that differ by a typo, without the profile itself. */
const byTypo = (profiles: number, typical: number): Likelihood => {
  const trust = profiles / (profiles + typoProfiles);
  const fromPrior = (1 - trust) * typical;
  const slope = trust * possibleTypos;
  return { typical, slope, base: fromPrior - slope / profiles, max: trust * maxTypos + fromPrior };
};

/** A share `namesakes` of family pairs have one name on purpose. `equal`: those of this level. */
const withNamesakes = ({ typical, slope, base, max }: Likelihood, equal: number): Likelihood => ({
  typical: (1 - namesakes) * typical + equal,
  slope: (1 - namesakes) * slope,
  base: (1 - namesakes) * base + equal,
  max: (1 - namesakes) * max + equal,
});
