// Ledger of a reading in sentences: what the newest file brought beside the one before, and what is unusual of it.

import type { FileLedger } from "../domain/data/dataset-findings.js";
import { comparedIn, unusualFile } from "../domain/data/ledger.js";
import { english, type Formatter } from "./format.js";
import { counted, plural, singular } from "./plural.js";

/** The noun of a stream's events: "order" for transaction and transaction_till. */
export const nounOf = (stream: string): string =>
  /^(transaction|purchase|sale)(_|$)/.test(stream)
    ? "order"
    : singular(stream.replaceAll("_", " ").toLowerCase());

/** "1,499 orders, 1,480 of them with a customer: 848 customers." */
export const stepsSentence = (
  { events, without_customer, customers }: Pick<FileLedger, "events" | "without_customer" | "customers">,
  noun: string,
  format: Formatter = english,
): string => {
  const all = counted(events, noun, plural(noun), format);
  const of = counted(customers, "customer", "customers", format);
  return without_customer === 0
    ? `${all} of ${of}.`
    : `${all}, ${format.count(events - without_customer)} of them with a customer: ${of}.`;
};

/** "then there are 1,460 orders of 812 customers, 34,455.10 in all" */
export const followsClause = (
  {
    events,
    customers,
    value_total: total,
  }: { events: number; customers: number; value_total?: number | undefined },
  noun: string,
  format: Formatter = english,
): string => {
  const are = events === 1 ? "is" : "are";
  const of = customers > 0 ? ` of ${counted(customers, "customer", "customers", format)}` : "";
  const worth = total === undefined ? "" : `, ${format.amount(total)} in all`;
  return `then there ${are} ${counted(events, noun, plural(noun), format)}${of}${worth}`;
};

/** "1,234.50 EUR, 20 GBP, 12 without a currency" */
export const currencyAmounts = (
  amounts: readonly CurrencyAmount[] = [],
  format: Formatter = english,
): string =>
  amounts
    .map(({ currency, is_unnamed, value_total }) =>
      [format.amount(value_total), currency ?? (is_unnamed ? "without a currency" : "")].join(" ").trim(),
    )
    .join(", ");

/** Amounts of what is used: by currency, where it is known. */
export const usedAmounts = ({
  value_total,
  by_currency,
}: {
  value_total?: number | undefined;
  by_currency?: readonly CurrencyAmount[] | undefined;
}): readonly CurrencyAmount[] =>
  by_currency ?? (value_total === undefined ? [] : [{ currency: null, value_total }]);

interface CurrencyAmount {
  currency: string | null;
  is_unnamed?: boolean | undefined;
  value_total: number;
}

type Counts = Pick<FileLedger, "file" | "rows_read" | "events" | "left_out_by">;

/** "“June.csv” brought 212 orders, the file before 431."; empty without files. `noun`: what an event is called. */
export const newestFileSentence = (
  files: readonly Counts[],
  noun: string,
  format: Formatter = english,
): string => {
  const [newest, before] = [files.at(-1), files.at(-2)];
  if (!newest) return "";
  const of = comparedIn(files);
  const brought = broughtClause(newest, of, noun, format);
  return before ? `${brought}, the file before ${format.count(before[of])}.` : `${brought}.`;
};

/** "“June.csv” brought 212 orders" */
const broughtClause = (
  newest: Counts,
  of: ReturnType<typeof comparedIn>,
  noun: string,
  format: Formatter,
): string => {
  const named = of === "events" ? noun : "row";
  return `“${newest.file}” brought ${counted(newest[of], named, plural(named), format)}`;
};

/** "“June.csv” brought 212 orders, not the usual 430", for a subject; empty for a usual file. */
export const unusualFileBriefly = (
  files: readonly FileLedger[],
  noun: string,
  format: Formatter = english,
): string => {
  const found = unusualFile(files);
  if (!found) return "";
  const { newest, of, usual } = found;
  return `${broughtClause(newest, of, noun, format)}, not the usual ${format.count(usual)}`;
};

/** A warning of a file with far less or far more than those before; empty for a usual one. */
export const unusualFileWarning = (
  files: readonly FileLedger[],
  noun: string,
  format: Formatter = english,
): string => {
  const found = unusualFile(files);
  if (!found) return "";
  const { newest, of, usual } = found;
  const named = plural(of === "events" ? noun : "row");
  const much = newest[of] < usual ? "less than half" : "more than twice";
  const check =
    newest[of] < usual
      ? "Check that the export is whole."
      : "Check that the export has the period and the shop that you expect.";
  return `${newestFileSentence(files, noun, format)} That is ${much} of the usual ${format.count(usual)} ${named}. ${check}`;
};
