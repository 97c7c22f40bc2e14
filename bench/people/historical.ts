// Historical people: first name, family name, birth date, postcode and place of birth, copied again and again
// with typos and gaps, as in registers. A person has ten records on average, and some are known by another
// given name.

import { chance, pick, type Random, randomFor, upTo } from "../../examples/shop/random.js";
import type { IdentitySet } from "../../src/domain/data/dataset.js";
import { digitTypo, typo } from "./errors.js";
import type { LabelledRow } from "./labelled-set.js";
import { drawGivenName, drawSurname, type Gender, nicknames } from "./names.js";
import { drawHomeAddress } from "./places.js";

export const historicalColumns = ["first_name", "surname", "birth_date", "place", "postcode"] as const;

export const historicalIdentity: IdentitySet = {
  person_first_name: "first_name",
  person_last_name: "surname",
  birth_date: "birth_date",
  city: "place",
  postcode: "postcode",
};

const perPerson = 10;

export const historicalRows = (count: number, seed: number): LabelledRow[] => {
  const rows: LabelledRow[] = [];
  for (let person = 0; rows.length < count; person++) {
    const random = randomFor(seed, person);
    const known = drawFigure(random);
    do rows.push(labelled(known, person, random));
    while (chance(random, 1 - 1 / perPerson));
  }
  return rows;
};

interface Figure {
  given: string;
  /** The name by which some know them. */
  other: string;
  surname: string;
  birthDate: string;
  place: string;
  postcode: string;
  laterPostcode: string;
}

const drawFigure = (random: Random): Figure => {
  const gender: Gender = chance(random, 0.8) ? "man" : "woman";
  const home = drawHomeAddress(random);
  return {
    given: drawGivenName(gender, random),
    other: drawGivenName(gender, random),
    surname: drawSurname(random),
    birthDate: `${1700 + upTo(random, 220)}-${two(upTo(random, 12))}-${two(upTo(random, 28))}`,
    place: home.city,
    postcode: home.postcode,
    laterPostcode: drawHomeAddress(random).postcode,
  };
};

const two = (value: number): string => String(value).padStart(2, "0");

const labelled = (figure: Figure, person: number, random: Random): LabelledRow => {
  const [first_name, kind] = writeGiven(figure, random);
  const values = {
    first_name,
    surname: oneOf(
      random,
      [
        [0.03, () => ""],
        [0.1, () => typo(figure.surname, random)],
      ],
      figure.surname,
    ),
    birth_date: writeBirthDate(figure.birthDate, random),
    place: oneOf(
      random,
      [
        [0.15, () => ""],
        [0.06, () => typo(figure.place, random)],
      ],
      figure.place,
    ),
    postcode: oneOf(
      random,
      [
        [0.18, () => ""],
        [0.08, () => figure.laterPostcode],
        [0.05, () => digitTypo(figure.postcode, random)],
      ],
      figure.postcode,
    ),
  };
  return { values, person, kind };
};

const writeGiven = ({ given, other }: Figure, random: Random): [string, string] => {
  const mark = random();
  if (mark < 0.12) return [other, "other_given_name"];
  if (mark < 0.18) return [pick(random, nicknames[given] ?? [given]), "nickname"];
  if (mark < 0.26) return [typo(given, random), "typo"];
  if (mark < 0.29) return [given[0]!, "initial"];
  return mark < 0.32 ? ["", "no_given_name"] : [`${given}${chance(random, 0.1) ? ` ${other}` : ""}`, "plain"];
};

const writeBirthDate = (date: string, random: Random): string =>
  oneOf(
    random,
    [
      [0.12, () => ""],
      [0.06, () => `${date.slice(0, 4)}-01-01`],
      [0.06, () => `${date.slice(0, 8)}${two(upTo(random, 28))}`],
      [0.04, () => `${Number(date.slice(0, 4)) + upTo(random, 5) - 3}${date.slice(4)}`],
    ],
    date,
  );

/** The first error whose chance comes up; otherwise `text`. */
const oneOf = (
  random: Random,
  errors: readonly (readonly [number, () => string])[],
  text: string,
): string => {
  let left = random();
  for (const [rate, error] of errors) {
    left -= rate;
    if (left < 0) return error();
  }
  return text;
};
