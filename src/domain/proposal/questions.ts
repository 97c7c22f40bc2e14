// Questions that a proposal asks the owner: how to read ambiguous dates, and whether amounts are cents.

import type { ColumnFormat, FieldMapping, StreamMapping } from "../dataset.js";
import { columnsOfField } from "../stream-mapping.js";
import { mayBeCents } from "./amounts.js";
import type { ReadColumn } from "./column.js";
import { orderKey } from "./event.js";
import { mergePatch } from "./merge-patch.js";
import type { ProposedKey } from "./order-lines.js";
import type { DatasetProposal, ProposalQuestion } from "./proposal.js";
import type { Reading } from "./reading.js";

const shown = 2;

/** Rows that may be the lines of orders. `streams`: the mapping of either reading. */
export const linesQuestion = (
  { columns, lines }: ProposedKey,
  rows: number,
  streams: { orders: Record<string, StreamMapping>; rows: Record<string, StreamMapping> },
): ProposalQuestion[] => {
  if (!lines) return [];
  const figures = { lines: rows, orders: lines.groups };
  const asRows = { output_to_streams: mergePatch(streams.orders, streams.rows) };
  return [
    {
      column_name: columns[0]!,
      question: `Several rows have the same ${columns.join(" and ")}: ${counted(rows)} rows, ${counted(lines.groups)} of them different. Are they the lines of one order?`,
      figures,
      choices: [
        { label: `Count ${counted(lines.groups)} orders`, is_proposed: true, sets: {} },
        { label: `Count each of the ${counted(rows)} rows`, sets: asRows },
      ],
    },
  ];
};

const counted = (count: number): string => count.toLocaleString("en-US");

const mostChoices = 6;
const itemName =
  /\b(product|item|sku|article|artikel\w*|produkt|produit|producto|produto|prodotto|description|designation|type|status|category)\b/;
const idName = /\b(id|no|nr|num|number|nummer|key|code|ref|n)\b|(id|nr|no)$/;

/** In a file in which no column is known to be the customer: the columns that may be. */
export const customerQuestion = (reading: Reading): ProposalQuestion[] => {
  const {
    free,
    time,
    clock,
    action,
    amounts,
    candidates,
    file: { rows },
  } = reading;
  const [key] = candidates;
  const isOfOrders = key && (orderKey.test(key.words) || !repeats(key, rows));
  const others = new Set([
    time,
    clock,
    action,
    ...(isOfOrders ? [key] : []),
    ...Object.values(amounts).flat(),
  ]);
  const isPossible = ({ words, column: { distinct_count: distinct = 0, data_type } }: ReadColumn) =>
    distinct >= 2 &&
    data_type !== "date" &&
    (idName.test(words) || (data_type === "text" && distinct > rows / 100));
  const ranked = free
    .filter((column) => !others.has(column) && !itemName.test(column.words) && isPossible(column))
    .toSorted(
      (a, b) =>
        Number(repeats(b, rows)) - Number(repeats(a, rows)) ||
        Number(idName.test(b.words)) - Number(idName.test(a.words)),
    );
  if (ranked.length === 0) return [];
  return [
    {
      question: "Which column is the customer?",
      choices: ranked.slice(0, mostChoices).map(({ name, column: { distinct_count: distinct = 0 } }) => ({
        label: `${name} (${counted(distinct)} different values)`,
        sets: { identity_sets: { customer: { customer_id: name } }, reference_key_columns: [name] },
      })),
    },
  ];
};

/** A customer comes back: a key that is new in each row is that of the row. */
const repeats = ({ column: { distinct_count: distinct = 0 } }: ReadColumn, rows: number): boolean =>
  distinct < 0.95 * rows;

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
export const centsQuestion = (column: ReadColumn): ProposalQuestion[] => {
  if (!mayBeCents(column)) return [];
  const { name, examples } = column;
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

/** The streams of the proposal with the first answer to each question about the format of a column, which is the likeliest. */
export const withLikeliestFormats = ({
  questions,
  output_to_streams: streams,
}: Pick<DatasetProposal, "questions" | "output_to_streams">): DatasetProposal["output_to_streams"] => {
  const formats = new Map(questions.map(({ column_name, choices }) => [column_name, choices[0]?.format]));
  const formatted = (field: FieldMapping): FieldMapping => {
    const format = columnsOfField(field).flatMap((column) => formats.get(column) ?? [])[0];
    return format && !("combine" in field) ? { ...field, format } : field;
  };
  return Object.fromEntries(
    Object.entries(streams).map(([name, stream]) => [
      name,
      {
        ...stream,
        data_map: Object.fromEntries(
          Object.entries(stream.data_map).map(([field, mapped]) => [field, formatted(mapped)]),
        ),
      },
    ]),
  );
};
