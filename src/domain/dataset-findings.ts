// Findings of a dataset's build: how its files are read, its columns with their profiles, and what became of its rows.

import type { ColumnFormat } from "./dataset.js";
import type { EpochSeconds } from "./resource.js";

/** How the files of a preview are read. */
export interface FileDialect {
  encoding: string;
  delimiter: string;
  /** 0: there is none. */
  header_row: number;
  /** The first lines above the header. */
  preamble?: string[];
  /** Of a workbook. */
  sheet?: string;
  sheets?: string[];
  /** Sheets that are read as one table. */
  joined_sheets?: string[];
  compression?: string;
  /** Of a Parquet file, which has neither lines nor an encoding. */
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
  /** Range of numbers, or of dates as ISO 8601. */
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
  allowed: number;
  /** Duplicates of identical rows, and rows replaced by newer ones. */
  duplicates: number;
}

export interface RejectedRow {
  file: string;
  line: number;
  column: string | null;
  value: string | null;
  reason: string;
}

/** What became of the rows of a stream. */
export interface EventCounts {
  /** Rows of events that count, without refunds and rejected rows. */
  rows: number;
  events: number;
  /** Events whose rows name no customer. */
  without_customer: number;
  /** Distinct customers by the file's own key: the customer ID if each has one, else the e-mail address in lower case, else another identity. */
  customers: number;
  /** Those with two events or more. Absent in results of earlier versions. */
  repeat_customers?: number;
  /** Sum of the values; absent for a stream without values. */
  value_total?: number;
  /** Events that were refunded; refunds that are ignored, or events of their own stream. Absent without `refunds`. */
  refunds?: number;
  /** Events that `event_conditions` or a refund of everything leaves out. Absent without an `event_key` and `refunds`. */
  left_out?: number;
  /** Events whose rows name several customers. Absent without an `event_key`. */
  of_several_customers?: number;
}

/** A property of an event besides its time and value. Numbers compare as numbers, everything else as text. */
export interface StreamProperty {
  name: string;
  type: "number" | "text";
  /** The text is a list of values. */
  isList?: true;
  /** Its column in the events; absent: the one that follows from its name. */
  column?: string;
}

export interface EventSummary {
  /** Absent in results of earlier versions. */
  counts?: EventCounts;
  events: number;
  /** Null for a stream without dates. */
  oldest: EpochSeconds | null;
  newest: EpochSeconds | null;
  hasValue: boolean;
  isDated: boolean;
  properties: StreamProperty[];
}

export interface EmittedTrait {
  column_name: string;
  isList?: true;
}
