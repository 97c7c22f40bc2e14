// Proposal of a dataset's configuration: a draft for the owner to correct, with what it counts, what each
// column is, what to know about the file, and what only the owner can answer.

import type { ColumnFormat, IdentitySet, StreamMapping, TraitMapping } from "../data/dataset.js";
import type { DatedCounts } from "../data/dataset-findings.js";
import type { HostedCsvOptions } from "../data/dataset-options.js";

export interface ProposalChoice {
  label?: string;
  format?: ColumnFormat;
  reads_as?: string[];
  /** Change to the proposal, as a JSON merge patch of the dataset. */
  sets?: Record<string, unknown>;
  is_proposed?: true;
  /** Counts of the stream with this answer; absent where it was not counted. */
  counts?: AnswerCounts;
}

export interface AnswerCounts {
  events: number;
  customers: number;
  value_total?: number;
}

export const questionCodes = [
  "customer",
  "lines",
  "date_format",
  "cents",
  "header",
  "currency",
  "unnamed_currency",
  "amount",
  "status",
  "steps",
  "existing_stream",
] as const;
export type QuestionCode = (typeof questionCodes)[number];

export interface ProposalQuestion {
  code: QuestionCode;
  column_name?: string;
  question: string;
  figures?: Record<string, number>;
  choices: ProposalChoice[];
}

export const certainties = ["sure", "guessed", "asked"] as const;
export type Certainty = (typeof certainties)[number];

export const decisionCodes = ["customer", "date", "order", "amount", "status", "refund", "currency"] as const;

/** Something that the proposal decides, and by what. */
export interface ProposedDecision {
  code: (typeof decisionCodes)[number];
  column_names: string[];
  /** A sentence without its full stop. */
  decided: string;
  certainty: Certainty;
  evidence: string;
}

/** A reading of the file, by what it counts. */
export interface ProposedReading {
  /** One sentence with its counts. */
  label: string;
  /** Change to the proposal, as a JSON merge patch of the dataset. */
  sets: Record<string, unknown>;
  orders: number;
  customers: number;
  revenue?: number;
  /** By how much each figure differs from the expected one; empty where all are exact. */
  misses: { orders?: number; customers?: number; revenue?: number };
}

/** Readings that give the expected figures, or else the nearest three. */
export interface ExpectedReadings {
  /** The proposal counts what is expected. */
  is_met: boolean;
  readings: ProposedReading[];
}

export type NoteCode =
  | "lines_are_orders"
  | "refunds"
  | "left_out"
  | "known_later"
  | "nobody_found"
  | "every_key_different"
  | "snapshot"
  | "rows_are_customers"
  | "without_dates"
  | "sheets_joined"
  | "total_left_out"
  | "advice"
  | "ends_of_periods"
  | "recurring"
  | "one_per_action"
  | "amount_chosen"
  | "spoilt_keys"
  | "day_numbers"
  | "unread_dates"
  | "unread_flags"
  | "unread_statuses"
  | "unread_amounts"
  | "customers_differ"
  | "refunds_of_no_order"
  | `${QuestionCode}_guessed`;

export interface ProposalNote {
  code: NoteCode;
  /** A few words. */
  title: string;
  note: string;
  about?: string;
  figures?: Record<string, number>;
}

export interface ProposedColumn {
  name: string;
  /** `customer.email`, `event.value`, `trait`, `later`, `unused` and so on. */
  is: string;
  confidence: "sure" | "likely";
  why?: string;
}

export interface DatasetProposal {
  recognised?: { platform: string; export: string; title: string };
  identity_sets: Record<string, IdentitySet>;
  output_to_streams: Record<string, StreamMapping>;
  output_to_traits?: Record<string, TraitMapping>;
  /** The key of a row, where every row has a different one. */
  upsert_columns?: string[];
  /** The owner's key of a person. */
  reference_key_columns?: string[];
  options?: Partial<HostedCsvOptions>;
  /** Figures by stream: the events that the mapping makes of all rows. Absent until it has run. */
  figures?: Record<string, DatedCounts>;
  /** Present with expected figures. */
  expected?: ExpectedReadings;
  columns: ProposedColumn[];
  /** Absent in previews of earlier versions. */
  decisions?: ProposedDecision[];
  questions: ProposalQuestion[];
  notes: ProposalNote[];
  unused_columns: string[];
}

/** A mapping before its columns are described. */
export interface Draft
  extends Omit<
    DatasetProposal,
    "columns" | "decisions" | "unused_columns" | "figures" | "expected" | "output_to_traits"
  > {
  output_to_traits: Record<string, TraitMapping>;
  /** Columns that are known only after the event. */
  later: string[];
  /** Columns whose reading is likely, with the reason; those of others are sure. */
  likely: Record<string, string>;
}
