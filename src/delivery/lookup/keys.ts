// The keys under which a person can be looked up, made by one pair of functions for both sides: what a record is stored
// under, and what a question is asked under. They follow the rules by which records become people: a name at an address, the
// owner's number or a state's, or a contact. A contact that is asked for together with a first name must not find somebody
// of another one, so it finds a person without a name there only where nobody with a name stands at the same contact.

import { hash } from "node:crypto";
import type { IdentityField } from "../../domain/dataset.js";
import { type Address, addressOf } from "../../domain/identity/addresses.js";
import { customerOf, emailHashOf, mailboxOf, nationalIdOf } from "../../domain/identity/contacts.js";
import { type Name, nameOf } from "../../domain/identity/names.js";
import { type Country, phoneOf } from "../../domain/identity/phones.js";

/** Identity fields as written. */
export type WrittenIdentity = { [F in IdentityField]?: string | null };

export interface StoredKey {
  key: bigint;
  /** Who is stored under it is not to be found by it, nor is anybody else. */
  isVeto: boolean;
}

/** Everything that a record can be found by. `country`: where its number is dialled if it does not say. */
export const storedKeys = (written: WrittenIdentity, country?: Country): StoredKey[] => {
  const { name, place, numbers, contacts } = read(written, country);
  const found = (parts: readonly string[]): StoredKey => ({ key: keyOf(parts), isVeto: false });
  const atContacts = contacts.flatMap((contact) => [
    found(anyoneAt(contact)),
    ...(name.first_name === undefined
      ? [found(unnamedAt(contact))]
      : [found(namedAt(contact, name.first_name)), { key: keyOf(unnamedAt(contact)), isVeto: true }]),
  ]);
  return [...numbers.map(found), ...atContacts, ...atDoors(name, place).map(found)];
};

/** What to look under, the strongest first; none where the question does not say enough. */
export const lookupKeys = (written: WrittenIdentity, country?: Country): bigint[] => {
  const { name, place, numbers, contacts } = read(written, country);
  const atContacts = contacts.flatMap((contact) =>
    name.first_name === undefined
      ? [anyoneAt(contact)]
      : [namedAt(contact, name.first_name), unnamedAt(contact)],
  );
  return [...numbers, ...atContacts, ...atDoors(name, place)].map(keyOf);
};

interface Read {
  name: Name;
  place: Address;
  numbers: string[][];
  contacts: string[][];
}

/** An address is known by itself and by its hash, so that either can be asked for. */
const read = (written: WrittenIdentity, country?: Country): Read => {
  const mailbox = mailboxOf(written.email);
  const emailHash = mailbox ? hash("sha256", mailbox.address, "hex") : emailHashOf(written.email_hash);
  return {
    name: nameOf(written),
    place: addressOf(written),
    numbers: [
      ...tagged("customer", customerOf(written.customer_id)),
      ...tagged("national id", nationalIdOf(written.national_id)),
    ],
    contacts: [
      ...tagged("email", mailbox?.value),
      ...tagged("email hash", emailHash),
      ...tagged("phone", phoneOf(written.phone, country)),
    ],
  };
};

const tagged = (kind: string, value: string | undefined): string[][] =>
  value === undefined ? [] : [[kind, value]];

const anyoneAt = (contact: readonly string[]): string[] => [...contact, "anyone"];
const namedAt = (contact: readonly string[], firstName: string): string[] => [...contact, "named", firstName];
const unnamedAt = (contact: readonly string[]): string[] => [...contact, "unnamed"];

/** Whole names at the same door: by postcode, by city and state, or by the address as it was written in one field. */
const atDoors = ({ first_name, last_name, suffix = "" }: Name, place: Address): string[][] => {
  if (first_name === undefined || last_name === undefined) return [];
  const { street, postcode, city, state = "", freeform } = place;
  const doors: string[][] = [];
  if (street !== undefined && postcode !== undefined) doors.push(["postcode", street, postcode]);
  if (street !== undefined && city !== undefined) doors.push(["city", street, city, state]);
  if (freeform !== undefined) doors.push(["freeform", freeform]);
  return doors.map((door) => [...door, first_name, last_name, suffix]);
};

/** 63 bits of the MD5, so that it is never negative. */
const keyOf = (parts: readonly string[]): bigint =>
  hash("md5", parts.join("\u001f"), "buffer").readBigUInt64BE(0) >> 1n;
