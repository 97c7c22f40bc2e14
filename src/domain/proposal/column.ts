// Column of a file as a proposal sees it: its name in plain words, the role that the name mentions, and the
// shape of its examples.

import { besideAmount } from "../data/currency.js";
import type { DetectedColumn } from "../data/dataset-findings.js";
import { plainWords } from "../resource/name-rule.js";

/** Any of the alternatives. */
export const anyOf = (...alternatives: string[]): RegExp => new RegExp(alternatives.join("|"));

/** Any of the words, as words. */
export const saying = (...words: string[]): RegExp => new RegExp(`\\b(?:${words.join("|")})\\b`);

export interface ReadColumn extends Header {
  column: DetectedColumn;
  name: string;
  examples: readonly string[];
  /** All values of a column with few. */
  values?: readonly string[];
}

export const readColumn = (column: DetectedColumn): ReadColumn => ({
  ...readHeader(column.name),
  column,
  name: column.name,
  examples: column.examples ?? [],
  ...(column.values && { values: column.values.map(({ value }) => value) }),
});

/** At least half of the examples match, or there are none. */
export const looksLike = (pattern: RegExp, { examples }: Pick<ReadColumn, "examples">): boolean =>
  2 * examples.filter((example) => pattern.test(example)).length >= examples.length;

/** As `looksLike`, but never of a column without examples. */
export const surelyLooksLike = (pattern: RegExp, column: Pick<ReadColumn, "examples">): boolean =>
  column.examples.length > 0 && looksLike(pattern, column);

export const emailShape = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
/** Letters, and neither an address nor a number of anything. */
export const nameShape = /^(?!.*[@#\d])(?=.*\p{L})/u;
const unit = `(?:${besideAmount})?`;
const amountOf = (digits: string): RegExp =>
  new RegExp(`^[-+(−]?\\s*${unit}\\s*[-+−]?${digits}\\s*${unit}\\s*[-)]?$`);
/** `$1,234.50`, `12,90 €`. */
export const amountShape = amountOf("[\\d.,'’\\s]*\\d");
/** The same, with cents. */
export const moneyShape = amountOf("[\\d.,'’\\s]*\\d[.,]\\d{2}");
export const codeShape = /^#?[A-Za-z]{0,6}[-_ ]?\d[\w-]*$/;

const scientific = /^[-+]?\d([.,]\d+)?[eE]\+?\d+$/;
/** Spreadsheets keep fifteen digits, and write zeros for the others. */
const cutDigits = /^\d{15}0+$/;

/** Keys that a spreadsheet has rounded: several of them became one. Numbers of few digits are none. */
export const isSpoilt = ({ examples }: Pick<ReadColumn, "examples">): boolean =>
  examples.some((text) => scientific.test(text.trim())) ||
  (examples.length > 1 && examples.every((text) => cutDigits.test(text.trim())));

/** `customers.email`, `subscriptions.plan`: a column of a joined table is called like one of its rows. */
const table = /^(customer|contact|account|user|subscription|order|invoice|transaction|payment)s[.:]\s*/i;

export const roles = ["shipping", "billing"] as const;
export type Role = (typeof roles)[number];

export interface Header {
  /** The whole name. */
  words: string;
  /** `Shipping Address 1` has the role shipping; null: none. */
  role: Role | null;
  /** The name without the role and without the word for the customer. */
  rest: string;
  /** The name mentions the customer. */
  isOfCustomer: boolean;
}

const roleWords: [Role, RegExp][] = [
  [
    "shipping",
    /^(shipping|ship to|shipto|ship|delivery|recipient|lieferadresse|liefer|lieferung|empfaenger|livraison|envio|entrega|spedizione|consegna|verzend|levering|bezorg)\b/,
  ],
  [
    "billing",
    /^(billing|bill to|billto|bill|card address|invoice address|rechnungsadresse|rechnungs|facturation|facturacion|faturamento|fatturazione|factuur)\b/,
  ],
];
/** In French and Spanish the role comes last. */
const roleEndings: [Role, RegExp][] = [
  [
    "shipping",
    /\b(de livraison|livraison|lieferadresse|lieferung|shipping|de envio|envio|de entrega|entrega|di spedizione|spedizione)$/,
  ],
  [
    "billing",
    /\b(de facturation|facturation|rechnungsadresse|rechnung|billing|de facturacion|facturacion|de cobranca|di fatturazione)$/,
  ],
];
const ofCustomer = anyOf(
  "^(order ?)?(customer|client|buyer|user|contact|account|member|donor)\\b",
  "^(subscriber|guest|patron|person|kunden|kunde|kaeufer|kaufer|besteller|acheteur|cust|cliente|comprador|usuario|utente|klant|gebruiker|profile|shopper|player|patient|student|household|visitor)\\b",
  "\\b(client|du client|kunde|customer|cliente|del cliente|do cliente|klant|usuario)$",
);

/** `customers.plan` → `customer plan`. */
export const withoutTable = (name: string): string => name.replace(table, "$1 ");

export const readHeader = (name: string): Header => {
  const words = plainWords(withoutTable(name));
  const found = [...roleWords, ...roleEndings].find(([, pattern]) => pattern.test(words));
  const own = found ? without(words, found[1]) : words;
  const role = found && own !== "" ? found[0] : null;
  const left = role ? own : words;
  const rest = without(left, ofCustomer);
  return { words, role, rest: rest === "" ? left : rest, isOfCustomer: ofCustomer.test(left) };
};

const without = (words: string, pattern: RegExp): string => words.replace(pattern, "").trim();
