// What only the owner of a file can say of it.

import type { ColumnFormat } from "../dataset.js";
import type { ReadColumn } from "./column.js";
import { dateInWords } from "./dates.js";
import type { FoundWorth } from "./worth.js";

export interface ProposalQuestion {
  column_name: string;
  question: string;
  /** The likeliest first; `reads_as` has an example or two as they are read by it. */
  choices: { format: ColumnFormat; reads_as: string[] }[];
}

const shown = 2;

/** Of a column whose dates can be read in several ways; none of others. */
export const questionOfDates = ({ column, examples }: ReadColumn): ProposalQuestion[] => {
  const { name, possible_formats: formats = [] } = column;
  if (formats.length < 2) return [];
  const read = (format: ColumnFormat) => examples.map((example) => dateInWords(example, format));
  const readings = formats.map(read);
  const telling = examples.flatMap((_, i) => (new Set(readings.map((of) => of[i])).size > 1 ? [i] : []));
  const choices = formats.map((format, f) => ({
    format,
    reads_as: telling.slice(0, shown).flatMap((i) => readings[f]![i] ?? []),
  }));
  return [
    { column_name: name, question: `Which day is “${examples[telling[0] ?? 0] ?? ""}” in ${name}?`, choices },
  ];
};

/** Of whole amounts that may be cents; none of others. */
export const questionOfCents = ({
  column: { name, examples },
  mayBeCents,
}: FoundWorth): ProposalQuestion[] => {
  if (!mayBeCents) return [];
  const amounts = examples.slice(0, shown).map(Number);
  const written = (amount: number) => amount.toLocaleString("en-US", { minimumFractionDigits: 2 });
  return [
    {
      column_name: name,
      question: `Is ${name} written in whole units of money or in cents?`,
      choices: [
        { format: "currency_dollars", reads_as: amounts.map(written) },
        { format: "currency_cents", reads_as: amounts.map((amount) => written(amount / 100)) },
      ],
    },
  ];
};
