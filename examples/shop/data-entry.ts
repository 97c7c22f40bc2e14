// Data entry at a till or in a web form: mostly right, at times with a typo, an abbreviation or all in
// capitals, and in the store often without an e-mail address.

import type { Address, Member } from "./household.js";
import { chance, type Random } from "./random.js";

export interface EnteredPerson extends Member, Address {}

export const enterPerson = (
  member: Member,
  address: Address,
  leavesEmail: boolean,
  random: Random,
): EnteredPerson => {
  const entered = { ...member, ...address, email: leavesEmail ? member.email : "" };
  if (chance(random, 0.015)) entered.givenName = typo(entered.givenName, random);
  if (chance(random, 0.015)) entered.surname = typo(entered.surname, random);
  if (chance(random, 0.1)) entered.line1 = abbreviate(entered.line1);
  return chance(random, 0.03) ? inCapitals(entered) : entered;
};

/** Swaps two neighbouring letters or drops one; the first letter stays. */
export const typo = (word: string, random: Random): string => {
  const at = 1 + Math.floor(random() * (word.length - 2));
  const swapped = chance(random, 0.5) ? word[at + 1]! + word[at]! : word[at + 1]!;
  return word.slice(0, at) + swapped + word.slice(at + 2);
};

const shortForms: Record<string, string> = {
  Street: "St",
  Avenue: "Ave.",
  Road: "Rd",
  Drive: "Dr",
  Lane: "Ln",
  Court: "Ct",
  Boulevard: "Blvd",
};

const abbreviate = (line: string): string => line.replace(/\w+$/, (kind) => shortForms[kind] ?? kind);

const inCapitals = (person: EnteredPerson): EnteredPerson => ({
  ...person,
  givenName: person.givenName.toUpperCase(),
  surname: person.surname.toUpperCase(),
  line1: person.line1.toUpperCase(),
  city: person.city.toUpperCase(),
});
