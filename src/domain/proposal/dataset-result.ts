// Result of a dataset's build: counts of its rows and events, and for a preview the proposal of a mapping.

import type { OldRows } from "../data/age-limit.js";
import type { ColumnFormat } from "../data/dataset.js";
import type {
  DetectedColumn,
  EmittedTrait,
  EventSummary,
  FileDialect,
  IngressFunnel,
  RejectedRow,
} from "../data/dataset-findings.js";
import type { HostedCsvOptions } from "../data/dataset-options.js";
import type { EpochMs, EpochSeconds } from "../resource/resource.js";
import type { DatasetProposal } from "./proposal.js";
import type { CandidateReading } from "./readings/candidate.js";

export interface ReadTableVersion {
  /** delta, iceberg, parquet, …; empty for a view. */
  format: string;
  /**
   * The version of Delta, the snapshot of Iceberg, or a hash of the list of Parquet files; null for a table
   * without versions.
   */
  id: string | null;
  /** Seconds since 1970; null where the format does not say. */
  committed_at: number | null;
  /**
   * all: every row. added: only those that came since the version before. nothing: the version is the one
   * that was read before.
   */
  read: "all" | "added" | "nothing";
  /** Rows that the cluster delivered. */
  rows: number;
  /** For a preview: it has the first rows alone. */
  is_sample?: boolean;
  /** Columns whose values have parts, which are left out. */
  left_out_columns?: string[];
  /** Columns that the mapping does not name. */
  unread_columns?: Pick<DetectedColumn, "name" | "data_type">[];
}

export interface ReadBucket {
  /** Of a Delta table. */
  version?: string;
  /** Number of files to read, and their bytes. */
  files: number;
  bytes: number;
  /** all: every file was fetched. added: only those that came since the build before. nothing: no file had changed. */
  read: "all" | "added" | "nothing";
  /** For a preview that has the newest files alone: how many. */
  read_files?: number;
}

/** Result of a dataset's build. The relations are files in its directory (see `warehouse/relations.ts`). */
export interface DatasetResult {
  detected_columns: DetectedColumn[];
  sample: Record<string, string | null>[];
  funnel: IngressFunnel;
  rejected_count: number;
  /** The first rejected rows, at most 1,000; `rejected_count` counts them all. */
  rejects: RejectedRow[];
  /** The format of each mapped column, configured or detected. */
  formats: Record<string, ColumnFormat>;
  streams: Record<string, EventSummary>;
  /** The source column of each trait. */
  trait_sources: Record<string, EmittedTrait>;
  identities: number;
  /** When the rows have to be read again: at the time of the earliest event in the future, or when the next rows are too old. */
  next_due: EpochSeconds | null;
  /** The time up to which events were due when the files were last read again because of them. */
  due_through?: EpochSeconds;
  /** For a table of a lake: the version of it that was read. */
  table_version?: ReadTableVersion;
  /** For files of a bucket: what was listed, and what was read of it. */
  bucket?: ReadBucket;
  /** For a table of a lake and files of a bucket: equal prints are equal results, whatever build made them. */
  content?: string;
  /** For a table or a bucket: the interval at which it is read, from `next_due` on. */
  refresh_seconds?: number;
  /** The newest, oldest first. */
  updates: { datetime: number; rows_added: number }[];
  /** Number of all updates. */
  update_count: number;
  /** Members of archives that are no tables, by name, at most 20; absent without any. */
  unread_members?: string[];
  /**
   * Rows of people to delete that the files still hold; absent without any. `file`: null where it joins
   * several files.
   */
  forgotten_rows?: { file: string | null; rows: number }[];
  /** First day whose rows count, see `keptSince`; absent without an age limit. */
  kept_since?: EpochSeconds;
  /** Files with rows that are too old, the newest last; absent without any, and where rows join several files. */
  old_rows?: OldRows[];
  /** The newest arrival or deletion of a file that the build knew. */
  arrivals_through: EpochMs;
  /** For a preview: the names of the files. */
  filenames?: string[];
  /** For a preview of files: how the first is read, and the options that say so of all. */
  dialect?: FileDialect;
  proposed_options?: Pick<HostedCsvOptions, "header_row" | "sheet">;
  /** For a preview: the files whose last rows are totals, which are left out. */
  total_rows?: string[];
  /** For a preview. */
  proposal?: DatasetProposal;
  /** For a preview with expected figures, until all rows are counted by them. */
  candidate_readings?: CandidateReading[];
}
