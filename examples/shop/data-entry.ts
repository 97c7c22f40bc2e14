// How a till or a web form writes a person down: mostly right, at times with a slip of the finger, an abbreviation or
// capitals throughout, and in the store often without an e-mail address.

import type { Address, Member } from "./household.js";
import { chance, type Random } from "./random.js";

export interface EnteredPerson extends Member, Address {}

export const enterPerson = (
  member: Member,
  address: Address,
  leavesEmail: boolean,
  random: Random,
): EnteredPerson => {
  const written = { ...member, ...address, email: leavesEmail ? member.email : "" };
  if (chance(random, 0.015)) written.givenName = typo(written.givenName, random);
  if (chance(random, 0.015)) written.surname = typo(written.surname, random);
  if (chance(random, 0.1)) written.line1 = abbreviate(written.line1);
  return chance(random, 0.03) ? inCapitals(written) : written;
};

/** Two neighbouring letters change places, or one is left out; the first letter stays. */
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
