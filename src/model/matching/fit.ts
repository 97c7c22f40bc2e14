// Fellegi and Sunter's record linkage (1969) with more than two classes, fitted without labels by expectation and maximisation
// on the table of patterns. Candidates are few of all pairs, and every pair that is none is taken for unrelated: so classes are
// counted per pair of the file, against one unrelated pair each.

import { type Comparison, type ComparisonName, comparisons, levelsOf } from "../../domain/matching.js";
import { likelihoods, type Mixture } from "./mixture.js";
import {
  chancePrior,
  initialShares,
  isEstimatedByChance,
  isLearned,
  kinPrior,
  type LevelSource,
  levelSourceOf,
  type PairClass,
  pairClasses,
  priorPairs,
  priorProfiles,
  type Rates,
  samePrior,
  usualPairsPerProfile,
} from "./priors.js";

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

// One round of learning. Expectation: each row's pairs are dealt to the classes by how likely these make its pattern.
// Maximisation: the rates that make what each class was dealt likeliest, with what was believed before counted in. Neither
// lets the likelihood of the table, times how far the rates were believed, fall (Dempster, Laird and Rubin 1977).

const classes = pairClasses.length;
const fields = comparisons.length;
/** Levels that a comparison has at most, the missing value among them. */
const width = 1 + Math.max(...comparisons.map(({ levels }) => levels.length));

/** Row by row, how many of its pairs are of each class. */
export const responsibilities = (mixture: Mixture, { rows, levels, pairs }: PatternTable): Float64Array => {
  const factors = flatLikelihoods(mixture);
  const dealt = new Float64Array(rows * classes);
  for (let row = 0; row < rows; row++) {
    let total = 0;
    for (let k = 0; k < classes; k++) {
      let likelihood = mixture.proportion[pairClasses[k]!];
      for (let c = 0; c < fields; c++)
        likelihood *= factors[(k * fields + c) * width + levels[row * fields + c]!]!;
      dealt[row * classes + k] = likelihood;
      total += likelihood;
    }
    for (let k = 0; k < classes; k++) dealt[row * classes + k]! *= pairs[row]! / total;
  }
  return dealt;
};

const flatLikelihoods = (mixture: Mixture): Float64Array => {
  const flat = new Float64Array(classes * fields * width);
  likelihoods(mixture).forEach((ofClass, k) => {
    ofClass.forEach((ofField, c) => {
      ofField.forEach(({ typical }, level) => {
        flat[(k * fields + c) * width + level] = typical;
      });
    });
  });
  return flat;
};

export const emRound = (mixture: Mixture, table: PatternTable): Mixture => {
  const dealt = responsibilities(mixture, table);
  const counts = levelCounts(table, dealt);
  return {
    ...mixture,
    proportion: proportions(classTotals(dealt), mixture.profiles),
    same: learned("same", samePrior, counts) as Rates,
    kin: learned("kin", kinPrior, counts),
  };
};

/** By class, comparison and level. */
const levelCounts = ({ rows, levels }: PatternTable, dealt: Float64Array): Float64Array => {
  const counts = new Float64Array(classes * fields * width);
  for (let row = 0; row < rows; row++)
    for (let k = 0; k < classes; k++)
      for (let c = 0; c < fields; c++)
        counts[(k * fields + c) * width + levels[row * fields + c]!]! += dealt[row * classes + k]!;
  return counts;
};

const classTotals = (dealt: Float64Array): number[] => {
  const totals = new Array<number>(classes).fill(0);
  for (let i = 0; i < dealt.length; i++) totals[i % classes]! += dealt[i]!;
  return totals;
};

/** What all classes that draw on a table were dealt, and what was believed of it, level by level. */
const learned = (source: LevelSource, prior: Partial<Rates>, counts: Float64Array): Partial<Rates> => {
  const entries = comparisons.flatMap(({ name }, c) => {
    const believed = prior[name];
    if (believed === undefined) return [];
    if (!isLearned(name)) return [[name, believed]];
    return [
      [
        name,
        normalised(believed.map((rate, i) => priorPairs * rate + drawn(source, name, c, i + 1, counts))),
      ],
    ];
  });
  return Object.fromEntries(entries);
};

const drawn = (
  source: LevelSource,
  name: ComparisonName,
  c: number,
  level: number,
  counts: Float64Array,
): number =>
  pairClasses.reduce(
    (sum, pairClass, k) =>
      levelSourceOf(pairClass, name) === source ? sum + counts[(k * fields + c) * width + level]! : sum,
    0,
  );

const normalised = (counts: readonly number[]): number[] => {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => count / total);
};

/**
 * `totals` is how many pairs each class has. A relative elsewhere is not told from a stranger of the same last name; there are
 * taken to be as many as people who moved, if fewer show, lest namesakes of one family are taken for movers. This floor is
 * no part of what is maximised.
 */
export const proportions = (totals: readonly number[], profiles: number): Mixture["proportion"] => {
  const pairs = pairsOf(profiles) * (1 + priorProfiles / Math.max(profiles, 2));
  const of = (pairClass: Exclude<PairClass, "unrelated">) =>
    (totals[pairClasses.indexOf(pairClass)]! + priorProfiles * usualPairsPerProfile[pairClass]) / pairs;
  return {
    stayed: of("stayed"),
    moved: of("moved"),
    household: of("household"),
    relative: Math.max(of("relative"), of("moved")),
    unrelated: 1,
  };
};

// What is alike by chance is seen in random pairs. In a small file some of these are no strangers: they are taken out as far as
// the mixture knows them, and what is left is held to what is usual as if a hundred profiles had been seen before.

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

// Pairs by their pattern: a file of any size is a table of a few thousand rows to whoever learns from it.

/** How many pairs have each pattern. */
export interface PatternCounts {
  pattern: Int32Array | Float64Array;
  pairs: Float64Array;
}

export interface PatternTable {
  rows: number;
  /** Row by row, the level of each comparison. */
  levels: Uint8Array;
  pairs: Float64Array;
}

/** In ascending order of the pattern, each once, so that sums do not depend on the order in which they come. */
export const patternTable = ({ pattern, pairs }: PatternCounts): PatternTable => {
  const order = Array.from(pattern.keys()).sort((a, b) => pattern[a]! - pattern[b]! || pairs[a]! - pairs[b]!);
  const counted = new Map<number, number>();
  for (const i of order) counted.set(pattern[i]!, (counted.get(pattern[i]!) ?? 0) + pairs[i]!);
  const levels = new Uint8Array(counted.size * comparisons.length);
  let row = 0;
  for (const code of counted.keys()) levels.set(levelsOf(code), comparisons.length * row++);
  return { rows: counted.size, levels, pairs: Float64Array.from(counted.values()) };
};
