// Rates by which amounts of other currencies are converted, as a person types them: one to a line, "USD 0.92", and
// with the day from which it holds "USD 0.92 2026-01-01".

import type { StreamMapping } from "./draft.js";

export type Rates = NonNullable<NonNullable<StreamMapping["currency"]>["rates"]>;

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
