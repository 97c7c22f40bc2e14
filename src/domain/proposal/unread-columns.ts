// Unread column: one that no part of the proposal reads, whose name says nothing, and whose values look like
// what changes a count or an amount. The few rows with a date may be cancelled orders, the few that say yes may
// be void, and an amount that most rows lack may be a refund. Such a column is shown, since it is a guess.

import { unreadAmounts } from "./amounts.js";
import type { ReadColumn } from "./column.js";
import { isDateOfUnknown } from "./event.js";
import { counted } from "./figures.js";
import type { ProposalNote } from "./proposal.js";
import type { Reading } from "./reading.js";
import { isFlagOfUnknown, isUnlistedStatus } from "./statuses.js";

const mostOfKind = 3;
/** Share of the rows: more are not cancelled. */
const mostCancelled = 0.5;

/** `used`: names of the columns that the stream reads. */
export const unreadNotes = (reading: Reading, used: readonly string[]): ProposalNote[] => {
  // Where the first row of an order has its fields alone, few rows have any.
  const fill = reading.time?.column.fill_rate ?? 1;
  const free = reading.free.filter((column) => !used.includes(column.name) && column !== reading.currency);
  const noted = (columns: readonly ReadColumn[], made: (column: ReadColumn) => ProposalNote) =>
    columns.slice(0, mostOfKind).map(made);
  return [
    ...noted(
      free.filter((column) => isSparseDate(column, fill)),
      (column) => ({
        code: "unread_dates",
        title: `“${column.name}” is not used`,
        note: `“${column.name}” has a date in ${inPercent(column.column.fill_rate)} of the rows, which count as all others. If it says that an order was cancelled or refunded, leave out the rows that have it.`,
        about: column.name,
      }),
    ),
    ...noted(free.filter(isUnlistedStatus), (column) => ({
      code: "unread_statuses",
      title: `“${column.name}” is not used`,
      note: `“${column.name}” has ${counted(column.column.distinct_count ?? 0)} different values, such as ${column.examples.slice(0, 3).join(", ")}. All of these rows count. If some of them are cancelled or refunded, leave them out by words of this column.`,
      about: column.name,
    })),
    ...noted(free.filter(isFlagOfUnknown), (column) => ({
      code: "unread_flags",
      title: `“${column.name}” is not used`,
      note: `“${column.name}” is ${listed(column)}, and all of these rows count. If it says that an order was cancelled, refunded or a test, leave out the rows that say so.`,
      about: column.name,
    })),
    ...noted(unreadAmounts(reading.amounts, free, fill), (column) => ({
      code: "unread_amounts",
      title: `“${column.name}” is not used`,
      note: `“${column.name}” looks like an amount that some rows do not have. If it was given back to the customer, choose it as the refund.`,
      about: column.name,
    })),
  ];
};

const isSparseDate = (column: ReadColumn, fill: number): boolean =>
  column.column.fill_rate > 0 && column.column.fill_rate <= mostCancelled * fill && isDateOfUnknown(column);

const inPercent = (share: number): string => `${Math.max(1, Math.round(100 * share))} %`;
const listed = ({ column: { values = [] } }: ReadColumn): string =>
  values.map(({ value, rows }) => `${value} (${rows})`).join(", ");
