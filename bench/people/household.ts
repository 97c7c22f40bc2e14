// Synthetic households. Shared addresses are the hard part of a customer file, more than shared names: a
// couple and their children share last name and address, often the phone number, sometimes the e-mail
// address, and a son can have his father's full name.

import { chance, pick, type Random, upTo } from "../../examples/shop/random.js";
import { weighted } from "./draw.js";
import { drawGivenName, drawSurname, type Gender } from "./names.js";
import { drawHomeAddress, type HomeAddress } from "./places.js";

export interface Person {
  gender: Gender;
  givenName: string;
  surname: string;
  suffix: "Jr" | "Sr" | null;
  /** Null if the person has none or does not give it. */
  email: string | null;
  /** Ten digits. */
  phone: string | null;
  address: HomeAddress;
  /** Address in later records, after a move. */
  laterAddress: HomeAddress | null;
}

const anySize = weighted([
  [1, 35],
  [2, 35],
  [3, 13],
  [4, 12],
  [5, 4],
  [6, 1],
]);

/** `number` makes e-mail addresses unique. Without `families` everyone lives alone. */
export const drawHousehold = (random: Random, number: number, families: boolean): Person[] => {
  const surname = drawSurname(random);
  const shared = {
    home: drawHomeAddress(random),
    email: chance(random, 0.03) ? mailboxOf("family", surname, `${number}`, random) : null,
    phone: chance(random, 0.3) ? drawPhone(random) : null,
    laterHome: chance(random, 0.12) ? drawHomeAddress(random) : null,
  };
  const members: Person[] = [];
  for (let left = families ? anySize(random) : 1; left > 0; left--)
    members.push(drawMember(random, members, shared, surname, `${number}${letterOf(members.length)}`));
  return members;
};

interface Shared {
  home: HomeAddress;
  email: string | null;
  phone: string | null;
  /** New address of the whole household. */
  laterHome: HomeAddress | null;
}

const drawMember = (
  random: Random,
  before: readonly Person[],
  shared: Shared,
  familyName: string,
  id: string,
): Person => {
  const gender = genderOf(random, before);
  const surname = before.length === 0 || chance(random, 0.86) ? familyName : drawSurname(random);
  const father = before.slice(0, 2).find((parent) => parent.gender === "man");
  const isJunior = father !== undefined && isChild(before) && gender === "man" && chance(random, 0.03);
  if (isJunior) father.suffix = "Sr";
  const givenName = isJunior ? father.givenName : newGivenName(random, gender, before);
  return {
    gender,
    givenName,
    surname: isJunior ? father.surname : surname,
    suffix: isJunior ? "Jr" : null,
    email: ownOrShared(random, shared.email, 0.8, 0.62, () => mailboxOf(givenName, surname, id, random)),
    phone: ownOrShared(random, shared.phone, 0.7, 0.65, () => drawPhone(random)),
    address: shared.home,
    laterAddress: shared.laterHome ?? (chance(random, 0.2) ? drawHomeAddress(random) : null),
  };
};

const isChild = (before: readonly Person[]): boolean => before.length >= 2;

const genderOf = (random: Random, before: readonly Person[]): Gender => {
  if (before.length === 1) return before[0]!.gender === "man" ? "woman" : "man";
  return chance(random, 0.5) ? "man" : "woman";
};

const newGivenName = (random: Random, gender: Gender, before: readonly Person[]): string => {
  for (;;) {
    const name = drawGivenName(gender, random);
    if (!before.some(({ givenName }) => givenName === name)) return name;
  }
};

const ownOrShared = (
  random: Random,
  shared: string | null,
  takesShared: number,
  hasOwn: number,
  own: () => string,
): string | null => {
  if (shared !== null && chance(random, takesShared)) return shared;
  return chance(random, hasOwn) ? own() : null;
};

const anyDomain = weighted([
  ["gmail.com", 45],
  ["yahoo.com", 18],
  ["hotmail.com", 9],
  ["outlook.com", 8],
  ["aol.com", 6],
  ["icloud.com", 6],
  ["comcast.net", 3],
  ["att.net", 2],
  ["verizon.net", 2],
  ["msn.com", 1],
]);

/** Unique, because `id` is part of it. */
export const mailboxOf = (givenName: string, surname: string, id: string, random: Random): string => {
  const [given, family] = [givenName, surname].map((name) => name.toLowerCase().replace(/[^a-z]/g, ""));
  const user = pick(random, [
    `${given}.${family}`,
    `${given}${family}`,
    `${given![0]}${family}`,
    given,
    family,
  ]);
  return `${user}${id}@${anyDomain(random)}`;
};

export const drawPhone = (random: Random): string =>
  `${199 + upTo(random, 790)}${199 + upTo(random, 790)}${String(upTo(random, 9999)).padStart(4, "0")}`;

const letterOf = (member: number): string => String.fromCharCode("a".charCodeAt(0) + member);
