// Keys of a lookup: those under which a record is stored, and those of a request. They follow the rules of
// matching: name and address, customer number or national id, or a contact. A contact
// together with a first name must not find a person of another name, so it finds a nameless record only if no
// record with a name has the same contact.

import { hash } from "node:crypto";
import type { IdentityField } from "../../domain/data/dataset.js";
import { type Address, addressOf } from "../../domain/people/identity/addresses.js";
import { customerOf, emailHashOf, mailboxOf, nationalIdOf } from "../../domain/people/identity/contacts.js";
import { countryIn } from "../../domain/people/identity/countries.js";
import { type Name, nameOf } from "../../domain/people/identity/names.js";
import { type Country, phoneOf } from "../../domain/people/identity/phones.js";

/** Identity fields as written. */
export type WrittenIdentity = { [F in IdentityField]?: string | null };

export interface StoredKey {
  key: bigint;
  /** Nobody can be found by this key. */
  isVeto: boolean;
}

/** All keys by which a record can be found. `country` is that of phone numbers without a country code. */
export const storedKeys = (written: WrittenIdentity, country?: Country): StoredKey[] => {
  const { name, place, numbers, contacts } = read(written, country);
  const found = (parts: readonly string[]): StoredKey => ({ key: keyOf(parts), isVeto: false });
  const atContacts = contacts.flatMap((contact) => [
    found(anyoneAt(contact)),
    ...(name.first_name === undefined
      ? [found(unnamedAt(contact))]
      : [found(namedAt(contact, name.first_name)), { key: keyOf(unnamedAt(contact)), isVeto: true }]),
  ]);
  return [...numbers.map(found), ...atContacts, ...atAddresses(name, place).map(found)];
};

/** The keys of a request, the strongest first; empty where it does not identify a person. */
export const lookupKeys = (written: WrittenIdentity, country?: Country): bigint[] => {
  const { name, place, numbers, contacts } = read(written, country);
  const atContacts = contacts.flatMap((contact) =>
    name.first_name === undefined
      ? [anyoneAt(contact)]
      : [namedAt(contact, name.first_name), unnamedAt(contact)],
  );
  return [...numbers, ...atContacts, ...atAddresses(name, place)].map(keyOf);
};

interface Read {
  name: Name;
  place: Address;
  numbers: string[][];
  contacts: string[][];
}

/** An e-mail address is also known by its hash, so that a request can have either. */
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
      ...phonesOf(written, country).flatMap((phone) => tagged("phone", phone)),
    ],
  };
};

/** Read by its own country, and by that of the account, since a request may lack the country. */
const phonesOf = ({ phone, country: own }: WrittenIdentity, country?: Country): (string | undefined)[] => [
  ...new Set([phoneOf(phone, countryIn(own) ?? country), phoneOf(phone, country)]),
];

const tagged = (kind: string, value: string | undefined): string[][] =>
  value === undefined ? [] : [[kind, value]];

const anyoneAt = (contact: readonly string[]): string[] => [...contact, "anyone"];
const namedAt = (contact: readonly string[], firstName: string): string[] => [...contact, "named", firstName];
const unnamedAt = (contact: readonly string[]): string[] => [...contact, "unnamed"];

/** Full names at an address: by street and postcode, by street, city and state, or by the address in one field. */
const atAddresses = ({ first_name, last_name, suffix = "" }: Name, place: Address): string[][] => {
  if (first_name === undefined || last_name === undefined) return [];
  const { street, postcode, city, state = "", freeform } = place;
  const addresses: string[][] = [];
  if (street !== undefined && postcode !== undefined) addresses.push(["postcode", street, postcode]);
  if (street !== undefined && city !== undefined) addresses.push(["city", street, city, state]);
  if (freeform !== undefined) addresses.push(["freeform", freeform]);
  return addresses.map((address) => [...address, first_name, last_name, suffix]);
};

/** 63 bits of the MD5, so that it is never negative. */
const keyOf = (parts: readonly string[]): bigint =>
  hash("md5", parts.join("\u001f"), "buffer").readBigUInt64BE(0) >> 1n;
