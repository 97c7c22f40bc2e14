// Records of a retailer with two channels: loyalty cards of the shops, and web orders with a buyer and a
// recipient. Guests leave a mailbox and no name, gifts go to somebody else, a second card has another number.

import { chance, pick, type Random, upTo } from "../../../examples/shop/random.js";
import { writeArea, writeStreet } from "../address.js";
import { type ErrorOf, typo } from "../errors.js";
import { drawPhone } from "../household.js";
import { nicknames } from "../names.js";
import { drawHomeAddress, type HomeAddress } from "../places.js";
import type { Shopper, ShopperKind } from "./shoppers.js";

export const retailColumns = [
  ...["customer_id", "first_name", "last_name", "email", "phone", "birth_date"],
  ...["address_1", "address_2", "city", "state", "postcode"],
  ...["ship_first_name", "ship_last_name", "ship_address_1", "ship_address_2", "ship_city", "ship_state"],
  "ship_postcode",
] as const;
export type RetailRow = Record<string, string>;

/** Difficulty of a record; that of its shopper if the record has none of its own. */
export type RecordKind =
  | ShopperKind
  | "guest"
  | "gift"
  | "moved"
  | "married"
  | "second_card"
  | "mailbox_typo"
  | "placeholder_phone";

export interface RetailRecord {
  row: RetailRow;
  kind: RecordKind;
}

interface Recipient {
  given: string;
  family: string;
  home: HomeAddress;
}

const guestNames: readonly (readonly [string, string])[] = [
  ["", ""],
  ["Guest", ""],
  ["Guest", "Customer"],
  ["Guest", "Guest"],
  ["guest", "user"],
];

/** All records of a shopper. `id` is their customer number, `friend` somebody they send gifts to. */
export const recordsOf = (
  shopper: Shopper,
  id: string,
  friend: Recipient,
  random: Random,
): RetailRecord[] => {
  const first = chance(random, 0.6) ? card(shopper, id, random) : order(shopper, random);
  const records = [first];
  while (records.length < 12 && chance(random, 0.66)) records.push(later(shopper, id, friend, random));
  return records;
};

const later = (shopper: Shopper, id: string, friend: Recipient, random: Random): RetailRecord => {
  const mark = random();
  if (mark < 0.13 && shopper.email !== null) return guest(shopper, friend, random);
  if (mark < 0.23) return gift(shopper, friend, random);
  if (mark < 0.27) return { ...card(shopper, `${id}-2`, random), kind: "second_card" };
  if (mark < 0.3 && shopper.email !== null) return squatted(shopper, random);
  if (mark < 0.32)
    return { ...withPhone(order(shopper, random), junkPhone(random)), kind: "placeholder_phone" };
  if (mark < 0.55 && shopper.laterHome !== null) return moved(shopper, id, random);
  if (mark < 0.75 && shopper.marriedName !== null) return married(shopper, id, random);
  if (mark < 0.5) return card(shopper, id, random);
  return mistyped(order(shopper, random), random);
};

const card = (shopper: Shopper, id: string, random: Random): RetailRecord => {
  const birth_date = chance(random, 0.7) ? shopper.birthDate : "";
  return of(shopper.kind, {
    ...contactsOf(shopper, 0.6, random),
    ...named(shopper, random),
    birth_date,
    customer_id: id,
  });
};

const order = (shopper: Shopper, random: Random): RetailRecord => {
  const { office } = shopper;
  const row = { ...contactsOf(shopper, 0.95, random), ...named(shopper, random) };
  if (office === null || !chance(random, 0.6)) return of(shopper.kind, row);
  const phone = chance(random, 0.5) ? office.phone : (row.phone ?? "");
  return of("office", { ...row, ...addressOf(office.address, random), phone });
};

const guest = (shopper: Shopper, friend: Recipient, random: Random): RetailRecord => {
  const [first_name, last_name] = pick(random, guestNames);
  const phone = chance(random, 0.4) ? (shopper.phone ?? "") : "";
  const row = { email: shopper.email!, phone, first_name, last_name };
  const mark = random();
  if (mark < 0.35) return of("guest", { ...row, ...shippedTo(shopper, random) });
  return of("guest", mark < 0.6 ? { ...row, ...shippedTo(friend, random) } : row);
};

const gift = (shopper: Shopper, friend: Recipient, random: Random): RetailRecord =>
  of("gift", { ...order(shopper, random).row, ...shippedTo(friend, random) });

const squatted = (shopper: Shopper, random: Random): RetailRecord => {
  const [user, host] = shopper.email!.split("@") as [string, string];
  const near = chance(random, 0.5)
    ? host.replace(".com", pick(random, [".co", ".cm", ".con"]))
    : typo(host, random);
  return of("mailbox_typo", { ...order(shopper, random).row, email: `${user}@${near}` });
};

const moved = (shopper: Shopper, id: string, random: Random): RetailRecord => {
  const from = { ...shopper, home: shopper.laterHome! };
  return { ...(chance(random, 0.4) ? card(from, id, random) : order(from, random)), kind: "moved" };
};

const married = (shopper: Shopper, id: string, random: Random): RetailRecord => {
  const later = { ...shopper, family: shopper.marriedName! };
  return { ...(chance(random, 0.4) ? card(later, id, random) : order(later, random)), kind: "married" };
};

const of = (kind: RecordKind, row: RetailRow): RetailRecord => ({ kind, row });
const withPhone = ({ row, kind }: RetailRecord, phone: string): RetailRecord => of(kind, { ...row, phone });
const junkPhone = (random: Random): string =>
  pick(random, ["0000000000", "111-111-1111", "(555) 555-5555", "123-456-7890", "5551230000"]);

const named = ({ given, family, suffix }: Shopper, random: Random): RetailRow => ({
  first_name: chance(random, 0.06) ? pick(random, nicknames[given] ?? [given]) : given,
  last_name: suffix !== null && chance(random, 0.4) ? `${family} ${suffix}` : family,
});

const contactsOf = (shopper: Shopper, hasEmail: number, random: Random): RetailRow => ({
  email: chance(random, hasEmail) ? (shopper.email ?? "") : "",
  phone: chance(random, 0.6) ? (chance(random, 0.03) ? drawPhone(random) : (shopper.phone ?? "")) : "",
  ...addressOf(shopper.home, random),
});

/** One address in ten lacks its unit. */
const addressOf = (address: HomeAddress, random: Random): RetailRow => {
  const errorOf: ErrorOf = (field) => {
    if (field === "unit") return chance(random, 0.1) ? "no_unit" : null;
    if (field === "street") return chance(random, 0.02) ? "street_typo" : null;
    return field === "postcode" && chance(random, 0.01) ? "postcode_typo" : null;
  };
  return { ...writeStreet(address, errorOf, random), ...writeArea(address, errorOf, random) };
};

const shippedTo = ({ given, family, home }: Recipient, random: Random): RetailRow => ({
  ship_first_name: given,
  ship_last_name: family,
  ...Object.fromEntries(
    Object.entries(addressOf(home, random)).map(([name, text]) => [`ship_${name}`, text]),
  ),
});

const mistyped = ({ row, kind }: RetailRecord, random: Random): RetailRecord => {
  const field = pick(random, ["first_name", "last_name", "city", "none", "none", "none", "none", "none"]);
  return of(kind, field === "none" ? row : { ...row, [field]: typo(row[field]!, random) });
};

/** Somebody whom the shop does not know, three times in four a relative. */
export const stranger = (shopper: Shopper, random: Random): Recipient => ({
  given:
    pick(random, ["Ann", "Ruth", "Paul", "Edith", "Karl", "Nora", "Hugh", "Iris"]) +
    "aeiou"[upTo(random, 5) - 1]!,
  family: chance(random, 0.75) ? shopper.family : `${shopper.family}s`,
  home: drawHomeAddress(random),
});
