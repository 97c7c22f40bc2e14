// Household: one to four people who share a surname and an address, and often an e-mail address. Some households move.

import { givenNames, mailDomains, places, streetKinds, streetNames, surnames } from "./names.js";
import { chance, pick, type Random, upTo } from "./random.js";

export interface Address {
  line1: string;
  line2: string;
  city: string;
  state: string;
  postcode: string;
}

export interface Member {
  givenName: string;
  surname: string;
  email: string;
}

export interface Household {
  members: Member[];
  address: Address;
  /** Days since 1970; null for households that stay. */
  movesAt: number | null;
  nextAddress: Address;
}

const sizes = [1, 1, 1, 1, 2, 2, 2, 3, 4];

/** `number` makes e-mail addresses unique; a move falls within [from, to), in days since 1970. */
export const drawHousehold = (random: Random, number: number, from: number, to: number): Household => {
  const surname = pick(random, surnames);
  const sharesEmail = chance(random, 0.3);
  const members: Member[] = [];
  for (let left = pick(random, sizes); left > 0; left--) {
    const givenName = pick(random, givenNames);
    if (members.some((member) => member.givenName === givenName)) continue;
    members.push({ givenName, surname, email: emailOf(sharesEmail ? "family" : givenName, surname, number) });
  }
  return {
    members,
    address: drawAddress(random),
    movesAt: chance(random, 0.1) ? from + random() * (to - from) : null,
    nextAddress: drawAddress(random),
  };
};

export const addressAt = (household: Household, day: number): Address =>
  household.movesAt !== null && day >= household.movesAt ? household.nextAddress : household.address;

const emailOf = (who: string, surname: string, number: number): string => {
  const domain = mailDomains[number % mailDomains.length]!;
  return `${who}.${surname.replace(/\W/g, "")}.${number.toString(36)}@${domain}`.toLowerCase();
};

const drawAddress = (random: Random): Address => {
  const [city, state, postcodeStart] = pick(random, places);
  return {
    line1: `${upTo(random, 9999)} ${pick(random, streetNames)} ${pick(random, streetKinds)}`,
    line2: chance(random, 0.25) ? `Apt ${upTo(random, 60)}` : "",
    city,
    state,
    postcode: postcodeStart + String(upTo(random, 99)).padStart(2, "0"),
  };
};
