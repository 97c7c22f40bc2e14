// Order lines: rows that repeat the number of an order, with the same customer and the same day. Rows like
// these are one event.

import { codeShape, type ReadColumn, surelyLooksLike } from "./column.js";
import { nameOfDate, orderKey } from "./event.js";
import { type Grouping, groupingBy } from "./previewed-file.js";

/** Names of keys of something else than an order. */
const otherKey =
  /\b(customer|client|user|member|account|product|item|sku|article|artikel|store|shop|filiale|seller|vendor|employee|campaign|coupon|category|payment|device|plan|zip|postal|plz|phone|household|session|line|row|position|stock|card|tracking|klient\w*|kund\w*|zakazni\w*|client\w*|klant\w*|debit\w*|telefon\w*|psc)\b/;
const keyName =
  /\b(id|no|nr|num|number|nummer|numero|key|code|ref|reference|referentie|referenz|referencia|riferimento|referens|beleg|bon|ticket|receipt|order|invoice|pedido|commande|factura|facture|ordine|bestelling)\b|(nr|nummer|id)$/;

/** Names of money, which the rows of an order may have in common, and other orders by chance. */
const moneyName =
  /\b(amount|total|price|tax|vat|cents?|betrag|summe|preis|mwst|ust|montant|prix|tva|importe|monto|precio|iva|importo|prezzo|bedrag|prijs|btw|kwota|cena|belopp|belob|pris|moms|dph|castka|summa|hinta)\b|(betrag|bedrag|preis|prijs|summe)$/;

const mostCandidates = 4;
/** Share of the rows: keys of anything but orders and customers are fewer. */
const fewestKeys = 0.2;

/** Columns that may be the key of an order, the likeliest first. */
export const keyCandidates = (columns: readonly ReadColumn[], rows: number): ReadColumn[] => {
  const free = columns.filter(({ role, column }) => role === null && column.fill_rate > 0.4);
  const isRepeating = ({ column: { distinct_count: distinct = 0, fill_rate } }: ReadColumn) =>
    distinct >= 2 && distinct <= rows * fill_rate;
  const named = free.filter(({ words }) => orderKey.test(words));
  const called = free.filter(
    (column) =>
      /^(name|id|number|no|nr|nummer|numero)$/.test(column.words) && surelyLooksLike(codeShape, column),
  );
  const alike = free.filter(
    (column) =>
      keyName.test(column.words) && !otherKey.test(column.words) && surelyLooksLike(codeShape, column),
  );
  // Where no name says it, a code of which there are many may be the key.
  const coded =
    [...named, ...called].length > 0
      ? []
      : free.filter(
          (column) =>
            !otherKey.test(column.words) &&
            !moneyName.test(column.words) &&
            !nameOfDate.test(column.words) &&
            surelyLooksLike(codeShape, column) &&
            (column.column.distinct_count ?? 0) >= fewestKeys * rows,
        );
  return [...new Set([...named, ...called, ...alike, ...coded])].filter(isRepeating).slice(0, mostCandidates);
};

export interface OrderKey {
  column: ReadColumn;
  /** Rows grouped by it; absent where each row has its own. */
  lines: Grouping | null;
  /** The rows of a group surely are one event. */
  isSure: boolean;
}

/** One or several columns. */
export interface ProposedKey extends Omit<OrderKey, "column"> {
  columns: string[];
}

const alike = 0.9;
const perhaps = 0.6;
/** Below this share of groups of several rows, repeated keys are re-exports and not lines. */
const fewestRepeated = 0.01;

/**
 * The key of an event; null where no column is one. `person`, `time` and `amount`: names of the columns of
 * the customer, the date and the amount.
 */
export const findOrderKey = (
  candidates: readonly ReadColumn[],
  groupings: readonly Grouping[],
  { person, time, amount }: { person: string | null; time: string | null; amount: string | null },
): OrderKey | null => {
  const keys = candidates.flatMap((column): (OrderKey & { agreement: number })[] => {
    const lines = groupingBy(groupings, column.name);
    if (!lines) return [];
    if (lines.repeated === 0) return [{ column, lines: null, isSure: true, agreement: 1 }];
    const share = (name: string | null) => (name === null ? 1 : (lines.constant[name] ?? 1));
    // Steps of an order have dates of their own, and its amount and customer in common.
    const isOfSteps =
      orderKey.test(column.words) &&
      person !== null &&
      amount !== null &&
      Math.min(share(person), share(amount)) >= alike;
    const agreement = isOfSteps ? Math.max(share(time), perhaps) : Math.min(share(person), share(time));
    return agreement < perhaps
      ? []
      : [
          {
            column,
            lines,
            isSure: agreement >= alike && (orderKey.test(column.words) || time !== null),
            agreement,
          },
        ];
  });
  const ofLines = keys.filter(({ lines }) => lines && lines.repeated >= fewestRepeated * lines.groups);
  const [sure, unsure] = [ofLines.filter(({ isSure }) => isSure), ofLines];
  return fewestGroups(sure) ?? fewestGroups(unsure) ?? keys[0] ?? null;
};

/** The order rather than its parts: an invoice and its credit note have the order in common. */
const fewestGroups = <K extends OrderKey>(keys: readonly K[]): K | undefined =>
  keys.toSorted((a, b) => (a.lines?.groups ?? 0) - (b.lines?.groups ?? 0))[0];
