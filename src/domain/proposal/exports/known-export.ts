// Known export of a platform: the header that it is recognised by, and the mapping of its columns. A mapping
// is written with the column names of the platform's documentation; fitting it to a file gives each column
// its name there and drops those that are missing.

import type {
  ColumnPart,
  FieldMapping,
  IdentitySet,
  StreamMapping,
  TraitMapping,
} from "../../data/dataset.js";
import { plainWords } from "../../resource/name-rule.js";

/** A field of an event, in which a column may be written as its name. */
export type WrittenField =
  | Extract<FieldMapping, { column_name: string }>
  | (Omit<Extract<FieldMapping, { columns: unknown }>, "columns"> & {
      columns: readonly (string | ColumnPart)[];
    });

export interface WrittenStream extends Omit<StreamMapping, "data_map"> {
  data_map: Readonly<Record<string, WrittenField>>;
}

export interface KnownExport {
  platform: string;
  /** The kind of file, as the platform calls it. */
  export: string;
  title: string;
  /** Columns that every such file has, in any order, case and punctuation. */
  required: readonly string[];
  /** Columns that no such file has. */
  without?: readonly string[];
  /** Names of a column in other versions and languages. */
  aliases?: Readonly<Record<string, readonly string[]>>;
  identity_sets: Readonly<Record<string, IdentitySet>>;
  output_to_streams: Readonly<Record<string, WrittenStream>>;
  output_to_traits?: Readonly<Record<string, TraitMapping>>;
  reference_key_columns?: readonly string[];
  /** Columns that are known only after the event. */
  later?: readonly string[];
  /** A sentence on what the file lacks, and the cure. */
  advice?: string;
}

/** The name in the file of a column of the export, or undefined. */
export type Resolve = (column: string) => string | undefined;

/** `Customer ID`, `customer_id` and `CustomerID` are one name. */
export const comparableName = (name: string): string => plainWords(name).replaceAll(" ", "");

export const resolveColumns = ({ aliases = {} }: KnownExport, header: readonly string[]): Resolve => {
  const names = new Map(header.toReversed().map((name) => [comparableName(name), name]));
  return (column) =>
    [column, ...(aliases[column] ?? [])]
      .map((name) => names.get(comparableName(name)))
      .find((name) => name !== undefined);
};

/**
 * The export that a header belongs to: the one whose required columns are the most. Null for a header of no
 * known export.
 */
export const findExport = (
  exports: readonly KnownExport[],
  header: readonly string[],
): KnownExport | null => {
  const fitting = exports.filter((known) => {
    const resolve = resolveColumns(known, header);
    const has = (column: string) => resolve(column) !== undefined;
    return known.required.every(has) && !known.without?.some(has);
  });
  return fitting.toSorted((a, b) => b.required.length - a.required.length)[0] ?? null;
};
