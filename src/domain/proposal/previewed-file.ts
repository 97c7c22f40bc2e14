// Previewed file as a proposal sees it: its columns with their profiles, and rows grouped by columns that may be keys.

import type { DetectedColumn } from "../data/dataset-findings.js";
import { type DatasetOptions, isDatabaseTable, isOfBucket } from "../data/dataset-options.js";
import { literalDirectory } from "../data/object-names.js";
import { parseTableName } from "../data/table-grant.js";

/** Rows grouped by the values of some columns; rows without a value in one of them are left out. */
export interface Grouping {
  /** Names of the columns. */
  by: readonly string[];
  groups: number;
  /** Groups of several rows. */
  repeated: number;
  /** For each column the share of the repeated groups whose filled values are one and the same. */
  constant: Readonly<Record<string, number>>;
  /** For each column the share of the repeated groups with a value that have it in one row only. */
  once: Readonly<Record<string, number>>;
  /** For each column of amounts the share of the repeated groups with an amount other than 0 whose rows all have it. */
  uniform: Readonly<Record<string, number>>;
  /**
   * For each column of amounts of which some are below 0 the share of the groups with several amounts above 0
   * whose amounts above 0 are one and the same; absent where they are few.
   */
  alike: Readonly<Record<string, number>>;
  /** For each column of amounts the share of the repeated groups in which one row is the sum of the others. */
  doubled: Readonly<Record<string, number>>;
  /** For each column of numbers: groups with negative numbers only, and with both signs. */
  signs: Readonly<Record<string, { negative: number; mixed: number }>>;
}

export interface NamedFile {
  directory: string;
  filenames: readonly string[];
}

export interface PreviewedFile extends NamedFile {
  columns: readonly DetectedColumn[];
  rows: number;
  groupings?: readonly Grouping[];
}

/** The grouping by these columns; undefined where it was not counted. */
export const groupingBy = (groupings: readonly Grouping[], ...by: readonly string[]): Grouping | undefined =>
  groupings.find(
    (grouping) => grouping.by.length === by.length && grouping.by.every((name) => by.includes(name)),
  );

/** The name of the table or of the directory of the bucket, for rows that are not uploaded. */
export const directoryOf = (options: DatasetOptions): string => {
  if (options.type === "hosted_csv") return options.upload_directory;
  if (isOfBucket(options))
    return literalDirectory(options.prefix ?? "")
      .split("/")
      .at(-1)!;
  if (options.type === "spark_table") return parseTableName(options.table_name)?.at(-1) ?? "";
  return isDatabaseTable(options) ? options.table_name : "";
};
