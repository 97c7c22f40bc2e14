// A dataset says how to read the files of one upload directory: which columns say who, and which become events and traits.
// Configurations keep the API's own spelling from the request to the SQL, so that one word names one thing everywhere.

import type { ColumnCondition } from "./condition.js";
import type { EpochSeconds } from "./resource.js";

/**
 * Fields that say who a record is about. Order matters: it is the order in which a record's identity is hashed, so a new
 * one comes last.
 */
export const identityFields = [
  "customer_id",
  "email",
  "email_hash",
  "phone",
  "person_full_name",
  "person_first_name",
  "person_last_name",
  "house_number_and_street",
  "city",
  "state",
  "postcode",
  "freeform_address",
  "birth_date",
  "national_id",
] as const;
export type IdentityField = (typeof identityFields)[number];

/** Identity field → column name; `house_number_and_street` takes several columns, joined by a space. */
export type IdentitySet = { [F in Exclude<IdentityField, "house_number_and_street">]?: string } & {
  house_number_and_street?: string[];
};

export const columnFormats = [
  "currency_cents",
  "currency_dollars",
  "mm_dd_yy_slash",
  "mm_dd_yyyy_slash",
  "mm_dd_yy_dash",
  "mm_dd_yyyy_dash",
  "dd_mm_yyyy_slash",
  "dd_mm_yy_slash",
  "dd_mm_yyyy_dash",
  "dd_mm_yy_dash",
  "yyyy_mm_dd_slash",
  "yy_mm_dd_slash",
  "yyyy_mm_dd_dash",
  "yy_mm_dd_dash",
  "yyyymmdd",
  "yyyymm",
  "date_iso8601",
  "date_month_day_fullyear",
  "date_month_day_shortyear",
  "date_month_day_fullyear_hours_minutes",
  "date_month_day_fullyear_hours_minutes_seconds",
  "date_seconds_since_epoch_utc",
  "date_milliseconds_since_epoch_utc",
  "list_comma_separated",
  "list_semicolon_separated",
  "list_single_value",
  "static_date_iso8601",
] as const;
export type ColumnFormat = (typeof columnFormats)[number];

/** A column and, where detection is not wanted, its format. With `static_date_iso8601` the "column" is the date itself. */
export interface ColumnMapping {
  column_name: string;
  format?: ColumnFormat;
}

/** `datetime` and `value` are reserved; every other key is a property of the stream. */
export interface StreamMapping {
  data_map: Record<string, ColumnMapping>;
  conditions?: ColumnCondition[];
}

export interface TraitMapping {
  column_name: string;
  format?: ColumnFormat;
  transformation_table?: Record<string, string>;
}

/** The files of an upload directory. */
export interface HostedCsvOptions {
  type: "hosted_csv";
  upload_directory: string;
  delimiter?: string;
  /** 1-based row that holds the column names; rows above it are skipped. */
  header_row?: number;
  replace_all_with_latest_file?: boolean;
}

/** The rows of other datasets, side by side where their join columns are equal. */
export interface MergeOptions {
  type: "merge";
  merge: { dataset_id: string; join_column: string }[];
  /** True: what the datasets say of people, streams and traits is said by the merge instead. */
  migrate?: boolean;
}

/** A table or view behind a connection, read whole every day. */
export interface PostgresTableOptions {
  type: "postgres";
  table_name: string;
}

export type DatasetOptions = HostedCsvOptions | MergeOptions | PostgresTableOptions;

export const mergedIds = (options: DatasetOptions): string[] =>
  options.type === "merge" ? options.merge.map(({ dataset_id }) => dataset_id) : [];

export interface DatasetConfig {
  /** Of options of type postgres. */
  connection_id?: string;
  identity_sets: Record<string, IdentitySet>;
  options: DatasetOptions;
  output_to_streams: Record<string, StreamMapping>;
  output_to_traits: Record<string, TraitMapping>;
  /** Every column without another use is a trait, but for these. */
  output_all_columns_as_traits?: { exclude: string[] };
  upsert_columns?: string[];
  incremental_column?: string;
  reference_key_columns?: string[];
  privacy?: "suppress" | "delete";
  preview?: boolean;
}

export type ColumnType = "boolean" | "date" | "number" | "text";

/** What people look at in a column; found in previews. */
export interface ColumnProfile {
  /** At most five values, each once, as written. */
  examples?: string[];
  distinct_count?: number;
  /** Of numbers, and of dates as ISO 8601. */
  min?: number | string;
  max?: number | string;
  /** Of dates: how they are written. */
  format?: ColumnFormat;
  /** Its dates can be read in several ways; `format` is the first of them. */
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
  /** Identical rows that counted once, or rows that a newer one replaced. */
  duplicates: number;
}

export interface RejectedRow {
  file: string;
  line: number;
  column: string | null;
  value: string | null;
  reason: string;
}

/** A value of an event besides its time and worth. Numbers are compared as numbers, all else as text. */
export interface StreamProperty {
  name: string;
  type: "number" | "text";
  /** A text that lists several values. */
  isList?: true;
}

export interface EventSummary {
  events: number;
  /** Null where the stream has no datetime. */
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

/** What a dataset's build found. The relations themselves are files beside it (see `warehouse/relations.ts`). */
export interface DatasetResult {
  detected_columns: DetectedColumn[];
  sample: Record<string, string | null>[];
  funnel: IngressFunnel;
  rejected_count: number;
  /** The first rejected rows, at most 1,000; `rejected_count` counts them all. */
  rejects: RejectedRow[];
  /** Format chosen for each mapped column, so that a detected choice can be seen. */
  formats: Record<string, ColumnFormat>;
  streams: Record<string, EventSummary>;
  /** What each trait is read from, by name; absent in results of version 0.1. */
  trait_sources?: Record<string, EmittedTrait>;
  identities: number;
  /** Events later than the clock are rejected; this is when the first of them will have happened. */
  next_due: EpochSeconds | null;
  /** Set when such an event became due and the files were read again: up to when. */
  due_through?: EpochSeconds;
  /** Of a table: how often it is read, from `next_due` on. */
  refresh_seconds?: number;
  updates: { datetime: number; rows_added: number }[];
  /** Of a preview: the files' names. */
  filenames?: string[];
}
