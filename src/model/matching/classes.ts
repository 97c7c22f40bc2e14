// What two records may be to each other: five latent classes. Two of them are one person and three are not, because where
// names and addresses are all there is, the rival of "the same person" is not a stranger but somebody of the same household.

import {
  type ComparisonName,
  type MatchClass,
  matchClasses,
  type NonMatchClass,
  nonMatchClasses,
} from "../../domain/matching.js";

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
