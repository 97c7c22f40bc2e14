// Rows that are left out of a stream, by reason: rows read = rows of events that count + rows of each reason. The words here
// are those of notes; `words/left-out.ts` has the sentences of pages.

import type { ColumnCondition } from "./condition.js";
import type { LeftOut, LeftOutReason } from "./dataset-findings.js";

/** Values of a column that are distinguished. */
const mostValues = 20;

const keyOf = ({ reason, column_name, value }: LeftOut): string =>
  JSON.stringify([reason, column_name, value === undefined ? 0 : [value]]);

/** The same reasons added up, the most frequent first; those of a column with many values are one. */
export const addedLeftOut = (entries: readonly LeftOut[]): LeftOut[] => {
  const added = sumOf(entries.filter(({ rows }) => rows > 0));
  const valuesOf = ({ reason, column_name }: LeftOut) =>
    added.filter((other) => other.reason === reason && other.column_name === column_name);
  return sumOf(
    added.map((entry) => {
      if (entry.value === undefined || valuesOf(entry).length <= mostValues) return entry;
      const { value: _, ...others } = entry;
      return others;
    }),
  );
};

const sumOf = (entries: readonly LeftOut[]): LeftOut[] => {
  const sums = new Map<string, LeftOut>();
  for (const entry of entries) {
    const before = sums.get(keyOf(entry));
    sums.set(keyOf(entry), {
      ...entry,
      rows: entry.rows + (before?.rows ?? 0),
      events: entry.events + (before?.events ?? 0),
    });
  }
  return [...sums.values()].sort((a, b) => b.rows - a.rows || (keyOf(a) < keyOf(b) ? -1 : 1));
};

/** A condition that leaves some rows out, such as cancelled orders, rather than one that says which rows are events at all. */
export const excludes = ({ _nin, _neq, _nmatches, _null }: ColumnCondition): boolean =>
  _nin !== undefined || _neq !== undefined || _nmatches !== undefined || _null === true;

const words: Record<Exclude<LeftOutReason, "condition" | "event_condition">, string> = {
  refund: "refunds",
  refunded: "refunded in full",
  no_date: "no date",
  not_a_date: "a date that cannot be read",
  in_future: "a date in the future",
  not_a_number: "an amount that is no number",
  repeated: "repeat another row",
  replaced: "replaced by a newer file",
  still_running: "end while another one of the customer runs",
  deleted_person: "of people who are to be deleted",
  malformed: "cannot be split into columns",
  total: "totals",
};

/** `“Status” is “Cancelled”`. */
export const leftOutInWords = ({ reason, column_name: column, value }: LeftOut): string => {
  if (reason !== "condition" && reason !== "event_condition")
    return column === undefined ? words[reason] : `${words[reason]} in “${column}”`;
  if (value === undefined) return `by “${column}”`;
  return value === null ? `“${column}” is empty` : `“${column}” is “${value}”`;
};
