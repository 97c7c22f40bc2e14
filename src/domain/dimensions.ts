// Which traits tell age and gender, and how their text is read. Traits have no time: an age is that of today, also where a
// row is seen from the past.

import { machineName } from "./stream.js";

export type Reading =
  | { of: "years" | "birth_year" | "birth_date" | "gender" }
  /** Each of these values is its own; all others are the last one. */
  | { of: "texts"; texts: string[] }
  /** Ascending upper bounds, inclusive; the last value has none. */
  | { of: "numbers"; bounds: number[] };

export interface Dimension {
  name: string;
  trait: string;
  reading: Reading;
  /** Names of its subpopulations; a person's code is the place in this list. */
  values: string[];
}

/** By the first year of age that is too old; null where none is. */
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

/** Spellings of traits, the surest first: a date of birth stays right, an age was right when it was written. */
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

/** Every trait that tells the dimension, in any spelling, the surest first. */
export const traitsOfDimension = (name: SensitiveName, traits: readonly string[]): string[] =>
  Object.keys(readings[name]).flatMap((known) => traits.filter((trait) => machineName(trait) === known));

/** Null where no trait tells it. */
export const sensitiveDimension = (name: SensitiveName, traits: readonly string[]): Dimension | null => {
  const [trait] = traitsOfDimension(name, traits);
  if (trait === undefined) return null;
  const of = (readings[name] as Record<string, SensitiveReading["of"]>)[machineName(trait)]!;
  const values = name === "age" ? ageBands.map(({ value }) => value) : genders;
  return { name, trait, reading: { of }, values };
};

/** A trait that its owner named, by its most frequent texts. */
export const textDimension = (trait: string, texts: string[]): Dimension => ({
  name: trait,
  trait,
  reading: { of: "texts", texts },
  values: [...texts, "All others"],
});

/** A trait that its owner named, by bands of its numbers. */
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
