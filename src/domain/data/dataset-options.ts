// Options of a dataset: where its rows come from. Files of an upload directory or of a bucket, a table of a
// database or of a lake, or other datasets side by side.

import { type Static, Type } from "@sinclair/typebox";
import { limits } from "../resource/limits.js";
import { closed, column, described, id, oneOf, optional } from "../resource/schema.js";
import { bucketTypes, databaseTypes, isBucket, isDatabase } from "./connections/registry.js";
import { directoryRule } from "./upload-name.js";

/** Rows above the header row are skipped. */
export const headerRow = {
  minimum: 0,
  maximum: 1000,
  description:
    "Row of the column names, counted from 1. 0: there is none, and the columns are called column_1, column_2, … Absent: detected in each file.",
};
export const snapshotOptions = described(
  "For files with one row per customer and no dates: the answer that each row has.",
  closed(
    {
      answer: described(
        "Column of the answer, and its values that mean yes.",
        closed(
          {
            column_name: column,
            is: Type.Array(Type.String({ maxLength: limits.valueCharacters.is }), {
              minItems: 1,
              maxItems: 100,
              description: "Values that mean yes.",
              examples: [["Yes"]],
            }),
          },
          "SnapshotAnswer",
        ),
      ),
      rows_are_customers: optional(
        Type.Boolean({
          description:
            "true: each row is a customer of its own, whose customer ID is the number of the row, counted through all files in the order of their " +
            "arrival. For files without a customer ID: it counts only where identity_sets is empty.",
        }),
      ),
    },
    "Snapshot",
  ),
);
/** Encodings of texts that are detected. */
export const encodings = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1252",
  "windows-1250",
  "iso-8859-2",
  "windows-1257",
  "windows-1254",
  "windows-1251",
  "windows-1253",
  "windows-1255",
  "windows-1256",
  "windows-874",
  "shift_jis",
  "euc-jp",
  "euc-kr",
  "gb18030",
  "big5",
] as const;

/** Options by which files are read, wherever they are. */
const fileOptions = {
  encoding: optional(oneOf([...encodings], "Encoding of the texts. Absent: detected in each file.")),
  delimiter: optional(
    Type.String({
      minLength: 1,
      maxLength: 1,
      description: "Delimiter between values. Absent: detected from the data.",
      examples: [","],
    }),
  ),
  header_row: optional(Type.Integer(headerRow)),
  sheet: optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: "Sheet of an Excel workbook. Absent: the visible sheet that looks most like a table.",
      examples: ["Orders"],
    }),
  ),
  replace_all_with_latest_file: optional(Type.Boolean({ description: "true: read only the newest file." })),
  row_id_column: optional(
    described(
      "Column with an ID of the row. Of rows with one ID only the first counts, whatever the others say, and a new file is still read alone. " +
        "Of rows without an ID, only the first of those that are equal in all columns does.",
      column,
      "event_id",
    ),
  ),
  snapshot: optional(snapshotOptions),
};

export const hostedCsvOptions = closed({
  type: oneOf(["hosted_csv"]),
  upload_directory: Type.String({
    pattern: directoryRule.source,
    description: `Upload directory of the files. ${directoryRule.words}`,
    examples: ["transactions"],
  }),
  ...fileOptions,
});
export type HostedCsvOptions = Static<typeof hostedCsvOptions>;

export const bucketFileOptions = closed({
  type: oneOf(bucketTypes),
  prefix: optional(
    Type.String({
      minLength: 1,
      maxLength: 1_000,
      pattern: "^(?!([^*]*[*]){7})[^/]",
      description:
        "For types s3, azure_blobs and sftp: the files to read, below the directory of the connection. A directory, with all that is below it; a file; or a pattern, in which * " +
        "stands for any characters but a slash, and ** for any characters. Absent: all files of the connection.",
      examples: ["orders/*.csv"],
    }),
  ),
  table_format: optional(
    oneOf(
      ["delta", "iceberg"],
      "For types s3, azure_blobs and sftp: prefix is the directory of a table of Delta or Iceberg, whose newest version is read, without a cluster. Absent: files.",
    ),
  ),
  ...fileOptions,
  refresh_hours: optional(
    Type.Integer({
      minimum: 1,
      maximum: 168,
      description:
        "For types s3, azure_blobs, sftp and file_link: the hours after which the files are listed again. Default: 1.",
      examples: [6],
    }),
  ),
});
export type BucketFileOptions = Static<typeof bucketFileOptions>;

export const mergeOptions = closed({
  type: oneOf(["merge"]),
  merge: Type.Array(
    closed(
      {
        dataset_id: id("a dataset that reads files"),
        join_column: described("Column whose equal values join rows.", column, "customer_id"),
      },
      "MergedDataset",
    ),
    {
      minItems: 2,
      maxItems: 20,
      description:
        "For type merge: the datasets to join. Rows with equal join columns become one row; rows without a match stay on their own.",
    },
  ),
  migrate: optional(
    Type.Boolean({
      description:
        "true: move identity_sets, output_to_streams and output_to_traits from the datasets to the merge.",
    }),
  ),
});
export type MergeOptions = Static<typeof mergeOptions>;

export const databaseTableOptions = closed({
  type: oneOf(databaseTypes),
  table_name: Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      "For databases: a table or view in the connection's schema or database. It is read completely once a day and on force_update.",
    examples: ["orders"],
  }),
});
export type DatabaseTableOptions = Static<typeof databaseTableOptions>;

export const sparkTableOptions = closed({
  type: oneOf(["spark_table"]),
  table_name: Type.String({
    minLength: 1,
    maxLength: 1_000,
    description:
      "For type spark_table: a table that the cluster reads and the account may read, with dots between the parts of its name.",
    examples: ["lake.sales.orders"],
  }),
});
export type SparkTableOptions = Static<typeof sparkTableOptions>;

export type FileOptions = HostedCsvOptions | BucketFileOptions;
export type DatasetOptions = FileOptions | MergeOptions | DatabaseTableOptions | SparkTableOptions;

/** Whether rows are read of files, uploaded or in a bucket. */
export const isOfFiles = (options: DatasetOptions): options is FileOptions =>
  options.type === "hosted_csv" || isOfBucket(options);

/** Whether rows are read of files in a storage of the owner. */
export const isOfBucket = (options: DatasetOptions): options is BucketFileOptions => isBucket(options.type);

/** Whether rows are read of files that are uploaded to the directory. */
export const readsDirectory = (options: DatasetOptions, directory: string): boolean =>
  options.type === "hosted_csv" && options.upload_directory === directory;

/** Whether rows are read of a table behind a connection. */
export const isDatabaseTable = (options: DatasetOptions): options is DatabaseTableOptions =>
  isDatabase(options.type);

export const mergedIds = (options: DatasetOptions): string[] =>
  options.type === "merge" ? options.merge.map(({ dataset_id }) => dataset_id) : [];
