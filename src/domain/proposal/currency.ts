// Currency of the amounts of a file. Amounts of several currencies are never added: a stream has values in
// one currency. The owner is asked which, if the file has several. If it has one, the mapping names it, so
// that the amounts of a later file in another are not added.

import { symbolPattern } from "../data/currency.js";
import type { CurrencyCounts } from "../data/dataset-findings.js";
import { type ReadColumn, saying } from "./column.js";
import { counted, money } from "./figures.js";
import type { ProposalChoice, ProposalQuestion } from "./proposal.js";

const currencyName = saying(
  "currency|currencies|waehrung|wahrung|devise|moneda|divisa|moeda|valuta|waluta|mena|penznem|para birimi|ccy|curr|wkz|munteenheid|monnaie|rahayksikko|valuutta|deviza|cur",
);
/** Currencies of other amounts of the row. */
const otherCurrency = saying(
  "converted|conversion|settlement|payout|base|shop|store|account|fee|exchange|rate|symbol",
);

const codes = saying(
  "eur|usd|gbp|chf|cad|aud|nzd|jpy|cny|hkd|sgd|inr|krw|sek|nok|dkk|isk|pln|czk|huf|ron|bgn|try|rub|uah|ils|aed|sar",
  "zar|egp|ngn|kes|brl|mxn|ars|clp|cop|pen|uyu|thb|myr|idr|php|vnd|twd|euros?",
);

const symbol = new RegExp(`^(?:${symbolPattern})$`);

/** A name that says in which currency an amount is. */
export const namesCurrency = ({ words }: Pick<ReadColumn, "words">): boolean => codes.test(words);

/** The column with the currency of the amounts; null without one. */
export const findCurrency = (columns: readonly ReadColumn[]): ReadColumn | null => {
  const listed = columns.filter(({ values = [], role }) => role === null && values.length > 0);
  const isKnown = (value: string) => codes.test(value.trim().toLowerCase()) || symbol.test(value.trim());
  const areCodes = (values: readonly string[]) =>
    values.some(isKnown) && values.every((value) => /^[A-Z]{3}$/.test(value.trim()) || isKnown(value));
  const named = listed.filter(({ words }) => currencyName.test(words) && !otherCurrency.test(words));
  return (
    named[0] ??
    listed.find(({ values = [], words }) => !otherCurrency.test(words) && areCodes(values)) ??
    null
  );
};

type ValueRows = { value: string; rows: number };

/** Currencies of a column, or of amounts that are written with theirs; the most frequent first. */
const currenciesOf = ({ column: { values = [], currencies } }: ReadColumn): ValueRows[] =>
  [...(currencies ?? values)].sort((a, b) => b.rows - a.rows);

export const hasSeveralCurrencies = (column: ReadColumn | null): boolean =>
  column !== null && currenciesOf(column).length > 1;

const asCode = (written: string): string =>
  /^[A-Za-z]{3}$/.test(written.trim()) ? written.trim().toUpperCase() : written.trim();

export interface FoundCurrency {
  column: ReadColumn;
  mapping: { column_name: string; is: string };
}

/** The currency of an amount: by its own column, or as it is written beside the amount. Null where nothing says it. */
export const currencyOf = (
  column: ReadColumn | null,
  amounts: readonly ReadColumn[],
): FoundCurrency | null => {
  // A quantity that multiplies the price names none.
  const amount = amounts.find((each) => (each.column.currencies ?? []).length > 0) ?? amounts[0];
  if (!amount || namesCurrency(amount)) return null;
  const written = currenciesOf({ ...amount, column: { ...amount.column, values: [] } });
  const found = column ?? (written.length > 0 ? amount : null);
  const [first] = found === amount ? written : found ? currenciesOf(found) : [];
  return found && first
    ? { column: found, mapping: { column_name: found.name, is: asCode(first.value) } }
    : null;
};

const mostChoices = 8;

/** `others`: answers that take another amount, which is in one currency. */
export const currencyQuestion = (
  stream: string,
  { column, mapping }: FoundCurrency,
  others: readonly ProposalChoice[] = [],
): ProposalQuestion[] => {
  const found = currenciesOf(column);
  if (found.length < 2) return [];
  return [
    {
      code: "currency",
      column_name: column.name,
      question: `The amounts are in ${found.length} currencies. Which one are the values in?`,
      figures: Object.fromEntries(found.map(({ value, rows }) => [asCode(value), rows])),
      choices: [
        ...found
          .slice(0, mostChoices)
          .map(({ value, rows }) => choiceOf(stream, mapping, asCode(value), `${counted(rows)} rows`)),
        ...others,
      ],
    },
  ];
};

const choiceOf = (
  stream: string,
  { column_name, is }: FoundCurrency["mapping"],
  code: string,
  rows: string,
): ProposalChoice => ({
  label: `${code} (${rows})`,
  ...(code === is
    ? { is_proposed: true, sets: {} }
    : { sets: { output_to_streams: { [stream]: { currency: { column_name, is: code } } } } }),
});

/** The question with what the events of each currency add up to. */
export const withTotals = (
  question: ProposalQuestion,
  stream: string,
  mapping: FoundCurrency["mapping"],
  byCurrency: readonly CurrencyCounts[],
): ProposalQuestion => {
  const known = byCurrency.filter(({ currency }) => currency !== null);
  const ofOthers = question.choices.filter(
    ({ sets = {}, is_proposed }) => !is_proposed && !setsCurrency(sets, stream),
  );
  const inWords = ({ currency, events, value_total }: CurrencyCounts) =>
    `${money(value_total)} ${currency} (${counted(events)})`;
  return {
    ...question,
    question: `The amounts are in ${known.length} currencies, which are never added: ${known.slice(0, mostChoices).map(inWords).join(", ")}. Which one are the values in? Events in the others count, and have no value, unless rates convert them.`,
    figures: Object.fromEntries(
      known.flatMap(({ currency, events, value_total }) => [
        [`${currency}_events`, events],
        [`${currency}_total`, value_total],
      ]),
    ),
    choices: [
      ...known
        .slice(0, mostChoices)
        .map(({ currency, events, value_total }) =>
          choiceOf(stream, mapping, currency!, `${counted(events)} events, ${money(value_total)}`),
        ),
      ...ofOthers,
    ],
  };
};

const setsCurrency = (sets: Record<string, unknown>, stream: string): boolean => {
  const { currency } =
    (sets as { output_to_streams?: Record<string, { currency?: unknown }> }).output_to_streams?.[stream] ??
    {};
  return currency !== undefined && currency !== null;
};

/** Whether amounts that name no currency are in that of the values. Empty where all name one, or none does. */
export const unnamedQuestion = (
  stream: string,
  column_name: string,
  byCurrency: readonly CurrencyCounts[],
): ProposalQuestion[] =>
  byCurrency.flatMap(({ is_unnamed, events, value_total }) =>
    is_unnamed
      ? [
          {
            code: "unnamed_currency",
            column_name,
            question: `“${column_name}” names no currency for ${events === 0 ? "refunds" : `${counted(events)} ${events === 1 ? "event" : "events"}`} with ${money(value_total)} in all. Are these amounts in the currency of the values, as the others are?`,
            figures: { events, total: value_total },
            choices: [
              { label: `Not known: leave ${money(value_total)} out of the amounts`, ...proposedChoice },
              {
                label: `Yes, add ${money(value_total)} to the values`,
                sets: { output_to_streams: { [stream]: { currency: { includes_unnamed: true } } } },
              },
            ],
          },
        ]
      : [],
  );

const proposedChoice = { is_proposed: true as const, sets: {} };
