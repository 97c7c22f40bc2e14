// Questions that a proposal asks the owner: how to read ambiguous dates, and whether amounts are cents.

import type { ColumnFormat, FieldMapping, StreamMapping } from "../data/dataset.js";
import type { ValueCount } from "../data/dataset-findings.js";
import { columnsOfField } from "../data/stream-mapping.js";
import { mayBeCents } from "./amounts.js";
import { isSpoilt, looksLike, type ReadColumn } from "./column.js";
import { orderKey } from "./event.js";
import { counted, together } from "./figures.js";
import type { LifeCycle } from "./life-cycle.js";
import { mergePatch } from "./merge-patch.js";
import type { ProposedKey } from "./order-lines.js";
import type { DatasetProposal, ProposalQuestion } from "./proposal.js";
import type { Reading } from "./reading.js";
import { counted as countedStatuses, isStatus, type UnknownStatuses } from "./statuses.js";

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
      code: "lines",
      column_name: columns[0]!,
      question: `Several rows have the same ${together(columns)}: ${counted(rows)} rows, ${counted(lines.groups)} of them different. Are they the lines of one order?`,
      figures,
      choices: [
        { label: `Count ${counted(lines.groups)} orders`, is_proposed: true, sets: {} },
        { label: `Count each of the ${counted(rows)} rows`, sets: asRows },
      ],
    },
  ];
};

/** Rows that are steps of one payment, of which none is known to be the sale. */
export const stepsQuestion = (
  { key, lines, steps }: LifeCycle,
  rows: number,
  streams: { orders: Record<string, StreamMapping>; rows: Record<string, StreamMapping> },
): ProposalQuestion[] => {
  const [name] = Object.keys(streams.orders);
  const only = (value: string) => ({
    output_to_streams: { [name!]: { conditions: [{ column_name: steps.name, _in: [value] }] } },
  });
  const listed = valuesOf(steps).slice(0, mostListed);
  return [
    {
      code: "steps",
      column_name: steps.name,
      question: `Several rows have the same “${key.name}” and another “${steps.name}”: ${listed.map(inWords).join(", ")}. Which of them are sales?`,
      figures: Object.fromEntries(listed.map(({ value, rows: count }) => [value, count])),
      choices: [
        { label: `Count each “${key.name}” once (${counted(lines.groups)})`, is_proposed: true, sets: {} },
        ...listed.map(({ value, rows: count }) => ({
          label: `Count each “${key.name}” with ${value} (${counted(count)} rows)`,
          sets: only(value),
        })),
        {
          label: `Count each of the ${counted(rows)} rows`,
          sets: { output_to_streams: mergePatch(streams.orders, streams.rows) },
        },
      ],
    },
  ];
};

const mostListed = 5;
const valuesOf = ({ column: { values = [] } }: ReadColumn) => [...values].sort((a, b) => b.rows - a.rows);
const inWords = ({ value, rows }: ValueCount): string => `${value} (${counted(rows)})`;

/**
 * A column of statuses that are known in no language. `leftOut`: those that are known to be no sales; the
 * mapping leaves out the ones that likely are none, too.
 */
export const statusQuestion = (
  column: ReadColumn,
  { values: unknown, likelyNot }: UnknownStatuses,
  stream: string,
  mapping: StreamMapping,
  leftOut: readonly string[],
): ProposalQuestion[] => {
  const all = valuesOf(column);
  const [most] = all.filter(({ value }) => !leftOut.includes(value));
  const rowsOf = (chosen: readonly string[]) =>
    all.reduce((sum, { value, rows }) => sum + (chosen.includes(value) ? rows : 0), 0);
  const answers = [
    likelyNot,
    [],
    unknown.filter((value) => value !== most?.value),
    ...unknown.filter((value) => value !== most?.value).map((value) => [value]),
  ];
  const distinct = new Map(answers.toReversed().map((not) => [JSON.stringify([...not].sort()), not]));
  if (distinct.size < 2) return [];
  const inRows = (values: readonly string[]) => {
    const rows = rowsOf(values);
    return `${values.join(", ")} (${counted(rows)} ${rows === 1 ? "row" : "rows"})`;
  };
  const label = (not: readonly string[]) =>
    not.length === 0 ? `Count ${inRows(unknown)}` : `Leave out ${inRows(not)}`;
  return [
    {
      code: "status",
      column_name: column.name,
      question: `“${column.name}” is ${all.slice(0, mostStatuses).map(inWords).join(", ")}. Which of them are no sales?`,
      figures: Object.fromEntries(all.map(({ value, rows }) => [value, rows])),
      choices: [...distinct.values()]
        .toReversed()
        .slice(0, mostChoices)
        .map((not) => ({
          label: label(not),
          ...(not === likelyNot
            ? { is_proposed: true as const, sets: {} }
            : {
                sets: { output_to_streams: { [stream]: withLeftOut(mapping, column, [...leftOut, ...not]) } },
              }),
        })),
    },
  ];
};

const mostStatuses = 12;

/** The conditions of the stream with another one for the column. */
const withLeftOut = (
  { event_key, conditions, event_conditions }: StreamMapping,
  column: ReadColumn,
  leftOut: readonly string[],
): Record<string, unknown> => {
  const field = event_key ? "event_conditions" : "conditions";
  const others = ((event_key ? event_conditions : conditions) ?? []).filter(
    ({ column_name }) => column_name !== column.name,
  );
  const changed = leftOut.length > 0 ? [...others, countedStatuses(column, leftOut)] : others;
  return { [field]: changed.length > 0 ? changed : null };
};

/**
 * In a file of sales in which no column is called an amount: those that look like one. `streamWith`: the
 * stream as it would be proposed with a column as the amount, and so with its currency and its refunds.
 */
export const amountQuestion = (
  { likelyAmounts }: Reading,
  stream: string,
  mapping: StreamMapping,
  streamWith: (amount: ReadColumn | null) => StreamMapping,
): ProposalQuestion[] => {
  if (likelyAmounts.length === 0) return [];
  const answer = (amount: ReadColumn | null) => {
    const sets = mergePatch({ [stream]: mapping }, { [stream]: streamWith(amount) });
    return Object.keys(sets).length > 0
      ? { sets: { output_to_streams: sets } }
      : { is_proposed: true as const, sets: {} };
  };
  return [
    {
      code: "amount",
      question: "Which column is the amount of a sale?",
      choices: [
        ...likelyAmounts.slice(0, mostAmounts).map((column) => ({
          label: `${column.name} (such as ${column.examples.slice(0, shown).join(", ")})`,
          ...answer(column),
        })),
        { label: "None of them", ...answer(null) },
      ],
    },
  ];
};

const mostAmounts = 6;

const mostChoices = 6;
const itemName =
  /\b(product|item|sku|article|artikel\w*|produkt|produit|producto|produto|prodotto|description|designation|type|status|category)\b/;
const idName = /\b(id|no|nr|num|number|nummer|key|code|ref|n)\b|(id|nr|no)$/;
/** Names of figures, answers and places, whatever their values look like. */
const noKey =
  /\b(balance|saldo|debit|credit|soll|haben|amount|total|sum|price|cost|tax|vat|discount|quantity|qty|count|rate|percent|void|voided|cancelled|deleted|paid|flag|is|has|age|year|month|day|week|hour|time|date|page|line|row|index|currency|country|state|city|gender|note|notes|memo|comment|comments)\b/;
/** Names that files without names get, and values that were taken for names. */
const noName = /^(column_\d+|unnamed.*|[-+\d.,:/ ]*)$/i;
const decimal = /^[-+(]?\D{0,3}\d[\d.,' ]*[.,]\d+\D{0,3}\)?$/;

/** Two values say yes and no, but in a handful of rows. */
const fewestKeys = (rows: number): number => (rows < 20 ? 2 : 3);

/** Whether the values of a column may tell customers apart. */
const looksLikeKey = (column: ReadColumn, rows: number, areAllUnnamed: boolean): boolean => {
  const { name, words, examples, column: of } = column;
  const { distinct_count: distinct = 0, data_type, fill_rate } = of;
  const isNamed = areAllUnnamed || !noName.test(name.trim());
  return (
    isNamed &&
    !noKey.test(words) &&
    distinct >= fewestKeys(rows) &&
    distinct >= (rows * fill_rate) / 500 &&
    (data_type === "text" || data_type === "number") &&
    !looksLike(decimal, column) &&
    !isSpoilt(column) &&
    examples.every((text) => text.length <= mostKeyCharacters)
  );
};

const mostKeyCharacters = 80;

/** In a file in which no column is known to be the customer: the columns that may be. */
export const customerQuestion = (reading: Reading): ProposalQuestion[] => {
  const {
    free,
    time,
    clock,
    action,
    amounts,
    candidates,
    columns,
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
  const areAllUnnamed = columns.every(({ name }) => noName.test(name.trim()));
  const isPossible = ({ words, column: { distinct_count: distinct = 0, data_type } }: ReadColumn) =>
    areAllUnnamed || idName.test(words) || (data_type === "text" && distinct > rows / 100);
  const ranked = free
    .filter(
      (column) =>
        !others.has(column) &&
        !itemName.test(column.words) &&
        !isStatus(column) &&
        isPossible(column) &&
        looksLikeKey(column, rows, areAllUnnamed),
    )
    .toSorted(
      (a, b) =>
        Number(repeats(b, rows)) - Number(repeats(a, rows)) ||
        Number(idName.test(b.words)) - Number(idName.test(a.words)),
    );
  if (ranked.length === 0) return [];
  return [
    {
      code: "customer",
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
      code: "date_format",
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
      code: "cents",
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
  mm_dd_yyyy_slash: "mdy",
  mm_dd_yy_slash: "mdy",
  mm_dd_yyyy_dash: "mdy",
  mm_dd_yy_dash: "mdy",
  dd_mm_yyyy_slash: "dmy",
  dd_mm_yy_slash: "dmy",
  dd_mm_yyyy_dash: "dmy",
  dd_mm_yy_dash: "dmy",
  yyyy_mm_dd_slash: "ymd",
  yy_mm_dd_slash: "ymd",
  yyyy_mm_dd_dash: "ymd",
  yy_mm_dd_dash: "ymd",
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

/**
 * The streams of the proposal with the first answer to each question about the format of a column, which is
 * the likeliest.
 */
export const withLikeliestFormats = ({
  questions,
  output_to_streams: streams,
}: Pick<DatasetProposal, "questions" | "output_to_streams">): DatasetProposal["output_to_streams"] => {
  return withFormats(
    streams,
    new Map(questions.map(({ column_name, choices }) => [column_name, choices[0]?.format])),
  );
};

/** The streams with these formats of columns. */
export const withFormats = (
  streams: DatasetProposal["output_to_streams"],
  formats: ReadonlyMap<string | undefined, ColumnFormat | undefined>,
): DatasetProposal["output_to_streams"] => {
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
