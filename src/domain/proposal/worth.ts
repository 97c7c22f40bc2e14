// What an event was worth, of all the amounts that a row has.

import { amountShape, type ReadColumn, surelyLooksLike } from "./column.js";
import { anyOf, saying } from "./patterns.js";

/** What was paid in all, first; then without taxes or before discounts. */
const likely: readonly RegExp[] = [
  anyOf(
    "^(order |grand |invoice |transaction |sale |basket |purchase )?total( ?(amount|price|value|paid|collected|sales|spent|revenue|ttc|base|eur|usd|gbp|purchased))?$",
    "^(gesamt(betrag|summe|preis)?|summe|total ttc|montant total)$",
    "^(prix total|bestellwert|auftragswert|endbetrag)$|^total .*\\b(cents|eur|usd|gbp|centimes)$",
  ),
  anyOf(
    "^(order|transaction|purchase|sale|sales|invoice|payment|donation|gift|paid|net|gross|converted|spend)? ?(amount|revenue|sales|value|spend|spent|worth)( ?(paid|eur|usd|gbp|usd|net|gross|in cents|cents))?$",
    "^(umsatz|betrag|wert|montant|valeur|rechnungsbetrag|amount .*)$|^(dollar|euro)s?( value)?$",
  ),
  /^(sub ?total|line ?total|item total|zwischensumme|sous total|extended price|order sub ?total)$/,
];
/** Of one piece: what the row was worth only where it is of one. */
const perPiece = /^(price|unit ?price|item price|preis|einzelpreis|prix|prix unitaire|cost)$/;
const quantity = /\b(quantity|qty|menge|anzahl|quantite|units|pieces|stueck)\b/;
const unlikely = saying(
  "tax|taxes|vat|mwst|tva|discount|rabatt|remise|refund\\w*|fee|fees|tip|tips|shipping",
  "versand\\w*|livraison|outstanding|balance|points|count|quantity|qty|rate|percent|id|number|no",
  "items",
);
const cents = /\b(cents?|centimes?|minor( units?)?|pence)\b/;

const isAmount = (column: ReadColumn): boolean =>
  column.role === null &&
  (column.column.data_type === "number" || surelyLooksLike(amountShape, column)) &&
  !unlikely.test(column.words);

export interface FoundWorth {
  column: ReadColumn;
  isInCents: boolean;
  /** Whole numbers alone, none of them small: they may as well be cents, and nobody says. */
  mayBeCents: boolean;
}

/** Null where no amount is of the whole row. */
export const proposeWorth = (columns: readonly ReadColumn[]): FoundWorth | null => {
  const amounts = columns.filter(isAmount);
  const isOfPieces = columns.some(({ words }) => quantity.test(words));
  for (const pattern of isOfPieces ? likely : [...likely, perPiece]) {
    const column = amounts.find(
      ({ words }) => pattern.test(words.replace(cents, "").trim()) || pattern.test(words),
    );
    if (column) return { column, isInCents: cents.test(column.words), mayBeCents: mayBeCents(column) };
  }
  return null;
};

const leastInDoubt = 100;

const mayBeCents = ({ words, examples, column: { data_type } }: ReadColumn): boolean =>
  data_type === "number" &&
  !cents.test(words) &&
  examples.length > 0 &&
  examples.every(
    (text) => /^-?\d+$/.test(text) && (Number(text) === 0 || Math.abs(Number(text)) >= leastInDoubt),
  );
