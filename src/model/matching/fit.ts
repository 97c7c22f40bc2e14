// Fit of the mixture of pair classes: Fellegi and Sunter's record linkage (1969) with five classes instead of
// two, by expectation maximisation (Dempster, Laird and Rubin 1977) on the table of patterns, without labels.
// Only candidate pairs are compared, and all others count as unrelated, so proportions of classes are
// relative to one unrelated pair.

import { type ComparisonName, comparisons } from "../../domain/people/matching.js";
import type { HeldRate } from "../../domain/people/people.js";
import {
  chanceOfArea,
  chanceOfMiddle,
  chanceOfNamesakes,
  chanceRates,
  type ProfileStatistics,
  pairsOf,
} from "./chance-rates.js";
import { isOfNamesakes, lastName, likelihoods, type Mixture } from "./mixture.js";
import { type PatternCounts, type PatternTable, patternTable } from "./pattern-table.js";
import {
  kinPrior,
  type LevelSource,
  levelSourceOf,
  maxDriftBits,
  minSameRates,
  type PairClass,
  pairClasses,
  priorPairs,
  priorProfiles,
  type Rates,
  type StartingShares,
  samePrior,
  startingShares,
  tellingProfiles,
  usualPairsPerProfile,
} from "./priors.js";

const maxRounds = 200;
/** Rates that change by less have converged. */
const tolerance = 1e-4;
/** Number of times that chance rates are estimated again, without the pairs that turned out to be related. */
const recounts = 6;

/** Patterns of random pairs: of any two profiles, and of two with one last name. */
export interface RandomPairs<Counts = PatternCounts> {
  anyTwo: Counts;
  namesakes: Counts;
}

/** `candidates` and `random`: patterns of candidate pairs and of random pairs. Their order does not matter. */
export const fitMixture = (
  candidates: PatternCounts,
  random: RandomPairs,
  statistics: ProfileStatistics,
): Mixture => {
  const table = patternTable(candidates);
  const sample = { anyTwo: patternTable(random.anyTwo), namesakes: patternTable(random.namesakes) };
  const allOf = ({ pairs }: PatternTable) => pairs;
  const chance = chanceTables(sample, allOf, statistics);
  const weight =
    (priorPairs * (1 + tellingProfiles / Math.max(statistics.profiles, 2))) / (statistics.independence ?? 1);
  const fits = startingShares.map((shares) =>
    fitRates(initialMixture(table, chance, statistics, shares), table, weight),
  );
  let mixture = likeliestFit(fits, table);
  for (let recount = 0; recount < recounts; recount++) {
    const fitted = mixture;
    const recounted = chanceTables(sample, (of) => unrelatedPairs(fitted, of), statistics);
    mixture = fitRates({ ...mixture, ...recounted }, table, weight);
  }
  return mixture;
};

type ChanceTables = Pick<Mixture, "chance" | "chanceOfNamesakes" | "chanceOfMiddle" | "chanceOfArea">;

const chanceTables = (
  { anyTwo, namesakes }: RandomPairs<PatternTable>,
  unrelatedOf: (table: PatternTable) => Float64Array,
  statistics: ProfileStatistics,
): ChanceTables => {
  const chance = chanceRates(anyTwo, unrelatedOf(anyTwo), statistics);
  const unrelated = unrelatedOf(namesakes);
  return {
    chance,
    chanceOfNamesakes: chanceOfNamesakes(namesakes, unrelated, chance),
    chanceOfMiddle: chanceOfMiddle(namesakes, unrelated),
    chanceOfArea: chanceOfArea(namesakes, unrelated, chance),
  };
};

const initialMixture = (
  { pairs }: PatternTable,
  chance: ChanceTables,
  { profiles }: ProfileStatistics,
  shares: StartingShares,
): Mixture => {
  const candidates = pairs.reduce((sum, count) => sum + count, 0);
  const totals = pairClasses.map((k) => (k === "unrelated" ? 0 : shares[k] * candidates));
  return {
    profiles,
    proportion: proportions(totals, profiles),
    same: samePrior,
    kin: kinPrior,
    ...chance,
  };
};

const fitRates = (first: Mixture, table: PatternTable, samePriorPairs: number): Mixture => {
  let mixture = first;
  for (let round = 0; round < maxRounds; round++) {
    const before = mixture;
    mixture = emRound(before, table, samePriorPairs);
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
  const expected = responsibilities(mixture, sample);
  const unrelated = pairClasses.indexOf("unrelated");
  return sample.pairs.map((_, row) => expected[row * pairClasses.length + unrelated]!);
};

const classes = pairClasses.length;
const fields = comparisons.length;
/** The largest number of levels of a comparison, with level 0 for a missing value. */
const width = 1 + Math.max(...comparisons.map(({ levels }) => levels.length));

/** Likelihood of each class, times its proportion, row by row. */
const weighedLikelihoods = (mixture: Mixture, { rows, levels }: PatternTable): Float64Array => {
  const [ofOthers, ofNamesakes] = [flatLikelihoods(mixture, false), flatLikelihoods(mixture, true)];
  const weighed = new Float64Array(rows * classes);
  for (let row = 0; row < rows; row++) {
    const factors = isOfNamesakes(levels[row * fields + lastName]!) ? ofNamesakes : ofOthers;
    for (let k = 0; k < classes; k++) {
      let likelihood = mixture.proportion[pairClasses[k]!];
      for (let c = 0; c < fields; c++)
        likelihood *= factors[(k * fields + c) * width + levels[row * fields + c]!]!;
      weighed[row * classes + k] = likelihood;
    }
  }
  return weighed;
};

const totalOf = (weighed: Float64Array, row: number): number => {
  let total = 0;
  for (let k = 0; k < classes; k++) total += weighed[row * classes + k]!;
  return total;
};

/** The expectation: expected number of pairs of each class, row by row. */
export const responsibilities = (mixture: Mixture, table: PatternTable): Float64Array => {
  const expected = weighedLikelihoods(mixture, table);
  for (let row = 0; row < table.rows; row++) {
    const total = totalOf(expected, row);
    for (let k = 0; k < classes; k++) expected[row * classes + k]! *= table.pairs[row]! / total;
  }
  return expected;
};

/**
 * Log of the posterior probability, up to a constant: the likelihood of the pairs, and the priors of class
 * sizes and rates.
 */
export const logPosterior = (mixture: Mixture, table: PatternTable): number => {
  const weighed = weighedLikelihoods(mixture, table);
  const { profiles, proportion } = mixture;
  const ofPairs = table.pairs.reduce((sum, count, row) => sum + count * Math.log(totalOf(weighed, row)), 0);
  const ofSizes = Object.entries(usualPairsPerProfile).map(
    ([k, usual]) =>
      priorProfiles * usual * Math.log(proportion[k as PairClass]) -
      pairsOf(profiles) * (1 + priorProfiles / Math.max(profiles, 2)) * proportion[k as PairClass],
  );
  return (
    ofPairs +
    ofSizes.reduce((a, b) => a + b) +
    logPrior("same", mixture.same, samePrior) +
    logPrior("kin", mixture.kin, kinPrior)
  );
};

const logPrior = (source: "same" | "kin", rates: Partial<Rates>, prior: Partial<Rates>): number =>
  comparisons
    .filter(({ name }) => maxDriftBits(source, name) > 0 && prior[name] !== undefined)
    .flatMap(({ name }) => prior[name]!.map((rate, i) => priorPairs * rate * Math.log(rates[name]![i]!)))
    .reduce((a, b) => a + b);

/**
 * The likeliest of the fits with the fewest rates at their limits. Expectation maximisation finds the nearest
 * maximum, which can be one where a class has taken in pairs of another: then more of its rates are held at
 * their limits, and it may still be the likeliest.
 */
export const likeliestFit = (fits: readonly Mixture[], table: PatternTable): Mixture => {
  const held = fits.map((fit) => heldRates(fit).length);
  const fewest = Math.min(...held);
  return fits
    .filter((_, i) => held[i] === fewest)
    .map((fit) => ({ fit, posterior: logPosterior(fit, table) }))
    .reduce((best, next) => (next.posterior > best.posterior ? next : best)).fit;
};

const flatLikelihoods = (mixture: Mixture, areNamesakes: boolean): Float64Array => {
  const flat = new Float64Array(classes * fields * width);
  likelihoods(mixture, areNamesakes).forEach((ofClass, k) => {
    ofClass.forEach((ofField, c) => {
      ofField.forEach(({ typical }, level) => {
        flat[(k * fields + c) * width + level] = typical;
      });
    });
  });
  return flat;
};

/**
 * One round of expectation maximisation. The new rates are the most likely ones for the expected counts and
 * the prior. A round never lowers the posterior probability of the rates. `samePriorPairs`: weight of the
 * prior for one person, so that a few people of one name do not teach that everyone has several numbers and
 * mailboxes.
 */
export const emRound = (mixture: Mixture, table: PatternTable, samePriorPairs = priorPairs): Mixture => {
  const expected = responsibilities(mixture, table);
  const counts = levelCounts(table, expected);
  return {
    ...mixture,
    proportion: proportions(classTotals(expected), mixture.profiles),
    same: estimatedRates("same", { rates: samePrior, pairs: samePriorPairs }, counts) as Rates,
    kin: estimatedRates("kin", { rates: kinPrior, pairs: priorPairs }, counts),
  };
};

/** Expected counts by class, comparison and level. */
const levelCounts = ({ rows, levels }: PatternTable, expected: Float64Array): Float64Array => {
  const counts = new Float64Array(classes * fields * width);
  for (let row = 0; row < rows; row++)
    for (let k = 0; k < classes; k++)
      for (let c = 0; c < fields; c++)
        counts[(k * fields + c) * width + levels[row * fields + c]!]! += expected[row * classes + k]!;
  return counts;
};

const classTotals = (expected: Float64Array): number[] => {
  const totals = new Array<number>(classes).fill(0);
  for (let i = 0; i < expected.length; i++) totals[i % classes]! += expected[i]!;
  return totals;
};

/** Levels whose rate is at its limit, which the records would have moved further. */
export const heldRates = ({ same, kin }: Mixture): HeldRate[] => [
  ...heldOf("same", same, samePrior),
  ...heldOf("kin", kin, kinPrior),
];

const heldOf = (source: "same" | "kin", rates: Partial<Rates>, prior: Partial<Rates>): HeldRate[] =>
  comparisons.flatMap(({ name, levels }) => {
    const maxDrift = maxDriftBits(source, name);
    if (maxDrift === 0 || rates[name] === undefined) return [];
    const isHeld = (i: number) => rates[name]![i]! >= prior[name]![i]! * 2 ** maxDrift * (1 - 1e-9);
    return levels
      .filter((_, i) => isHeld(i))
      .map((level) => ({ among: source === "same" ? "person" : "family", comparison: name, level }));
  });

/** Rates of a source, level by level, from the counts of all classes that use it and its prior. */
const estimatedRates = (
  source: "same" | "kin",
  prior: { rates: Partial<Rates>; pairs: number },
  counts: Float64Array,
): Partial<Rates> => {
  const entries = comparisons.flatMap(({ name }, c) => {
    const priorRates = prior.rates[name];
    if (priorRates === undefined) return [];
    const maxDrift = maxDriftBits(source, name);
    if (maxDrift === 0) return [[name, priorRates]];
    const weighed = priorRates.map(
      (rate, i) => prior.pairs * rate + countFor(source, name, c, i + 1, counts),
    );
    const rates = withinDrift(normalised(weighed), priorRates, maxDrift);
    return [[name, source === "same" ? atLeast(rates, minSameRates[name]) : rates]];
  });
  return Object.fromEntries(entries);
};

/**
 * The rates, none of them more than `maxBits` above its prior; what is cut off goes to the others in
 * proportion. A rate may fall as far as it likes: fewer differences than usual are no sign of a fit gone
 * astray.
 */
const withinDrift = (rates: readonly number[], prior: readonly number[], maxBits: number): number[] => {
  const limits = prior.map((rate) => rate * 2 ** maxBits);
  const isHeld = rates.map((rate, i) => rate >= limits[i]!);
  if (rates.every((rate, i) => rate <= limits[i]!)) return [...rates];
  const total = (of: readonly number[], held: boolean) =>
    of.reduce((sum, rate, i) => (isHeld[i] === held ? sum + rate : sum), 0);
  const left = 1 - total(limits, true);
  const others = total(rates, false);
  const next = rates.map((rate, i) => (isHeld[i] ? limits[i]! : (rate / others) * left));
  return withinDrift(next, prior, maxBits);
};

/** The rates, none of them below its minimum; what is added is taken from the others in proportion. */
const atLeast = (rates: readonly number[], min: readonly number[] | undefined): number[] => {
  const isBelow = (i: number) => rates[i]! < (min?.[i] ?? 0);
  const kept = rates.filter((_, i) => !isBelow(i)).reduce((sum, rate) => sum + rate, 0);
  const raised = rates.reduce((sum, _, i) => (isBelow(i) ? sum + min![i]! : sum), 0);
  return rates.map((rate, i) => (isBelow(i) ? min![i]! : (rate / kept) * (1 - raised)));
};

const countFor = (
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
 * `totals`: number of pairs of each class. Relatives who live apart look like unrelatedEqual with the same
 * last name, so their number is taken to be at least that of people who moved; otherwise namesakes of one
 * family would count as moved people. This floor is not part of the maximisation.
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
