// Records of a synthetic person. Every record has its own spelling: short forms, capitals, punctuation. The
// first record has no errors, as when a person opens an account; later ones were typed in a hurry, by others
// and years later.

import { chance, pick, type Random } from "../../examples/shop/random.js";
import { writeArea, writeStreet } from "./address.js";
import { digitTypo, drawErrors, type ErrorOf, type RecordError, typo } from "./errors.js";
import { drawPhone, mailboxOf, type Person } from "./household.js";
import { drawSurname, nicknames } from "./names.js";
import type { HomeAddress } from "./places.js";

export const recordColumns = [
  "first_name",
  "last_name",
  "address_1",
  "address_2",
  "city",
  "state",
  "postcode",
  "email",
  "phone",
] as const;
export type WrittenRecord = Record<(typeof recordColumns)[number], string>;

/** `id` makes a new e-mail address unique. */
export const writeRecord = (
  person: Person,
  isLater: boolean,
  id: string,
  random: Random,
): { record: WrittenRecord; errors: RecordError[] } => {
  const errors: RecordError[] = [];
  const errorOf = drawErrors(isLater, random, errors);
  const address = currentAddress(person, errorOf);
  const record = {
    ...writeName(person, errorOf, random),
    ...writeStreet(address, errorOf, random),
    ...writeArea(address, errorOf, random),
    email: writeEmail(person, id, errorOf, random),
    phone: writePhone(person, errorOf, random),
  };
  return { record: withHabits(record, random), errors };
};

const currentAddress = ({ address, laterAddress }: Person, errorOf: ErrorOf): HomeAddress =>
  laterAddress !== null && errorOf("home") === "moved" ? laterAddress : address;

const writeName = (
  person: Person,
  errorOf: ErrorOf,
  random: Random,
): { first_name: string; last_name: string } => {
  const middle = chance(random, 0.07) ? ` ${pick(random, middleInitials)}` : "";
  const suffix = person.suffix !== null && chance(random, 0.5) ? ` ${person.suffix}` : "";
  const given = writeGivenName(person, errorOf, random);
  const first = given === "" ? "" : given + middle;
  const last = (writeSurname(person, errorOf, random) + suffix).trim();
  return errorOf("names") === "names_swapped"
    ? { first_name: last, last_name: first }
    : { first_name: first, last_name: last };
};

const middleInitials = [..."ABCDEFGHJKLMRSTW"].flatMap((letter) => [letter, `${letter}.`]);

const writeGivenName = ({ givenName }: Person, errorOf: ErrorOf, random: Random): string => {
  switch (errorOf("first_name")) {
    case "nickname":
      return pick(random, nicknames[givenName] ?? [givenName]);
    case "initial":
      return givenName[0]!;
    case "first_name_typo":
      return typo(givenName, random);
    case "no_first_name":
      return "";
    default:
      return givenName;
  }
};

const writeSurname = (person: Person, errorOf: ErrorOf, random: Random): string => {
  switch (errorOf("last_name")) {
    case "last_name_typo":
      return typo(person.surname, random);
    case "married":
      return marriedName(person, random);
    case "no_last_name":
      return "";
    default:
      return person.surname;
  }
};

/** Only women change their name; three in ten keep the old one before it. */
const marriedName = ({ gender, surname }: Person, random: Random): string => {
  if (gender === "man") return surname;
  const married = drawSurname(random);
  return chance(random, 0.3) ? `${surname}-${married}` : married;
};

const junkEmails = ["none@none.com", "noemail@noemail.com", "test@test.com", "info@store.com"];
const junkPhones = ["0000000000", "555-555-5555", "(999) 999-9999", "N/A"];

const writeEmail = (person: Person, id: string, errorOf: ErrorOf, random: Random): string => {
  if (person.email === null || !chance(random, 0.8))
    return chance(random, 0.006) ? pick(random, junkEmails) : "";
  switch (errorOf("email")) {
    case "new_email":
      return mailboxOf(person.givenName, person.surname, id, random);
    case "email_typo":
      return typo(person.email, random);
    default:
      return chance(random, 0.06) ? sameMailbox(person.email, random) : person.email;
  }
};

/** Another spelling of the same mailbox. */
const sameMailbox = (email: string, random: Random): string => {
  const [user, domain] = email.split("@") as [string, string];
  if (domain === "gmail.com" && chance(random, 0.5)) return `${user.slice(0, 2)}.${user.slice(2)}@${domain}`;
  return `${user}+shop@${domain}`;
};

const writePhone = (person: Person, errorOf: ErrorOf, random: Random): string => {
  if (person.phone === null || !chance(random, 0.65))
    return chance(random, 0.01) ? pick(random, junkPhones) : "";
  switch (errorOf("phone")) {
    case "new_phone":
      return formatPhone(drawPhone(random), random);
    case "phone_typo":
      return formatPhone(digitTypo(person.phone, random), random);
    default:
      return formatPhone(person.phone, random);
  }
};

const formatPhone = (phone: string, random: Random): string => {
  const [area, exchange, line] = [phone.slice(0, 3), phone.slice(3, 6), phone.slice(6)];
  return pick(random, [
    `(${area}) ${exchange}-${line}`,
    `${area}-${exchange}-${line}`,
    phone,
    `+1${phone}`,
    `1-${area}-${exchange}-${line}`,
  ]);
};

/** All capitals, no capitals, stray spaces and accents. */
const withHabits = (record: WrittenRecord, random: Random): WrittenRecord => {
  const cased = inCase(record, random());
  return {
    ...cased,
    first_name: chance(random, 0.02) ? ` ${cased.first_name} ` : cased.first_name,
    last_name: chance(random, 0.01) ? cased.last_name.replace("e", "é") : cased.last_name,
    email: chance(random, 0.15) ? cased.email.toUpperCase() : cased.email,
  };
};

const casedColumns = ["first_name", "last_name", "address_1", "address_2", "city"] as const;

const inCase = (record: WrittenRecord, habit: number): WrittenRecord => {
  if (habit >= 0.2) return record;
  const cased = { ...record };
  for (const column of casedColumns)
    cased[column] = habit < 0.12 ? record[column].toUpperCase() : record[column].toLowerCase();
  return cased;
};
