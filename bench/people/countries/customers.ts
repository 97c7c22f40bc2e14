// Customers of a shop in four countries. One file holds all of them, with the telephone numbers of each
// country as dialled there.

import { chance, pick, type Random, randomFor, upTo } from "../../../examples/shop/random.js";
import type { IdentitySet } from "../../../src/domain/data/dataset.js";
import { typo } from "../errors.js";
import type { LabelledRow } from "../labelled-set.js";
import { type Locale, locales } from "./locales.js";

export const countryColumns = [
  ...["country", "first_name", "last_name", "street", "postcode", "city", "email", "phone", "birth_date"],
] as const;

export const countryIdentity: IdentitySet = {
  person_first_name: "first_name",
  person_last_name: "last_name",
  house_number_and_street: ["street"],
  postcode: "postcode",
  city: "city",
  email: "email",
  phone: "phone",
  birth_date: "birth_date",
  country: "country",
};

interface Home {
  street: string;
  postcode: string;
  city: string;
}

interface Customer extends Home {
  given: string;
  family: string;
  email: string;
  /** National digits without the trunk zero. */
  phone: string;
  birthDate: string;
}

/** The kind of a row is its country. */
export const countryRows = (count: number, seed: number): LabelledRow[] => {
  const rows: LabelledRow[] = [];
  for (let house = 0, person = 0; rows.length < count; house++) {
    const random = randomFor(seed, house);
    const locale = locales[house % locales.length]!;
    for (const customer of drawHousehold(locale, house, random)) {
      rows.push(written(locale, customer, person, false, random));
      while (chance(random, 0.5)) rows.push(written(locale, customer, person, true, random));
      person++;
    }
  }
  return rows;
};

const drawHousehold = (locale: Locale, house: number, random: Random): Customer[] => {
  const family = locale.family(random);
  const home = drawHome(locale, random);
  const givens = new Set([locale.given(random)]);
  while (givens.size < 4 && chance(random, 0.4)) givens.add(locale.given(random));
  return [...givens].map((given, member) => ({
    ...home,
    given,
    family,
    email: `${plain(given)}.${plain(family)}${house}${"abcd"[member]}@${pick(random, ["example.net", "mail.example", "post.example"])}`,
    phone: locale.phone(random),
    birthDate: `${1940 + upTo(random, 62)}-${two(upTo(random, 12))}-${two(upTo(random, 28))}`,
  }));
};

const two = (value: number): string => String(value).padStart(2, "0");
const plain = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/[^a-zA-Z]/g, "")
    .toLowerCase();

const drawHome = (locale: Locale, random: Random): Home => {
  const [city, prefix] = locale.city(random);
  const rest = Array.from({ length: locale.postcodeDigits }, () => upTo(random, 10) - 1).join("");
  return { street: locale.street(random), postcode: locale.postcodeOf(prefix + rest), city };
};

const written = (
  locale: Locale,
  customer: Customer,
  person: number,
  isLater: boolean,
  random: Random,
): LabelledRow => {
  const is = (rate: number) => isLater && chance(random, rate);
  const { street, postcode, city } = is(0.12) ? drawHome(locale, random) : customer;
  const given = respelled(locale, customer.given, is(0.15), random);
  const family = respelled(locale, familyOf(locale, customer.family, is(0.25)), is(0.2), random);
  const isSwapped = is(locale.country === "JP" ? 0.25 : 0.01);
  const values = {
    country: locale.country,
    first_name: isSwapped ? family : is(0.04) ? typo(given, random) : given,
    last_name: isSwapped ? given : is(0.04) ? typo(family, random) : family,
    street: is(0.2) ? respelledStreet(street) : street,
    postcode,
    city,
    email: chance(random, 0.55) ? (is(0.12) ? `${plain(given)}${person}@new.example` : customer.email) : "",
    phone: chance(random, 0.5) ? dialled(locale, customer.phone, random) : "",
    birth_date: chance(random, 0.3) ? customer.birthDate : "",
  };
  return { values, person, kind: locale.country };
};

const respelled = (locale: Locale, name: string, isOther: boolean, random: Random): string =>
  isOther ? locale.respell(name, random) : name;

/** Half of Spain leaves out the second surname. */
const familyOf = ({ country }: Locale, family: string, isShort: boolean): string =>
  country === "ES" && isShort ? family.split(" ")[0]! : family;

const respelledStreet = (street: string): string =>
  street
    .replace("straße", "str.")
    .replace(/^Calle/, "C/")
    .replace(/ avenue /, " av. ")
    .replace(/^Avenida/, "Avda.");

const dialled = ({ code, trunk }: Locale, phone: string, random: Random): string =>
  pick(random, [
    `${trunk}${phone}`,
    `+${code} ${phone}`,
    `00${code}${phone}`,
    `${trunk}${phone.slice(0, 3)} ${phone.slice(3, 6)} ${phone.slice(6)}`,
    `+${code} (${trunk || "0"})${phone}`,
  ]);
