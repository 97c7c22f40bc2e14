// Two records are compared field by field, and each comparison ends in a level: how alike the values are, in steps that a
// person can name. Level 0 says nothing, because a value is missing; above it, likeness rises. The levels of a pair together
// are its pattern, one number, so that millions of pairs are a table of a few thousand patterns.

export interface Comparison {
  name: ComparisonName;
  /** From level 1 upwards, in words. */
  levels: readonly string[];
  /** The column of a profile whose frequency says how much an equal value tells, where that differs by value. */
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
  | "national_id";

/** In the order in which a pattern counts them. */
export const comparisons: readonly Comparison[] = [
  {
    name: "first_name",
    levels: [
      "differs",
      "is a little alike",
      "agrees in the initial",
      "is a typo away",
      "is a nickname",
      "is the same",
    ],
    frequency: "first_name",
  },
  {
    name: "last_name",
    levels: ["differs", "is a little alike", "is a typo away", "is part of the other", "is the same"],
    frequency: "last_name",
  },
  {
    name: "address",
    levels: [
      "differs",
      "is in the same street",
      "is a little alike",
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
      "has a postcode a typo away",
      "is the same city",
      "has a postcode a typo away in the same state",
      "has the same postcode",
    ],
    frequency: "postcode",
  },
  { name: "email", levels: ["differs", "is a typo or a provider away", "is the same"] },
  { name: "phone", levels: ["differs", "is a digit away", "is the same"] },
  { name: "suffix", levels: ["differs", "is the same"] },
  { name: "middle_name", levels: ["differs", "is the same"] },
  { name: "birth_date", levels: ["differs", "is in the same year", "is a little alike", "is the same"] },
  { name: "national_id", levels: ["differs", "is a digit away", "is the same"] },
];

const bases = comparisons.map(({ levels }) => levels.length + 1);

/** What a comparison's level counts in a pattern. */
export const placeValues: readonly number[] = bases.map((_, i) =>
  bases.slice(0, i).reduce((a, b) => a * b, 1),
);

/** The level of each comparison in a pattern. */
export const levelsOf = (pattern: number): number[] =>
  bases.map((base, i) => Math.floor(pattern / placeValues[i]!) % base);

export const patternOf = (levels: readonly number[]): number =>
  levels.reduce((sum, level, i) => sum + level * placeValues[i]!, 0);

/** How sure a link must be. `exact` takes equal keys alone; the others ask for a least probability. */
export const resolutionModes = ["exact", "strict", "standard", "loose"] as const;
export type ResolutionMode = (typeof resolutionModes)[number];
export const minProbability: Record<Exclude<ResolutionMode, "exact">, number> = {
  strict: 0.95,
  standard: 0.8,
  loose: 0.5,
};

/** What two records that are one person's can be: of one who stayed, or of one who has moved. */
export const matchClasses = ["stayed", "moved"] as const;
export type MatchClass = (typeof matchClasses)[number];
/** What they can be besides: of one household, of one family but not one household, or of people with nothing in common. */
export const nonMatchClasses = ["household", "relative", "unrelated"] as const;
export type NonMatchClass = (typeof nonMatchClasses)[number];
