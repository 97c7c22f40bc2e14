// Customers of a shop in ten languages, in files of any size: each row has its language and setting as kinds.
// Small files are drawn like large ones, so that they have a household, an office or a till too.

import { chance, pick, type Random, randomFor } from "../../../examples/shop/random.js";
import type { IdentitySet } from "../../../src/domain/data/dataset.js";
import { shuffled } from "../draw.js";
import { typo } from "../errors.js";
import type { LabelledRow } from "../labelled-set.js";
import {
  type Customer,
  drawHome,
  drawHousehold,
  drawMailbox,
  type Home,
  type Household,
} from "./households.js";
import { languages, type Spelled } from "./languages.js";

export const worldColumns = [
  ...[
    "number",
    "first_name",
    "last_name",
    "street",
    "postcode",
    "town",
    "country",
    "email",
    "phone",
    "birth_date",
  ],
] as const;

export const worldIdentity: IdentitySet = {
  customer_id: "number",
  person_first_name: "first_name",
  person_last_name: "last_name",
  house_number_and_street: ["street"],
  postcode: "postcode",
  city: "town",
  country: "country",
  email: "email",
  phone: "phone",
  birth_date: "birth_date",
};

/** Half of the files have customer numbers, which half of the later records lack. */
export const worldRows = (count: number, seed: number): LabelledRow[] => {
  const rows: LabelledRow[] = [];
  const hasNumbers = seed % 2 === 0;
  const shop = drawHome(languages[seed % languages.length]!, randomFor(seed, -1));
  for (let house = 0, person = 0; rows.length < count; house++) {
    const random = randomFor(seed, house);
    const household = drawHousehold(languages[(house + seed) % languages.length]!, house, random);
    const kind = (setting: string) => `${household.language.code}|${setting}`;
    for (const customer of household.customers) {
      for (let isLater = false; ; isLater = true) {
        const values = written(household, customer, { isLater, hasNumbers }, random);
        rows.push({ values, person, kind: kind(household.setting) });
        if (!chance(random, 0.5)) break;
      }
      person++;
    }
    for (const name of household.till)
      rows.push({ values: tillRecord(name, shop, random), person: person++, kind: kind("till") });
  }
  return shuffled(rows.slice(0, count), seed);
};

/** The shop's own records have its address, and no customer's. */
const tillRecord = (name: string, shop: Home, random: Random): Record<string, string> => ({
  ...(chance(random, 0.5) ? { first_name: name } : { last_name: name }),
  ...(chance(random, 0.3) && { street: shop.street, postcode: shop.postcode, town: shop.town }),
});

const written = (
  { language }: Household,
  customer: Customer,
  { isLater, hasNumbers }: { isLater: boolean; hasNumbers: boolean },
  random: Random,
): Record<string, string> => {
  const is = (rate: number) => isLater && chance(random, rate);
  const isOffice = customer.email?.startsWith("office") ?? false;
  const spelling = chance(random, 0.25) ? "latin" : "own";
  const home = is(0.07) && !isOffice ? drawHome(language, random) : customer.home;
  const given = writtenGiven(language.between, customer.given, spelling, is, random);
  const family = writtenFamily(customer.families, spelling, is, random) + suffixOf(customer, random);
  const isSwapped = is(0.03);
  const flat =
    customer.flat !== undefined && !is(0.2) && home === customer.home ? `, Apt ${customer.flat}` : "";
  return {
    number: hasNumbers && !is(0.5) ? customer.number : "",
    first_name: isSwapped ? family : given,
    last_name: isSwapped ? given : family,
    street: home.street + flat,
    postcode: home.postcode,
    town: home.town,
    country: language.country,
    email: writtenEmail(customer, is, random),
    phone: customer.phone !== undefined && !is(0.3) ? customer.phone : "",
    birth_date: chance(random, 0.35) ? customer.birthDate : "",
  };
};

type Is = (rate: number) => boolean;

const writtenGiven = (
  between: string,
  given: readonly Spelled[],
  spelling: keyof Spelled,
  is: Is,
  random: Random,
): string => {
  const words = given.map((word) => word[spelling]);
  const space = spelling === "own" ? between : " ";
  // What is written as one word has no part that stands for it.
  if (words.length > 1 && between !== "" && is(0.05)) return words[0]!;
  if (words.length > 1 && is(0.1)) return words.join(pick(random, ["", "-", " "]));
  if (spelling === "latin" && is(0.04)) return words.map((word) => `${word[0]}.`).join(" ");
  const name = words.join(space);
  return spelling === "latin" && name.length > 4 && is(0.04) ? typo(name, random) : name;
};

const writtenFamily = (
  families: readonly Spelled[],
  spelling: keyof Spelled,
  is: Is,
  random: Random,
): string => {
  const words = families.map((family) => family[spelling]);
  const name = words.length > 1 && is(0.3) ? words[0]! : words.join(" ");
  return spelling === "latin" && name.length > 4 && is(0.04) ? typo(name, random) : name;
};

/** The son is marked on most of his records. */
const suffixOf = ({ suffix }: Customer, random: Random): string =>
  suffix !== undefined && chance(random, 0.7) ? ` ${suffix}` : "";

const writtenEmail = ({ email, given, families, number }: Customer, is: Is, random: Random): string => {
  if (email === undefined || is(0.1)) return "";
  if (email.startsWith("office")) return email;
  return is(0.08) ? drawMailbox(given, families, `${number}9`, random) : email;
};
