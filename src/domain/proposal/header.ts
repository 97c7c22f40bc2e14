// A column's name as plain words, and whose it says it is: `Shipping Address1` is of the shipping set, and `shipping_zip` and
// `ShippingZip` are written alike.

import { anyOf } from "./patterns.js";

/** `InvoiceNo` → `invoice no`, `Prénom` → `prenom`, `Straße & Nr.` → `strasse nr`. */
export const plainWords = (header: string): string =>
  header
    .replace(/ß/g, "ss")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/([a-z])([0-9])/g, "$1 $2")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

export const roles = ["shipping", "billing"] as const;
export type Role = (typeof roles)[number];

export interface Header {
  /** All of it. */
  words: string;
  /** Whose it is; null: nobody's in particular. */
  role: Role | null;
  /** What is left without whose it is. */
  rest: string;
  /** Whether it says that it is of a customer. */
  isOfCustomer: boolean;
}

const roleWords: [Role, RegExp][] = [
  [
    "shipping",
    /^(shipping|ship to|shipto|ship|delivery|recipient|lieferadresse|liefer|lieferung|livraison)\b/,
  ],
  [
    "billing",
    /^(billing|bill to|billto|bill|card address|invoice address|rechnungsadresse|rechnungs|facturation)\b/,
  ],
];
/** In French and Spanish whose it is comes last. */
const roleEndings: [Role, RegExp][] = [
  ["shipping", /\b(de livraison|livraison|lieferadresse|lieferung|shipping)$/],
  ["billing", /\b(de facturation|facturation|rechnungsadresse|rechnung|billing)$/],
];
const ofCustomer = anyOf(
  "^(customer|client|buyer|user|contact|account|member|donor)\\b",
  "^(subscriber|guest|patron|person|kunden|kunde|kaeufer|besteller|acheteur)\\b",
  "\\b(client|du client|kunde|customer)$",
);

export const readHeader = (name: string): Header => {
  const words = plainWords(name);
  const found = [...roleWords, ...roleEndings].find(([, pattern]) => pattern.test(words));
  const own = found ? without(words, found[1]) : words;
  const role = found && own !== "" ? found[0] : null;
  const left = role ? own : words;
  const rest = without(left, ofCustomer);
  return { words, role, rest: rest === "" ? left : rest, isOfCustomer: ofCustomer.test(left) };
};

const without = (words: string, pattern: RegExp): string => words.replace(pattern, "").trim();
