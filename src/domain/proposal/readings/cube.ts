// Cube of a file: its orders counted by everything on which readings differ, so that thousands of readings are
// counted in memory after one pass over the rows. An order whose rows differ, such as a receipt with a void
// line, has a part for each kind of its rows.

import type { FieldMapping, StreamMapping } from "../../data/dataset.js";
import type { ColumnCondition } from "../../resource/condition.js";

/** A column whose values decide which rows count. */
export interface StatusColumn {
  column_name: string;
  /** Its conditions in the mapping; of rows, or of events. */
  conditions: ColumnCondition[];
  isOfRows: boolean;
  /** Whether all of its values are known; of others only whether the conditions are met. */
  isListed: boolean;
}

/** Amount that was given back: rows of refunds, or a column of the order, by its place in `amounts`. */
export interface Refunding {
  amount: number;
  /** Absent for a column. */
  rows?: NonNullable<StreamMapping["refunds"]>;
  field?: FieldMapping;
}

/** What makes an order of rows; null: each row is one. */
export interface Grouped {
  key: readonly string[] | null;
  /** Whether each row has a key of its own, whose newest row counts. */
  isUpserted: boolean;
}

export interface CubePlan {
  stream: string;
  mapping: StreamMapping;
  groups: Grouped[];
  statuses: StatusColumn[];
  /** The first is that of the mapping, if it has one. */
  amounts: FieldMapping[];
  hasAmount: boolean;
  refunds: Refunding[];
  currency: string | null;
  /** Columns by which a row names its customer. */
  customer: string[];
  /** Formats in which the dates may be read; the first is that of the mapping. */
  dateFormats: (string | null)[];
  period: { from: number; until: number } | null;
}

/** Whether a kind of rows counts as the mapping stands, with its value in each status column; null without one. */
export interface RowKind {
  values: readonly (string | null)[];
  isMet: readonly boolean[];
  isRefund: boolean;
}

export interface CubePart {
  kind: RowKind;
  /** Sums over the orders of each amount: of the first row that has one, and of all rows. */
  first: Float64Array;
  sum: Float64Array;
}

/** Equal orders. */
export interface CubeCell {
  orders: number;
  currency: string | null;
  hasCustomer: boolean;
  /** By date format: where the order is in the period, see `isInPeriod`; null without a date that counts. */
  slots: readonly (number | null)[];
  /** For each refunding whether nothing is left of the order. */
  isEmptied: readonly boolean[];
  /** In the order of their rows. */
  parts: CubePart[];
}

export interface Cube {
  plan: CubePlan;
  /** The cells of each of `plan.groups`; empty where they are too many. */
  cells: CubeCell[][];
}

/** The values of a status column, with their orders, the most frequent first. */
export const valuesOfStatus = ({ cells }: Cube, status: number): Map<string | null, number> => {
  const found = new Map<string | null, number>();
  for (const { parts, orders } of cells[0]!)
    for (const { kind } of parts) {
      const value = kind.values[status]!;
      found.set(value, (found.get(value) ?? 0) + orders);
    }
  return new Map([...found].sort((a, b) => b[1] - a[1] || (String(a[0]) < String(b[0]) ? -1 : 1)));
};

/** Slots of orders that are in the period in every time zone, and in none. */
export const [inside, outside] = [1000, 2000] as const;
/** Slots near the end of the period are this much more than their half hours after it. */
export const nearEnd = 500;
/** Time zones are from 12 hours behind to 14 hours ahead. */
export const zoneHalfHours = { behind: -24, ahead: 28 } as const;

/** Whether an order counts for the period in days of a time zone that is some half hours ahead of UTC. */
export const isInPeriod = (slot: number | null, ahead: number): boolean => {
  if (slot === null || slot === outside) return false;
  if (slot === inside) return true;
  return slot > nearEnd / 2 ? slot - nearEnd + ahead < 0 : slot + ahead >= 0;
};
