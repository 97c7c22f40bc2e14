// What is believed before a file is seen, and what a small file is held to: rates from files of customers whose duplicates
// are known. A large file overrules all of them but the few that its pairs cannot tell.

import {
  type ComparisonName,
  type MatchClass,
  matchClasses,
  type NonMatchClass,
  nonMatchClasses,
} from "../../domain/matching.js";

/** Of each comparison, how often each level from 1 upwards; a missing value, level 0, tells nothing in any class. */
export type Rates = Record<ComparisonName, number[]>;

/** So many pairs' worth of belief in the rates of one person and of a family. */
export const priorPairs = 50;

/** So many profiles' worth of belief in how often classes come, how common names are and what is alike by chance. */
export const priorProfiles = 100;

/**
 * One person twice: slips of the keyboard, initials and nicknames, a changed e-mail address, a name given up in marriage. A
 * suffix is there to tell father and son apart; nobody takes the other's.
 */
export const samePrior: Rates = {
  first_name: [0.035, 0.02, 0.05, 0.045, 0.1, 0.75],
  last_name: [0.04, 0.01, 0.05, 0.02, 0.88],
  address: [0.03, 0.005, 0.02, 0.02, 0.07, 0.855],
  unit: [0.03, 0.97],
  area: [0.01, 0.01, 0.005, 0.035, 0.03, 0.91],
  email: [0.15, 0.03, 0.82],
  phone: [0.14, 0.03, 0.83],
  suffix: [1e-6, 1 - 1e-6],
  middle_name: [0.25, 0.75],
  birth_date: [0.02, 0.01, 0.07, 0.9],
  national_id: [0.03, 0.05, 0.92],
};

/**
 * Two people of one family: mostly one last name, at times one telephone, seldom one e-mail address. A birthday is shared
 * by twins alone, a national number by mistake; father and son, named alike, differ in the suffix.
 */
export const kinPrior: Partial<Rates> = {
  last_name: [0.14, 0.01, 0.01, 0.005, 0.835],
  email: [0.95, 0.002, 0.048],
  phone: [0.75, 0.002, 0.248],
  suffix: [0.95, 0.05],
  birth_date: [0.955, 0.03, 0.01, 0.005],
  national_id: [0.997, 0.001, 0.002],
};

/** Too few pairs have a suffix on both sides to learn from, and fathers would teach that it is a slip. */
export const isLearned = (comparison: ComparisonName): boolean => comparison !== "suffix";

/** Two members of a family with one first name: a junior, or a grandmother's name. */
export const namesakes = 0.004;

/**
 * A slip turns a name into any of so many; so a spelling that others bear, too, is this many times likelier by chance than its
 * share, up to the cap, and one that nobody else bears is a slip. Only in large files is it known that nobody does.
 */
export const possibleTypos = 120;
export const maxTypos = 0.05;
export const typoProfiles = 20_000;

/** Two unrelated people, in a country of many names and places. A birthday is one of 25,000 days or so. */
export const chancePrior = (profiles: number): Rates => ({
  first_name: [0.873, 0.09, 0.02, 0.006, 0.003, 0.008],
  last_name: [0.922, 0.07, 0.004, 0.002, 0.002],
  address: [0.9377, 0.002, 0.06, 0.0001, 0.0001, 0.0001],
  unit: [0.93, 0.07],
  area: [0.82, 0.15, 0.001, 0.018, 0.001, 0.01],
  email: contact(profiles, 0.002, 1e-6),
  phone: contact(profiles, 0.004, 1e-7),
  suffix: [0.5, 0.5],
  middle_name: [0.93, 0.07],
  birth_date: [0.9783, 0.019, 0.00266, 0.00004],
  national_id: contact(profiles, 0.001, 1e-6),
});

/**
 * What is meant to be one person's own is shared with strangers by mistakes, of which a profile has `mistakes` in a file
 * of any size; random pairs are too few to meet them.
 */
const contact = (profiles: number, mistakes: number, alike: number): number[] => {
  const same = mistakes / Math.max(profiles, 1000);
  return [1 - alike - same, alike, same];
};

export const isEstimatedByChance = (comparison: ComparisonName): boolean =>
  comparison !== "email" && comparison !== "phone" && comparison !== "national_id";

/** Pairs of each class that a profile is in, over two: one in ten people twice, and one in ten with a family member. */
export const usualPairsPerProfile: Record<Exclude<PairClass, "unrelated">, number> = {
  stayed: 0.1,
  moved: 0.02,
  household: 0.1,
  relative: 0.05,
};

/** Where learning starts from: classes' shares of the candidates. */
export const initialShares: Record<Exclude<PairClass, "unrelated">, number> = {
  stayed: 0.3,
  moved: 0.02,
  household: 0.3,
  relative: 0.01,
};

// What two records may be to each other: five latent classes. Two of them are one person and three are not, because where
// names and addresses are all there is, the rival of "the same person" is not a stranger but somebody of the same household.

export type PairClass = MatchClass | NonMatchClass;
export const pairClasses: readonly PairClass[] = [...matchClasses, ...nonMatchClasses];

/** What decides how a comparison comes out: one person's slips, what a family shares, or chance, with or without namesakes. */
export type LevelSource = "same" | "kin" | "chance" | "namesake";

const ofPlace: ReadonlySet<ComparisonName> = new Set(["address", "unit", "area"]);

/**
 * Each table of rates is shared by all classes in which the same thing happens: an address is written no worse by two members
 * of a household than by one person twice, and where somebody moved to is anybody's address.
 */
export const levelSourceOf = (pairClass: PairClass, comparison: ComparisonName): LevelSource => {
  if (pairClass === "unrelated") return "chance";
  if (ofPlace.has(comparison)) return pairClass === "stayed" || pairClass === "household" ? "same" : "chance";
  if (pairClass === "stayed" || pairClass === "moved") return "same";
  if (comparison === "first_name") return "namesake";
  return comparison === "middle_name" ? "chance" : "kin";
};
