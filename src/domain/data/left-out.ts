// Rows that are left out of a stream, by reason: rows read = rows of events that count + rows of each reason.
// Notes and pages say a reason in the same words.

import type { ColumnCondition } from "../resource/condition.js";
import type { LeftOut, LeftOutReason } from "./dataset-findings.js";
import { addedAmounts } from "./ledger.js";

/** Values of a column that are distinguished. */
const shownValues = 20;

const keyOf = ({ reason, column_name, value }: LeftOut): string =>
  JSON.stringify([reason, column_name, value === undefined ? 0 : [value]]);

const columnOf = ({ reason, column_name }: LeftOut): string => JSON.stringify([reason, column_name]);

/**
 * The same reasons added up, the most frequent first; those of a column with more than `mostValues` are one.
 * Entries may take rows off others.
 */
export const addedLeftOut = (entries: readonly LeftOut[], mostValues = shownValues): LeftOut[] => {
  const added = sumOf(entries).filter(({ rows }) => rows > 0);
  const values = new Map<string, number>();
  for (const entry of added) values.set(columnOf(entry), (values.get(columnOf(entry)) ?? 0) + 1);
  return sumOf(
    added.map((entry) => {
      if (entry.value === undefined || values.get(columnOf(entry))! <= mostValues) return entry;
      const { value: _, ...others } = entry;
      return others;
    }),
  );
};

const sumOf = (entries: readonly LeftOut[]): LeftOut[] => {
  const sums = new Map<string, LeftOut>();
  for (const entry of entries) {
    const before = sums.get(keyOf(entry));
    const { reason, column_name, value, rows, events } = entry;
    const amounts = addedAmounts([...(before?.amounts ?? []), ...(entry.amounts ?? [])]);
    sums.set(keyOf(entry), {
      reason,
      ...(column_name !== undefined && { column_name }),
      ...(value !== undefined && { value }),
      rows: rows + (before?.rows ?? 0),
      events: events + (before?.events ?? 0),
      ...(amounts.length > 0 && { amounts }),
    });
  }
  return [...sums.values()].sort((a, b) => b.rows - a.rows || (keyOf(a) < keyOf(b) ? -1 : 1));
};

/**
 * A condition that leaves some rows out, such as cancelled orders, rather than one that says which rows are
 * events at all.
 */
export const excludes = ({ _nin, _neq, _nmatches, _null }: ColumnCondition): boolean =>
  _nin !== undefined || _neq !== undefined || _nmatches !== undefined || _null === true;

/** Why rows are left out, see `LeftOut`. */
export interface LeftOutWhy {
  reason: LeftOutReason;
  column_name?: string | undefined;
  value?: string | null | undefined;
}

/** Rows of one reason, as they stand in the files of a dataset. */
export interface LeftOutRowsRequest extends LeftOutWhy {
  datasetId: string;
  /** Absent: the first one with a ledger. */
  stream?: string | undefined;
  /** Name of an upload; absent: all files. */
  file?: string | undefined;
}

/** How many rows a file of rows has, and how many there are. */
export interface WrittenRows {
  rows: number;
  of: number;
}

/** The reason as a clause: `“Status” is “Cancelled”`. `noun`: what an event is called. */
export const leftOutClause = ({ reason, column_name: name, value }: LeftOutWhy, noun: string): string => {
  const column = `“${name}”`;
  switch (reason) {
    case "condition":
    case "event_condition":
      if (value === undefined) return `${column} has a value that does not count`;
      return value === null ? `${column} is empty` : `${column} is “${value}”`;
    case "refund":
      return "the row is a refund";
    case "refunded":
      return `the ${noun} is refunded in full`;
    case "no_key":
      return `${column} is empty, as on further rows of one ${noun}`;
    case "no_date":
      return name === undefined ? "the row has no date" : `${column} has no date`;
    case "not_a_date":
      return `the date in ${column} cannot be read`;
    case "in_future":
      return name === undefined ? "the date is in the future" : `the date in ${column} is in the future`;
    case "not_a_number":
      return `the amount in ${column} is not a number`;
    case "repeated":
      return "the row repeats another one";
    case "replaced":
      return "a newer file replaces the row";
    case "still_running":
      return "it ends while another one of the customer runs";
    case "deleted_person":
      return "the row is of a person who is to be deleted";
    case "malformed":
      return "the row cannot be split into columns";
    case "total":
      return "the row is a total";
    case "too_old":
      return "the row is older than the dataset keeps";
  }
};
