// Rates by which amounts of other currencies are converted, as a person types them: one to a line, "USD 0.92", and
// with the day from which it holds "USD 0.92 2026-01-01".

import { codeOf } from "../../../../src/words/currency.js";
import { changedStream, type Draft, type StreamMapping } from "./draft.js";

type Currency = NonNullable<StreamMapping["currency"]>;
export type Rates = NonNullable<Currency["rates"]>;

export const ratesInLines = (rates: Rates): string =>
  rates
    .map(({ currency, rate, from }) => [currency, rate, from].filter((part) => part !== undefined).join(" "))
    .join("\n");

/** The rates, or what is wrong with the first line that is none. Columns of a table may be pasted. */
export const readRates = (text: string): { rates: Rates } | { problem: string } => {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const rates: Rates = [];
  for (const line of lines) {
    const found = /^\s*(\S+?)[\s,;]+([\d.,]+?)(?:[\s,;]+(\d{4}-\d{2}-\d{2}))?\s*$/.exec(line);
    const rate = found ? Number(found[2]!.replace(",", ".")) : Number.NaN;
    if (!found || !(rate > 0))
      return { problem: `“${line.trim()}” is no rate. Write it as USD 0.92, or USD 0.92 2026-01-01.` };
    rates.push({ currency: found[1]!, rate, ...(found[3] && { from: found[3] }) });
  }
  return { rates };
};

export const withRates = ({ rates: _, ...unrated }: Currency, rates: Rates): Currency => ({
  ...unrated,
  ...(rates.length > 0 && { rates }),
});

/** The rate of a currency that holds at all times. */
export const rateOf = (rates: Rates | undefined, code: string): number | undefined =>
  rates?.find(isTimeless(code))?.rate;

/** The rates with another one of a currency that holds at all times; without one if the rate is no number above 0. */
export const withRate = (rates: Rates = [], code: string, rate: number): Rates => {
  const others = rates.filter((each) => !isTimeless(code)(each));
  return rate > 0 && Number.isFinite(rate) ? [...others, { currency: code, rate }] : others;
};

/** The draft without rates of streams whose values are in another currency than before: they were rates into that. */
export const withoutOldRates = (draft: Draft, before: Draft): Draft =>
  Object.entries(draft.output_to_streams).reduce((kept, [name, { currency }]) => {
    const was = before.output_to_streams[name]?.currency;
    if (!currency?.rates || !was || codeOf(was.is) === codeOf(currency.is)) return kept;
    return changedStream(kept, name, (stream) => ({ ...stream, currency: withRates(currency, []) }));
  }, draft);

const isTimeless =
  (code: string) =>
  ({ currency, from }: Rates[number]): boolean =>
    from === undefined && codeOf(currency) === code;
