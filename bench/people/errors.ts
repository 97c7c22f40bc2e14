// Errors in later records of a person, and their rates.

import { chance, pick, type Random } from "../../examples/shop/random.js";

/** By field, the share of later records with each error. A field has at most one error. */
export const errorRates = {
  first_name: { nickname: 0.12, initial: 0.04, first_name_typo: 0.06, no_first_name: 0.015 },
  last_name: { last_name_typo: 0.05, married: 0.04, no_last_name: 0.01 },
  names: { names_swapped: 0.015 },
  home: { moved: 0.55 },
  number: { number_typo: 0.02 },
  direction: { no_direction: 0.08 },
  street: { street_typo: 0.06 },
  kind: { no_kind: 0.03 },
  unit: { no_unit: 0.12 },
  address: { po_box: 0.02, no_address: 0.04 },
  city: { city_typo: 0.04, no_city: 0.015 },
  state: { no_state: 0.015 },
  postcode: { postcode_typo: 0.025, no_postcode: 0.02 },
  email: { new_email: 0.1, email_typo: 0.02 },
  phone: { new_phone: 0.08, phone_typo: 0.02 },
} satisfies Record<string, Partial<Record<RecordError, number>>>;

export type RecordError =
  | "nickname"
  | "initial"
  | "first_name_typo"
  | "no_first_name"
  | "last_name_typo"
  | "married"
  | "no_last_name"
  | "names_swapped"
  | "moved"
  | "number_typo"
  | "no_direction"
  | "street_typo"
  | "no_kind"
  | "no_unit"
  | "po_box"
  | "no_address"
  | "city_typo"
  | "no_city"
  | "no_state"
  | "postcode_typo"
  | "no_postcode"
  | "new_email"
  | "email_typo"
  | "new_phone"
  | "phone_typo";

/** Error in a field; null for none. */
export type ErrorOf = (field: keyof typeof errorRates) => RecordError | null;

/** Draws the errors of a record and adds them to `errors`. The first record of a person has none. */
export const drawErrors =
  (isLater: boolean, random: Random, errors: RecordError[]): ErrorOf =>
  (field) => {
    const error = isLater ? oneOf(errorRates[field], random) : null;
    if (error !== null) errors.push(error);
    return error;
  };

const oneOf = (rates: Partial<Record<RecordError, number>>, random: Random): RecordError | null => {
  let left = random();
  for (const [error, rate] of Object.entries(rates)) {
    left -= rate;
    if (left < 0) return error as RecordError;
  }
  return null;
};

const letters = [..."abcdefghijklmnopqrstuvwxyz"];
const digits = [..."0123456789"];

/** Removes, adds, replaces or swaps one letter. */
export const typo = (text: string, random: Random): string => {
  if (text.length < 2) return text;
  const at = Math.floor(random() * text.length);
  const [before, after] = [text.slice(0, at), text.slice(at + 1)];
  const edits = [
    () => before + after,
    () => before + pick(random, letters) + text.slice(at),
    () => before + pick(random, letters) + after,
    () => swapped(text, at),
  ];
  return pick(random, edits)();
};

/** Replaces or swaps one digit, so that the number keeps its length. */
export const digitTypo = (number: string, random: Random): string => {
  const at = Math.floor(random() * number.length);
  return chance(random, 0.5)
    ? number.slice(0, at) + pick(random, digits) + number.slice(at + 1)
    : swapped(number, at);
};

/** Swapped with the next character; the last with the one before. */
const swapped = (text: string, at: number): string => {
  const left = Math.max(0, Math.min(at, text.length - 2));
  return (
    text.slice(0, left) +
    text
      .slice(left, left + 2)
      .split("")
      .reverse()
      .join("") +
    text.slice(left + 2)
  );
};
