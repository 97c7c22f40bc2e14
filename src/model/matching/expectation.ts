// One round of learning. Expectation: each row's pairs are dealt to the classes by how likely these make its pattern.
// Maximisation: the rates that make what each class was dealt likeliest, with what was believed before counted in. Neither
// lets the likelihood of the table, times how far the rates were believed, fall (Dempster, Laird and Rubin 1977).

import { type ComparisonName, comparisons } from "../../domain/matching.js";
import { pairsOf } from "./chance.js";
import { type LevelSource, levelSourceOf, type PairClass, pairClasses } from "./classes.js";
import { likelihoods, type Mixture } from "./likelihood.js";
import type { PatternTable } from "./patterns.js";
import {
  isLearned,
  kinPrior,
  priorPairs,
  priorProfiles,
  type Rates,
  samePrior,
  usualPairsPerProfile,
} from "./priors.js";

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
