// Columns of a dataset as the form offers them, each with an example, because names alone mislead.

import type { Schemas } from "../../../api/client.js";
import type { Choice } from "../../../ui/field.js";
import type { Draft, Format, IdentitySet } from "./draft.js";

type Dataset = Schemas["Dataset"];
type Row = Readonly<Record<string, string | null>>;

export interface ColumnInfo {
  name: string;
  type: "boolean" | "date" | "double" | "string";
  /** Share of rows with a value, 0 to 1; null for a column that was not read. */
  fillRate: number | null;
  /** A few distinct values, as written in the file. */
  examples: readonly string[];
  /** Detected format of dates. */
  format?: Format | undefined;
  /** All values of a column with few, the most frequent first; else the examples. */
  values: readonly string[];
}

export const columnInfos = ({ detected_columns = [], sample = [] }: Dataset): ColumnInfo[] =>
  detected_columns.map(({ name, data_type, fill_rate, examples, format, values }) => ({
    name,
    type: data_type,
    fillRate: fill_rate,
    examples: (examples ?? valuesIn(sample, name)).slice(0, 3).map(shortened),
    format,
    values: values?.map(({ value }) => value) ?? examples ?? [],
  }));

/** Columns that a mapping may name: of a table, also those that its last build did not read. */
export const mappableColumns = (dataset: Dataset): ColumnInfo[] => [
  ...columnInfos(dataset),
  ...(dataset.table_version?.unread_columns ?? []).map(({ name, data_type }) => ({
    name,
    type: data_type,
    fillRate: null,
    examples: [],
    values: [],
  })),
];

const valuesIn = (sample: readonly Row[], column: string): string[] =>
  [...new Set(sample.map((row) => row[column]))].filter((value) => value != null);

const none: Choice = { value: "", label: "not in this file" };

/** Columns of the wanted type come first. A chosen column stays, even if the files lack it. */
export const columnChoices = (
  columns: readonly ColumnInfo[],
  { first, chosen = "" }: { first?: ColumnInfo["type"]; chosen?: string | undefined } = {},
): Choice[] => {
  const sorted = columns.toSorted((a, b) => Number(b.type === first) - Number(a.type === first));
  const isUnknown = chosen !== "" && !columns.some(({ name }) => name === chosen);
  return [
    none,
    ...(isUnknown ? [{ value: chosen, label: `${chosen} (not in the files)` }] : []),
    ...sorted.map(({ name, examples }) => ({
      value: name,
      label: examples[0] ? `${name} (${examples[0]})` : name,
    })),
  ];
};

const shortened = (text: string): string => (text.length > 28 ? `${text.slice(0, 27)}…` : text);

/** The customer of a row, in one line; empty if the row names none. */
export const whoIn = (row: Row, set: IdentitySet): string => {
  const valuesOf = (...fields: readonly (string | undefined)[]) =>
    fields
      .map((column) => column && row[column])
      .filter(Boolean)
      .join(" ");
  return [
    valuesOf(set.person_full_name, set.person_first_name, set.person_last_name),
    valuesOf(...(set.house_number_and_street ?? [])),
    valuesOf(set.city, set.state, set.postcode, set.country),
    valuesOf(set.freeform_address),
    valuesOf(set.email),
    valuesOf(set.phone),
    valuesOf(set.customer_id),
    valuesOf(set.birth_date),
  ]
    .filter(Boolean)
    .join(", ");
};

/** Props of a part of the form. */
export interface PartProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
  columns: readonly ColumnInfo[];
}
