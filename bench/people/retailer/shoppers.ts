// Shoppers of a made-up retailer. Many share what a match rests on: fathers and sons of one name, twins,
// couples with one mailbox, towers of flats, an office that orders to its desk.

import { chance, pick, type Random, randomFor, upTo } from "../../../examples/shop/random.js";
import { weighted } from "../draw.js";
import { drawPhone, mailboxOf } from "../household.js";
import { drawCommonName, type Gender } from "../names.js";
import { drawHomeAddress, type HomeAddress } from "../places.js";

/** Difficulty of a shopper. */
export type ShopperKind = "single" | "household" | "father_and_son" | "twins" | "tower" | "office";

export interface Shopper {
  kind: ShopperKind;
  gender: Gender;
  given: string;
  family: string;
  suffix: "Jr" | "Sr" | null;
  /** ISO date. */
  birthDate: string;
  email: string | null;
  phone: string | null;
  home: HomeAddress;
  /** Address and telephone at work; null for most. */
  office: { address: HomeAddress; phone: string } | null;
  laterHome: HomeAddress | null;
  marriedName: string | null;
}

const householdSize = weighted([
  [1, 45],
  [2, 33],
  [3, 10],
  [4, 9],
  [5, 3],
]);

/** The people of one house; `number` makes mailboxes unique. */
export const drawHouse = (seed: number, number: number): Shopper[] => {
  const random = randomFor(seed, number);
  const house = { seed, number, random };
  if (chance(random, 0.015)) return fatherAndSon(house);
  if (chance(random, 0.01)) return twins(house);
  const inTower = chance(random, 0.08);
  const home = inTower ? towerFlat(seed, random) : drawHomeAddress(random);
  const size = householdSize(random);
  const kind = inTower ? "tower" : size > 1 ? "household" : "single";
  return familyOf(house, kind, home, size);
};

interface House {
  seed: number;
  number: number;
  random: Random;
}

const familyOf = (house: House, kind: ShopperKind, home: HomeAddress, size: number): Shopper[] => {
  const { random } = house;
  const family = drawCommonName("man", random).family;
  const phone = chance(random, 0.3) ? drawPhone(random) : null;
  const mailbox =
    size > 1 && chance(random, 0.1) ? mailboxOf("home", family, `${house.number}`, random) : null;
  const givens: string[] = [];
  return Array.from({ length: size }, (_, member) => {
    const shopper = drawShopper(house, member, kind, home, family, givens);
    givens.push(shopper.given);
    const own = { ...shopper, family: chance(random, 0.85) ? family : drawCommonName("man", random).family };
    return {
      ...(member < 2 ? own : { ...own, family }),
      phone: phone !== null && chance(random, 0.6) ? phone : shopper.phone,
      email: mailbox !== null && member < 2 ? mailbox : shopper.email,
    };
  });
};

const drawShopper = (
  { seed, number, random }: House,
  member: number,
  kind: ShopperKind,
  home: HomeAddress,
  family: string,
  others: readonly string[],
): Shopper => {
  const gender: Gender = (member % 2 === 0) === chance(random, 0.5) ? "man" : "woman";
  const given = newGiven(gender, others, random);
  const atWork = kind === "single" && chance(random, 0.03);
  return {
    kind: atWork ? "office" : kind,
    gender,
    given,
    family,
    suffix: null,
    birthDate: drawBirthDate(random, member > 1 ? 1995 : 1945),
    email: chance(random, 0.75) ? mailboxOf(given, family, mailboxEnd(number, member, random), random) : null,
    phone: chance(random, 0.6) ? drawPhone(random) : null,
    home,
    office: atWork ? officeOf(seed) : null,
    laterHome: chance(random, 0.12) ? drawHomeAddress(random) : null,
    marriedName: gender === "woman" && chance(random, 0.06) ? drawCommonName("man", random).family : null,
  };
};

/** Nobody at the house has it. */
const newGiven = (gender: Gender, others: readonly string[], random: Random): string => {
  for (;;) {
    const { given } = drawCommonName(gender, random);
    if (!others.includes(given)) return given;
  }
};

const mailboxEnd = (number: number, member: number, random: Random): string =>
  chance(random, 0.5) ? `${(number * 7 + member) % 100_000}` : `.${number.toString(36)}${member}`;

const drawBirthDate = (random: Random, from: number): string => {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${from + upTo(random, from > 1990 ? 10 : 50)}-${two(upTo(random, 12))}-${two(upTo(random, 28))}`;
};

const fatherAndSon = (house: House): Shopper[] => {
  const [drawn, other] = familyOf(house, "father_and_son", drawHomeAddress(house.random), 2);
  const father: Shopper = { ...drawn!, ...sonOf(house, drawn!.family), suffix: "Sr" };
  const birthYear = Number(father.birthDate.slice(0, 4)) + 20 + upTo(house.random, 15);
  const son: Shopper = {
    ...other!,
    gender: "man",
    given: father.given,
    family: father.family,
    suffix: "Jr",
    marriedName: null,
    birthDate: `${birthYear}${drawBirthDate(house.random, 1945).slice(4)}`,
    email: chance(house.random, 0.75)
      ? mailboxOf(father.given, father.family, `${house.number}j`, house.random)
      : null,
  };
  return [father, son];
};

const sonOf = ({ number, random }: House, family: string) => {
  const { given } = drawCommonName("man", random);
  const email = chance(random, 0.75) ? mailboxOf(given, family, `${number}s`, random) : null;
  return { gender: "man" as const, given, family, email, marriedName: null };
};

const twins = (house: House): Shopper[] => {
  const [one, other] = familyOf(house, "twins", drawHomeAddress(house.random), 2);
  const { gender } = one!;
  const givens = [one!.given, drawCommonName(gender, house.random).given];
  if (givens[0] === givens[1]) givens[1] = gender === "man" ? "Marvin" : "Marlene";
  return [one!, other!].map((twin, nth) => ({
    ...twin,
    gender,
    given: givens[nth]!,
    family: one!.family,
    birthDate: one!.birthDate,
    marriedName: null,
  }));
};

/** Flats per tower. */
const floors = 20;
const houses = "ABCDEFGHJK";
const towers = 12;

const towerFlat = (seed: number, random: Random): HomeAddress => {
  const tower = drawHomeAddress(randomFor(seed, -2, upTo(random, towers)));
  const unit = chance(random, 0.7)
    ? `${upTo(random, floors)}${pick(random, [...houses])}`
    : `${100 * upTo(random, floors) + upTo(random, 10)}`;
  return { ...tower, unit };
};

const officeOf = (seed: number): { address: HomeAddress; phone: string } => {
  const random = randomFor(seed, -3);
  return { address: { ...drawHomeAddress(random), unit: null }, phone: drawPhone(random) };
};
