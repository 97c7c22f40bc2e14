// Findings of a dataset's build: how its files are read, its columns with their profiles, and what became of its rows.

import type { EpochMs, EpochSeconds } from "../resource/resource.js";
import type { ColumnFormat } from "./dataset.js";

/** Dialect by which the files of a preview are read. */
export interface FileDialect {
  encoding: string;
  delimiter: string;
  /** 0: there is none. */
  header_row: number;
  /** The first lines above the header. */
  preamble?: string[];
  /** Sheet of a workbook. */
  sheet?: string;
  sheets?: string[];
  /** Sheets that are read as one table. */
  joined_sheets?: string[];
  compression?: string;
  /** Present for a Parquet file, which has neither lines nor an encoding. */
  format?: "parquet";
}

export type ColumnType = "boolean" | "date" | "number" | "text";

export type ValueCount = { value: string; rows: number };

/** Profile of a column, computed for previews. */
export interface ColumnProfile {
  /** At most five distinct values, as written. */
  examples?: string[];
  distinct_count?: number;
  /** All values of a column that has few, the most frequent first. */
  values?: ValueCount[];
  /** Rows by currency, for amounts that are written with theirs; the most frequent first. */
  currencies?: ValueCount[];
  /** Range of numbers, of texts that are amounts, or of dates as ISO 8601. */
  min?: number | string;
  max?: number | string;
  /** Format of dates. */
  format?: ColumnFormat;
  /** The dates fit several formats; `format` is the first of them. */
  is_ambiguous?: true;
  possible_formats?: ColumnFormat[];
}

export interface DetectedColumn extends ColumnProfile {
  name: string;
  data_type: ColumnType;
  is_nullable: boolean;
  /** Share of rows with a value, 0 to 1. */
  fill_rate: number;
}

/** Rows at each stage of reading; `recognized` is known once people are resolved. */
export interface IngressFunnel {
  total: number;
  parsed: number;
  valid: number;
  /** With an age limit. */
  too_old?: number;
  /** Those that are neither too old nor of people to delete. */
  allowed: number;
  /** Duplicates of identical rows, and rows replaced by newer ones. */
  duplicates: number;
}

export interface RejectedRow {
  file: string;
  line: number;
  /** `line` is the number of a record of a JSON file. */
  is_record?: boolean;
  column: string | null;
  value: string | null;
  reason: string;
}

/** Why rows are no rows of an event that counts. */
export const leftOutReasons = [
  "condition",
  "event_condition",
  "refund",
  "refunded",
  "no_key",
  "no_date",
  "not_a_date",
  "in_future",
  "not_a_number",
  "repeated",
  "replaced",
  "still_running",
  "deleted_person",
  "malformed",
  "total",
  "too_old",
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** Rows that one reason leaves out of a stream. */
export interface LeftOut {
  reason: LeftOutReason;
  /** Column of a condition, or of a value that cannot be read. */
  column_name?: string;
  /** Value of a condition; null for rows without a value, absent where the values are many. */
  value?: string | null;
  rows: number;
  /** Whole events among them. */
  events: number;
  /** Before refunds. Absent without amounts, and for rows whose amounts others have: `repeated`, `replaced`, lines of events. */
  amounts?: CurrencyAmount[];
}

/** Amounts in one currency. */
export interface CurrencyAmount {
  /** Null for amounts whose rows name several, for those that name none, and in a stream without `currency`. */
  currency: string | null;
  /** The rows name no currency, and others do. */
  is_unnamed?: boolean;
  /** Sum of the amounts, less refunds. */
  value_total: number;
}

/** The events whose amounts are in one currency. */
export interface CurrencyCounts extends CurrencyAmount {
  events: number;
  /** Events that were converted by a rate, and what they add up to in the currency of the values. */
  converted_events?: number;
  converted_total?: number;
}

/** The events of a month that count. */
export interface MonthCounts {
  /** As in `2026-05`, in UTC. */
  month: string;
  events: number;
  /** Absent without values. */
  amounts?: CurrencyAmount[];
}

/** Fates of the rows of a stream. */
export interface EventCounts {
  /** Rows that were read: `rows`, and those of `left_out_by`. Absent for streams of refunds. */
  rows_read?: number;
  /** Rows of events that count, without refunds and rejected rows. */
  rows: number;
  events: number;
  /** Events whose rows name no customer. */
  without_customer: number;
  /**
   * Distinct customers by the file's own key: the customer ID if each has one, else the e-mail address in
   * lower case, else another identity.
   */
  customers: number;
  /** Number of these with two events or more. */
  repeat_customers: number;
  /**
   * Sum of the values less refunds, also of those that are events of their own stream; absent for a stream
   * without values.
   */
  value_total?: number;
  /** The amounts of each currency; the values are those of one of them. Absent without `currency`. */
  by_currency?: CurrencyCounts[];
  /**
   * Events that were refunded, in part or in full; refunds that are ignored, or events of their own stream.
   * Absent without `refunds` and `refunded`.
   */
  refunds?: number;
  /**
   * Sum of the refunds that `value_total` is less; absent without `refunds` and `refunded`, and for refunds
   * that are ignored.
   */
  refunded_total?: number;
  /** Events that are left out as a whole. */
  left_out?: number;
  /** All rows that are left out, the most frequent reasons first. Absent as `rows_read` is. */
  left_out_by?: LeftOut[];
  /** Events whose rows name several customers. Absent without an `event_key`. */
  of_several_customers?: number;
  /** The newest months with events, oldest first. Absent without dates, and as `rows_read` is. */
  months?: MonthCounts[];
}

/**
 * What became of the rows of a file, or of all. Its sums close: rows that were read are rows that are used and
 * rows that are left out, each with its reason.
 */
export interface Ledger
  extends Pick<EventCounts, "rows" | "events" | "without_customer" | "customers" | "value_total"> {
  rows_read: number;
  left_out_by: LeftOut[];
  /** Absent without `currency`. */
  by_currency?: CurrencyCounts[];
}

/** Ledger of an uploaded file, with all of its members or sheets. */
export interface FileLedger extends Ledger {
  file: string;
  arrived_at: EpochMs;
  /** Members of an archive that are no tables, by name. Absent without any. */
  left_out_members?: string[];
}

/** A property of an event besides its time and value. Numbers compare as numbers, everything else as text. */
export interface StreamProperty {
  name: string;
  type: "number" | "text";
  /** The text is a list of values. */
  isList?: true;
  /** Column in the events; absent: the one that follows from the name. */
  column?: string;
}

export interface EventSummary {
  counts: EventCounts;
  /** The newest files, oldest first, and the number of all. Absent for refunds, and for rows that join several files. */
  files?: FileLedger[];
  file_count?: number;
  events: number;
  /** Null for a stream without dates. */
  oldest: EpochSeconds | null;
  newest: EpochSeconds | null;
  hasValue: boolean;
  isDated: boolean;
  properties: StreamProperty[];
}

/** The counts of each stream, with the dates of its first and last event. */
export const countsByStream = (streams: Record<string, EventSummary>): Record<string, DatedCounts> =>
  Object.fromEntries(
    Object.entries(streams).flatMap(([name, { counts, oldest, newest }]) =>
      counts
        ? [
            [
              name,
              {
                ...counts,
                ...(oldest !== null && { oldest_date: dateOf(oldest) }),
                ...(newest !== null && { newest_date: dateOf(newest) }),
              },
            ],
          ]
        : [],
    ),
  );

const dateOf = (seconds: EpochSeconds): string => new Date(seconds * 1000).toISOString();

export interface DatedCounts extends EventCounts {
  /** Absent without dates. */
  oldest_date?: string;
  newest_date?: string;
}

export interface EmittedTrait {
  column_name: string;
  isList?: true;
}
