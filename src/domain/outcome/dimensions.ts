// Sensitive dimensions: the traits that hold age and gender, and how their texts are read. Traits have no
// dates: an age is today's, even for rows of past landmarks.

import { machineName } from "../data/stream.js";

export type Reading =
  | { of: "years" | "birth_year" | "birth_date" | "gender" }
  /** Each of these texts is a value; all others share the last one. */
  | { of: "texts"; texts: string[] }
  /** Ascending inclusive upper bounds; the last value has none. */
  | { of: "numbers"; bounds: number[] };

export interface Dimension {
  name: string;
  trait: string;
  reading: Reading;
  /** Names of its subpopulations; a person's code is an index into this list. */
  values: string[];
}

/** Age bands with their exclusive upper bound; null: unbounded. */
export const ageBands: { value: string; until: number | null }[] = [
  { value: "Teen", until: 21 },
  { value: "Young Adult", until: 31 },
  { value: "Adult", until: 41 },
  { value: "Middle Age", until: 61 },
  { value: "Senior", until: null },
];
export const genders = ["Female", "Male", "Other"];
export const unknownValue = "Unknown";

export const sensitiveNames = ["age", "gender"] as const;
export type SensitiveName = (typeof sensitiveNames)[number];

/** Names of traits, the most reliable first: a date of birth stays correct, an age was correct when it was written. */
const readings = {
  age: {
    date_of_birth: "birth_date",
    birth_date: "birth_date",
    birthdate: "birth_date",
    dob: "birth_date",
    birthday: "birth_date",
    birth_year: "birth_year",
    year_of_birth: "birth_year",
    age: "years",
    age_years: "years",
    age_in_years: "years",
  },
  gender: { gender: "gender", sex: "gender" },
} as const;

type SensitiveReading = { of: "years" | "birth_year" | "birth_date" | "gender" };

export const isAge = ({ of }: Reading): boolean =>
  of === "years" || of === "birth_year" || of === "birth_date";

/** The traits of the dimension, in any spelling, the most reliable first. */
export const traitsOfDimension = (name: SensitiveName, traits: readonly string[]): string[] =>
  Object.keys(readings[name]).flatMap((known) => traits.filter((trait) => machineName(trait) === known));

/** Null where the account has no such trait. */
export const sensitiveDimension = (name: SensitiveName, traits: readonly string[]): Dimension | null => {
  const [trait] = traitsOfDimension(name, traits);
  if (trait === undefined) return null;
  const of = (readings[name] as Record<string, SensitiveReading["of"]>)[machineName(trait)]!;
  const values = name === "age" ? ageBands.map(({ value }) => value) : genders;
  return { name, trait, reading: { of }, values };
};

/** The dimension of a trait that the owner selected, by its most frequent texts. */
export const textDimension = (trait: string, texts: string[]): Dimension => ({
  name: trait,
  trait,
  reading: { of: "texts", texts },
  values: [...texts, "All others"],
});

/** The dimension of a trait that the owner selected, by bands of its numbers. */
export const numberDimension = (trait: string, quartiles: readonly number[]): Dimension => {
  const bounds = [...new Set(quartiles)];
  const last = bounds.at(-1);
  const values = bounds.map((bound, i) =>
    i === 0 ? `up to ${bound}` : `above ${bounds[i - 1]} to ${bound}`,
  );
  return {
    name: trait,
    trait,
    reading: { of: "numbers", bounds },
    values: [...values, last === undefined ? "any" : `above ${last}`],
  };
};
