// Comparisons of two records, field by field. Each has a comparison level: how similar the values are, in
// steps with a name. Level 0 means that a value is missing; similarity rises with the level. The levels of a
// pair form its pattern, one number, so that millions of pairs reduce to a few thousand patterns.

export interface Comparison {
  name: ComparisonName;
  /** Texts of the levels, from level 1 on. */
  levels: readonly string[];
  /** Text of a further level, which weighs as much as the last one of a usual value. */
  variant?: string;
  /** The profile column whose value frequency decides how strong evidence an equal value is, where it matters. */
  frequency?: "first_name" | "last_name" | "postcode";
}

export type ComparisonName =
  | "first_name"
  | "last_name"
  | "address"
  | "unit"
  | "area"
  | "email"
  | "phone"
  | "suffix"
  | "middle_name"
  | "birth_date"
  | "national_id"
  | "customer_id";

/** In their order within a pattern. */
export const comparisons: readonly Comparison[] = [
  {
    name: "first_name",
    levels: [
      "differs",
      "is similar",
      "has the same initial",
      "is part of the other",
      "differs by a typo",
      "is a nickname",
      "is the same",
    ],
    variant: "is the same in another script",
    frequency: "first_name",
  },
  {
    name: "last_name",
    levels: ["differs", "is similar", "differs by a typo", "is part of the other", "is the same"],
    variant: "is the same in another script",
    frequency: "last_name",
  },
  {
    name: "address",
    levels: [
      "differs",
      "is in the same street",
      "is similar",
      "has a typo in the house number",
      "has a typo in the street",
      "is the same",
    ],
  },
  { name: "unit", levels: ["differs", "is the same"] },
  {
    name: "area",
    levels: [
      "differs",
      "is in the same state",
      "has a similar postcode",
      "is the same city",
      "has a similar postcode in the same state",
      "has the same postcode",
    ],
    frequency: "postcode",
  },
  { name: "email", levels: ["differs", "differs by a typo or the provider", "is the same"] },
  { name: "phone", levels: ["differs", "differs by one digit", "is the same"] },
  { name: "suffix", levels: ["differs", "may be another's", "is the same"] },
  { name: "middle_name", levels: ["differs", "is the same"] },
  {
    name: "birth_date",
    levels: ["is far apart", "differs", "is in the same year", "is similar", "is the same"],
  },
  { name: "national_id", levels: ["differs", "differs by one digit", "is the same"] },
  { name: "customer_id", levels: ["differs", "is the same"] },
];

/** The texts of all levels, from level 1 on. */
export const levelTexts = ({ levels, variant }: Comparison): readonly string[] =>
  variant === undefined ? levels : [...levels, variant];

/** The number of levels of each comparison, with level 0. */
export const bases: readonly number[] = comparisons.map((comparison) => levelTexts(comparison).length + 1);

/** Place values of the comparisons within a pattern. */
export const placeValues: readonly number[] = bases.map((_, i) =>
  bases.slice(0, i).reduce((a, b) => a * b, 1),
);

/** The level of each comparison in a pattern. */
export const levelsOf = (pattern: number): number[] =>
  bases.map((base, i) => Math.floor(pattern / placeValues[i]!) % base);

/** The same, with a variant as the level that it weighs as much as. */
export const weighedLevelsOf = (pattern: number): number[] =>
  levelsOf(pattern).map((level, i) => Math.min(level, comparisons[i]!.levels.length));

export const patternOf = (levels: readonly number[]): number =>
  levels.reduce((sum, level, i) => sum + level * placeValues[i]!, 0);

/**
 * Weights of links that are no log-odds: the owner's own number of a person, an equal key, above all that a
 * match can reach, and what a nameless record shares with somebody.
 */
export const numberWeight = 1_000_000;
export const keyWeight = 1_000;
export const tentativeWeight = -1_000_000;

/**
 * Certainty that a link must have. `exact` accepts equal keys only; the others have a minimum probability.
 */
export const resolutionModes = ["exact", "strict", "standard", "loose"] as const;
export type ResolutionMode = (typeof resolutionModes)[number];
export const minProbability: Record<Exclude<ResolutionMode, "exact">, number> = {
  strict: 0.95,
  standard: 0.8,
  loose: 0.5,
};

/** Pairs that lack at most so much evidence are near to being one person; each bit doubles the odds. */
export const nearBits = 3;

/** Classes of two records of one person: the person stayed at one address, or moved. */
export const matchClasses = ["stayed", "moved"] as const;
export type MatchClass = (typeof matchClasses)[number];
/** Classes of two records of two people: one household, one family in two households, or unrelated. */
export const nonMatchClasses = ["household", "relative", "unrelated"] as const;
export type NonMatchClass = (typeof nonMatchClasses)[number];
