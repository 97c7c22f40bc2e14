// Input of a dataset's step: the configuration, the files or other rows that it reads, and what is known from before.

import path from "node:path";
import type { OldRows } from "../../domain/data/age-limit.js";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import type { HostedCsvOptions } from "../../domain/data/dataset-options.js";
import type { GrantedTables } from "../../domain/data/table-grant.js";
import type { EpochMs, EpochSeconds } from "../../domain/resource/resource.js";
import type { ConnectionAccess } from "../connection/access.js";
import type { DataDirectory, RecordedFile } from "../kind/recorded.js";
import type { FileHistory } from "./file-history.js";

export interface UploadedFile {
  path: string;
  filename: string;
  bytes: number;
  arrived_at: EpochMs;
  /** Absent: the build does not keep what it reads. */
  sha256?: string;
  /** The files that it was merged from, by `fileMark`; absent: none. */
  mergedFrom?: string[];
}

export interface TableSettings {
  /** Undefined: there is no cluster. */
  granted: GrantedTables | undefined;
  hours: number;
}

export interface DatasetInput {
  config: DatasetConfig;
  files: UploadedFile[];
  /** Access to the table of a database; absent for other sources. */
  access?: ConnectionAccess;
  /** Access to the bucket, and the limit of its compressed files; absent for other sources. */
  bucket?: { access: ConnectionAccess; maxUnpackedBytes?: number | undefined };
  /**
   * Tables of the lake that the account may read, and the interval at which a table is asked for a new
   * version; absent for other sources.
   */
  table?: TableSettings;
  /** Version of the step: the result of another version is not continued. */
  version?: number;
  /** Absent: there is no other file, and no previous build. */
  history?: FileHistory;
  /** The datasets of a merge, in its order; absent otherwise. */
  members?: {
    config: DatasetConfig;
    options: HostedCsvOptions;
    files: UploadedFile[];
    joinColumn: string;
  }[];
  /** Identities whose rows are left out, because their people are to be deleted: see `peopleFiles`. */
  erasedFile?: string | null;
  /** See `keptSince`; absent without an age limit. */
  keptSince?: EpochSeconds;
  /** Files with rows that were too old in the previous build; absent without any. */
  oldRows?: readonly OldRows[];
  /** See `DatasetResult.due_through`; absent or null before anything was due. */
  dueThrough?: EpochSeconds | null;
}

export const uploadedFiles = (files: readonly RecordedFile[], data: DataDirectory): UploadedFile[] =>
  files.map((file) => uploadedFile(file, data));

export const uploadedFile = (
  file: RecordedFile,
  { dataDir, maxUnpackedBytes }: DataDirectory,
): UploadedFile => ({
  path: file.path && path.join(dataDir, file.path),
  filename: file.filename,
  bytes: file.bytes,
  sha256: file.sha256,
  arrived_at: file.created_at,
  ...(file.merged_from && { mergedFrom: JSON.parse(file.merged_from) as string[] }),
  ...(maxUnpackedBytes !== undefined && { maxUnpackedBytes }),
});
