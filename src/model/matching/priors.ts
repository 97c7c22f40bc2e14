// Pair classes, and prior rates of comparison levels in each. The priors come from customer files with known
// duplicates. They stabilise small files; a large file overrules all except the few that its pairs cannot
// show.

import {
  type ComparisonName,
  type MatchClass,
  matchClasses,
  type NonMatchClass,
  nonMatchClasses,
} from "../../domain/people/matching.js";

/** For each comparison, the rate of each level from 1 on. Level 0, a missing value, is no evidence in any class. */
export type Rates = Record<ComparisonName, number[]>;

/** Weight of the priors for one person and a family, in pairs. */
export const priorPairs = 50;
/**
 * So many profiles tell as much as their pairs. Those of a smaller file are a few families and offices, which
 * would teach that a mailbox is one person's or that each person has two, so the priors weigh more there.
 */
export const tellingProfiles = 1_000;

/** Weight of the priors for classes, shares of values and chance rates, in profiles. */
export const priorProfiles = 100;

/**
 * Two records of one person: typos, initials, nicknames, a new e-mail address, a new name after marriage. A
 * suffix distinguishes father from son, and hardly anyone writes the wrong one. Where both are known, a
 * record without one is either's.
 */
export const samePrior: Rates = {
  first_name: [0.035, 0.02, 0.05, 0.05, 0.045, 0.1, 0.7],
  last_name: [0.04, 0.01, 0.05, 0.02, 0.88],
  address: [0.03, 0.005, 0.02, 0.02, 0.07, 0.855],
  unit: [0.03, 0.97],
  area: [0.01, 0.01, 0.005, 0.035, 0.03, 0.91],
  email: [0.15, 0.03, 0.82],
  phone: [0.14, 0.03, 0.83],
  suffix: [1e-6, 0.003, 0.997 - 1e-6],
  middle_name: [0.25, 0.75],
  birth_date: [0.006, 0.014, 0.01, 0.07, 0.9],
  national_id: [0.03, 0.05, 0.92],
  customer_id: [0.1, 0.9],
};

/**
 * Two people of one family: mostly one last name, sometimes one phone number, rarely one e-mail address.
 * Twins share a birth date, and more than are born are taken to do so, since a person with a second first
 * name is as rare. A national id is shared by mistake. A father and son with one name differ in the suffix.
 */
export const kinPrior: Partial<Rates> = {
  last_name: [0.14, 0.01, 0.01, 0.005, 0.835],
  email: [0.95, 0.002, 0.048],
  phone: [0.75, 0.002, 0.248],
  suffix: [0.45, 0.5, 0.05],
  birth_date: [0.595, 0.345, 0.03, 0.01, 0.02],
  national_id: [0.997, 0.001, 0.002],
  customer_id: [0.97, 0.03],
};

/**
 * Distance by which a learned rate may leave its prior, in bits; 0 keeps the prior. Too few pairs have two
 * suffixes to estimate a rate. What a family shares by definition is not learned either: else one person
 * under two first names passes for two of one family, who then share birthdays, and a birthday tells nothing
 * any more. What a person keeps for life stays near its prior, since fathers and sons would teach that birth
 * dates change, and neighbours that flats, houses and the names of families do.
 */
export const maxDriftBits = (source: "same" | "kin", comparison: ComparisonName): number => {
  if (comparison === "suffix") return 0;
  if (comparison === "birth_date" || comparison === "national_id") return source === "kin" ? 0 : 2;
  if (comparison === "customer_id" && source === "kin") return 0;
  if (comparison === "unit" || comparison === "address") return 2;
  if (comparison === "first_name" && source === "same") return 2;
  return source === "kin" && comparison === "last_name" ? 1.5 : 4;
};

/**
 * The smallest rates that are learned. People do open second accounts, so two customer numbers are never
 * worth more than four bits. In a file of which each row has a number of its own, they are worth nothing.
 */
export const minSameRates: Partial<Rates> = { customer_id: [0.06, 0] };

/** Share of pairs in a family with one first name: a junior, or a girl named after her grandmother. */
export const namesakes = 0.004;

/**
 * A typo turns a name into any of this many spellings. So a spelling that other people have too is this many
 * times more likely by chance than its share, up to `maxTypos`, and one that nobody else has is a typo. Only
 * a large file shows that nobody has it.
 */
export const possibleTypos = 120;
export const maxTypos = 0.05;
export const typoProfiles = 20_000;

/**
 * Two unrelated people, in a country with many names and places. A birth date is one of about 25,000. Equal
 * customer numbers are the owner's word and need no weight, so they are taken to be common among strangers,
 * as is a number such as `GUEST`.
 */
export const chancePrior = (profiles: number): Rates => ({
  first_name: [0.87, 0.09, 0.02, 0.003, 0.006, 0.003, 0.008],
  last_name: [0.922, 0.07, 0.004, 0.002, 0.002],
  address: [0.9377, 0.002, 0.06, 0.0001, 0.0001, 0.0001],
  unit: [0.93, 0.07],
  area: [0.82, 0.15, 0.001, 0.018, 0.001, 0.01],
  email: contact(profiles, 0.002, 1e-6),
  phone: contact(profiles, 0.004, 1e-7),
  suffix: [0.4, 0.2, 0.4],
  middle_name: [0.93, 0.07],
  birth_date: [0.62, 0.3583, 0.019, 0.00266, 0.00004],
  national_id: contact(profiles, 0.001, 1e-6),
  customer_id: [0.97, 0.03],
});

/**
 * A contact is shared with a stranger only by mistake, `mistakes` times per profile in a file of any size.
 * Random pairs are too few to show that.
 */
const contact = (profiles: number, mistakes: number, similar: number): number[] => {
  const same = mistakes / Math.max(profiles, 1000);
  return [1 - similar - same, similar, same];
};

export const isEstimatedByChance = (comparison: ComparisonName): boolean =>
  !["email", "phone", "national_id", "customer_id"].includes(comparison);

/** Pairs of each class per profile: one in ten people is there twice, one in ten has a family member. */
export const usualPairsPerProfile: Record<Exclude<PairClass, "unrelated">, number> = {
  stayed: 0.1,
  moved: 0.02,
  household: 0.1,
  relative: 0.05,
};

/** Shares of classes among candidate pairs. */
export type StartingShares = Record<Exclude<PairClass, "unrelated">, number>;
/** Starting points of the fit: a usual file, one with hardly a duplicate, and one that is nearly all duplicates. */
export const startingShares: readonly StartingShares[] = [
  { stayed: 0.3, moved: 0.02, household: 0.3, relative: 0.01 },
  { stayed: 0.03, moved: 0.002, household: 0.3, relative: 0.1 },
  { stayed: 0.7, moved: 0.1, household: 0.05, relative: 0.01 },
];

export type PairClass = MatchClass | NonMatchClass;
/**
 * Five latent classes of pairs: two of one person, three of two people. With names and addresses only, the
 * hardest alternative to one person is not a stranger but a member of the same household.
 */
export const pairClasses: readonly PairClass[] = [...matchClasses, ...nonMatchClasses];

/** Source of a comparison level: errors of one person, family resemblance, or chance, with or without namesakes. */
export type LevelSource = "same" | "kin" | "chance" | "namesake";

const ofPlace: ReadonlySet<ComparisonName> = new Set(["address", "unit", "area"]);

/**
 * Classes share a table of rates where the same process is at work: two members of a household write one
 * address as one person does twice, and the new address of a person who moved is like anyone's.
 */
export const levelSourceOf = (pairClass: PairClass, comparison: ComparisonName): LevelSource => {
  if (pairClass === "unrelated") return "chance";
  if (ofPlace.has(comparison)) return pairClass === "stayed" || pairClass === "household" ? "same" : "chance";
  if (pairClass === "stayed" || pairClass === "moved") return "same";
  if (comparison === "first_name") return "namesake";
  return comparison === "middle_name" ? "chance" : "kin";
};
