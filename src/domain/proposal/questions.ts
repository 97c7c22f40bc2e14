// Questions that a proposal asks the owner: how to read ambiguous dates, and whether amounts are cents.

import type { ColumnFormat } from "../dataset.js";
import type { ReadColumn } from "./column.js";
import type { FoundAmount } from "./event.js";

export interface ProposalQuestion {
  /** Absent: the whole file. */
  column_name?: string;
  question: string;
  /** The most likely answer first. */
  choices: ProposalChoice[];
}

export interface ProposalChoice {
  label?: string;
  format?: ColumnFormat;
  /** One or two examples as this format reads them. */
  reads_as?: string[];
  /** What to change in the proposal, as a JSON merge patch of the dataset. */
  sets?: Record<string, unknown>;
  is_proposed?: true;
}

const shown = 2;

/** The question about a column with ambiguous dates; empty for other columns. */
export const dateQuestion = ({ column, examples }: ReadColumn): ProposalQuestion[] => {
  const { name, possible_formats: formats = [] } = column;
  if (formats.length < 2) return [];
  const read = (format: ColumnFormat) => examples.map((example) => dateInWords(example, format));
  const readings = formats.map(read);
  const distinctive = examples.flatMap((_, i) => (new Set(readings.map((of) => of[i])).size > 1 ? [i] : []));
  const choices = formats.map((format, f) => ({
    format,
    reads_as: distinctive.slice(0, shown).flatMap((i) => readings[f]![i] ?? []),
  }));
  return [
    {
      column_name: name,
      question: `Which day is “${examples[distinctive[0] ?? 0] ?? ""}” in ${name}?`,
      choices,
    },
  ];
};

/** The question about whole amounts that may be cents; empty for others. */
export const centsQuestion = ({
  column: { name, examples },
  mayBeCents,
}: FoundAmount): ProposalQuestion[] => {
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

/** The order of the parts of a date. */
const orders: Partial<Record<ColumnFormat, string>> = {
  ...{ mm_dd_yyyy_slash: "mdy", mm_dd_yy_slash: "mdy", mm_dd_yyyy_dash: "mdy", mm_dd_yy_dash: "mdy" },
  ...{ dd_mm_yyyy_slash: "dmy", dd_mm_yy_slash: "dmy", dd_mm_yyyy_dash: "dmy", dd_mm_yy_dash: "dmy" },
  ...{ yyyy_mm_dd_slash: "ymd", yy_mm_dd_slash: "ymd", yyyy_mm_dd_dash: "ymd", yy_mm_dd_dash: "ymd" },
};

const months = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
];

/** “4 March 2025”; null for a text that is not a date of the format. */
export const dateInWords = (written: string, format: ColumnFormat): string | null => {
  const order = orders[format];
  const parts = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})/.exec(written)?.slice(1);
  if (!order || !parts) return null;
  const part = (name: string): number => Number(parts[order.indexOf(name)]);
  const [day, month, year] = [part("d"), months[part("m") - 1], part("y")];
  return month === undefined || day < 1 || day > 31 ? null : `${day} ${month} ${fullYear(year)}`;
};

/** As the engine reads two digits. */
const fullYear = (year: number): number => (year >= 100 ? year : year < 69 ? 2000 + year : 1900 + year);
