// Rows that are left out of a stream as sentences, one for each reason, and what became of all rows that were read.

import { codeOf } from "../domain/data/currency.js";
import { type LeftOutWhy, leftOutClause } from "../domain/data/left-out.js";
import { english, type Formatter } from "./format.js";
import { capitalized, counted, listed, plural } from "./plural.js";

interface LeftOutRows extends LeftOutWhy {
  rows: number;
  events: number;
}

/** `“Status” is “Cancelled”.` `noun`: what an event is called. */
export const leftOutSentence = (why: LeftOutWhy, noun: string): string =>
  `${capitalized(leftOutClause(why, noun))}.`;

export { leftOutClause };

interface Ledger {
  rows_read?: number | undefined;
  rows: number;
  events: number;
  left_out_by?: readonly LeftOutRows[] | undefined;
}

/**
 * "1,904 rows read: 744 are in 744 orders, 239 are refunds, and 921 are left out."; empty where it is not known
 * how many were read, as of refunds.
 */
export const ledgerSentence = (
  { rows_read: read, rows, events, left_out_by: reasons = [] }: Ledger,
  noun: string,
  format: Formatter = english,
): string => {
  if (read === undefined) return "";
  const rowsOf = (some: readonly LeftOutRows[]) => some.reduce((sum, each) => sum + each.rows, 0);
  const refunds = rowsOf(reasons.filter(({ reason }) => reason === "refund"));
  const leftOut = rowsOf(reasons) - refunds;
  const are = (n: number) => `${format.count(n)} ${n === 1 ? "is" : "are"}`;
  const all = counted(read, "row", "rows", format);
  const inEvents = `in ${counted(events, noun, plural(noun), format)}`;
  if (leftOut + refunds === 0) return `${all} read: all are ${inEvents}.`;
  const parts = [
    `${are(rows)} ${inEvents}`,
    ...(refunds > 0 ? [refunds === 1 ? "1 is a refund" : `${are(refunds)} refunds`] : []),
    ...(leftOut > 0 ? [`${are(leftOut)} left out`] : []),
  ];
  return `${all} read: ${parts.slice(0, -1).join(", ")}, and ${parts.at(-1)}.`;
};

interface CurrencyAmount {
  currency: string | null;
  is_unnamed?: boolean | undefined;
  events: number;
  value_total: number;
  converted_events?: number | undefined;
  converted_total?: number | undefined;
}

interface Amounts {
  value_total?: number | undefined;
  by_currency?: readonly CurrencyAmount[] | undefined;
}

/** The amounts that are in the currency `is` of the stream's values; undefined where there are none. */
export const ownAmounts = <A extends CurrencyAmount>(
  {
    value_total: total,
    by_currency: by = [],
  }: { value_total?: number | undefined; by_currency?: readonly A[] | undefined },
  is: string | undefined,
): A | undefined =>
  by.find(({ currency }) => is !== undefined && (currency === is || currency === codeOf(is))) ??
  by.find(({ value_total }) => value_total === total);

/**
 * "69,914.14 EUR, 43,880.10 of it converted from 37,790.49 GBP; not added: 950 of 12 orders without a
 * currency". `is`: the currency of the stream's values.
 */
export const amountsInWords = (
  { value_total: total, by_currency: by = [] }: Amounts,
  is: string | undefined,
  noun: string,
  format: Formatter = english,
): string | undefined => {
  const { amount } = format;
  if (total === undefined) return undefined;
  if (is === undefined) return amount(total);
  const own = ownAmounts({ value_total: total, by_currency: by }, is);
  const others = by.filter((each) => each !== own);
  const converted = others.flatMap(({ currency, value_total, converted_total }) =>
    converted_total === undefined
      ? []
      : [`${amount(converted_total)} of it from ${amount(value_total)} ${currency}`],
  );
  const left = others.flatMap(({ currency, is_unnamed, events, value_total, converted_events }) => {
    const orders = (count: number) => counted(count, noun, plural(noun), format);
    if (converted_events === undefined)
      return `${amount(value_total)} ${is_unnamed ? `of ${events === 0 ? "refunds" : orders(events)} without a currency` : (currency ?? "in several currencies")}`;
    const without = events - converted_events;
    return without > 0 ? `${orders(without)} in ${currency} on days without a rate` : [];
  });
  return `${amount(total)} ${is}${converted.length > 0 ? `, ${listed(converted)}` : ""}${left.length > 0 ? `; not added: ${listed(left)}` : ""}`;
};
