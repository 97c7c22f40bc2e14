// Datasets in requests and answers.

import { Type } from "@sinclair/typebox";
import { bucketAliases, databaseAliases } from "../../domain/data/connection.js";
import { bucketTypes, databaseTypes } from "../../domain/data/connections/registry.js";
import {
  amountCurrency,
  amountCurrencyDescription,
  chosenEvents,
  columnPart,
  dataMapDescription,
  datasetConnectionId,
  datasetSettings,
  eventConditions,
  eventKey,
  fieldMapping,
  fieldMappingOf,
  format,
  recordOf,
  recurring,
  recurringDescription,
  refundedDescription,
  refundsOf,
  streamMapping,
  traitMapping,
  traitMappingOf,
  unlessRunning,
  unlessRunningDescription,
} from "../../domain/data/dataset.js";
import { type LeftOutReason, leftOutReasons } from "../../domain/data/dataset-findings.js";
import {
  bucketFileOptions,
  databaseTableOptions,
  encodings,
  headerRow,
  hostedCsvOptions,
  mergeOptions,
  sparkTableOptions,
} from "../../domain/data/dataset-options.js";
import { limits } from "../../domain/resource/limits.js";
import {
  byName,
  closed,
  column,
  count,
  described,
  exampleId,
  instant,
  instantText,
  name,
  nameOf,
  oneOf,
  optional,
  personal,
} from "../../domain/resource/schema.js";
import { idParams, recordFields } from "./common.js";
import { eventCounts, ledger, proposal } from "./dataset-proposal.js";
import { mergePatchOf } from "./merge-patch.js";
import { notBoth, oneOfTwo, requiredBy, stating } from "./rules.js";

const { type: _files, upload_directory, ...fileOptions } = hostedCsvOptions.properties;
const { type: _datasets, merge, migrate } = mergeOptions.properties;

const optionsRule = requiredBy("type", {
  hosted_csv: ["upload_directory"],
  merge: ["merge"],
  ...Object.fromEntries(databaseTypes.map((type) => [type, ["table_name"]])),
  spark_table: ["table_name"],
});

const options = described(
  "Source of the rows and its format.",
  stating(
    optionsRule,
    closed({
      type: oneOf(
        [
          "hosted_csv",
          "merge",
          ...databaseTypes,
          ...databaseAliases,
          ...bucketTypes,
          ...bucketAliases,
          "spark_table",
        ],
        "Source of the rows. hosted_csv: files uploaded here. merge: other datasets, joined. A type of database, or a name of a hosted one: a table behind a connection of that type. s3, or aws_s3 or gcs: files of the bucket of a connection. sftp: files of the server of a connection. file_link: the file at the web address of a connection. spark_table: a table of a lake, read by the service's cluster.",
      ),
      upload_directory: optional(upload_directory),
      encoding: fileOptions.encoding,
      encrypted: optional(
        Type.Boolean({ description: "Refused if it is true: there is no key here to decrypt files." }),
      ),
      delimiter: fileOptions.delimiter,
      header_row: optional(
        Type.Unsafe<number | string>({
          type: ["integer", "string"],
          pattern: "^(0|[1-9][0-9]*)$",
          ...headerRow,
        }),
      ),
      sheet: fileOptions.sheet,
      replace_all_with_latest_file: fileOptions.replace_all_with_latest_file,
      row_id_column: fileOptions.row_id_column,
      snapshot: fileOptions.snapshot,
      prefix: bucketFileOptions.properties.prefix,
      table_format: bucketFileOptions.properties.table_format,
      refresh_hours: bucketFileOptions.properties.refresh_hours,
      merge: optional(merge),
      migrate,
      table_name: optional(
        described(
          `${databaseTableOptions.properties.table_name.description} ${sparkTableOptions.properties.table_name.description}`,
          sparkTableOptions.properties.table_name,
        ),
      ),
    }),
  ),
  { type: "hosted_csv", upload_directory: "transactions" },
);

const { identity_sets, ...settings } = datasetSettings;
const common = { name, identity_sets, options, ...settings };

/** A column may be written as its name alone. */
const partOrName = Type.Union([column, columnPart], { description: "Name of a column, or how to read it." });
const fieldOrName = Type.Union(
  [
    column,
    stating(oneOfTwo("column_name", "columns"), {
      ...fieldMappingOf(partOrName, "ColumnMappingPost"),
      description: fieldMapping.description!,
    }),
  ],
  { description: "Name of a column, or the column or columns with their format." },
);
/** Streams as a list, in the place of `output_to_streams`. */
const streamList = optional(
  Type.Array(
    closed(
      {
        stream_name: nameOf("Name of a stream, in any case.", "transaction"),
        stream_id: optional(Type.String({ description: "Ignored: stream_name says which stream it is." })),
        properties: described(
          "Properties of the events, with their columns.",
          recordOf(closed({ column_name: column }, "ListedProperty")),
        ),
      },
      "ListedStream",
    ),
    {
      maxItems: limits.datasetStreams.is,
      description:
        "The same as output_to_streams, as a list of streams whose properties have one column each, without conditions. It takes the place of all streams.",
    },
  ),
);
const streamPost = closed({
  data_map: optional(described(dataMapDescription, recordOf(fieldOrName))),
  value: optional(described("The same as data_map.value.", fieldOrName)),
  conditions: optional(eventConditions),
  event_key: optional(eventKey),
  event_conditions: optional(chosenEvents),
  refunds: optional(described("Rows that are refunds.", refundsOf(fieldOrName, "RefundsPost"))),
  refunded: optional(described(refundedDescription, fieldOrName)),
  currency: optional(described(amountCurrencyDescription, amountCurrency)),
  unless_running: optional(described(unlessRunningDescription, unlessRunning)),
  recurring: optional(described(recurringDescription, recurring)),
});
const replacement = Type.Unsafe<string | number | boolean>({
  type: ["string", "number", "boolean"],
  maxLength: limits.valueCharacters.is,
});

const streamsDescription = "Events to create from the rows, by stream.";
const traitsDescription = "Traits to create from the rows, by trait.";

export const datasetPost = stating(
  notBoth("upsert_columns", "incremental_column"),
  closed(
    {
      ...common,
      connection_id: optional(datasetConnectionId),
      reference_key_column: optional(
        described("The same as a single entry of reference_key_columns.", column),
      ),
      output_to_streams: optional(
        described(streamsDescription, recordOf(streamPost, limits.datasetStreams.is)),
      ),
      output_to_streams_array: streamList,
      output_to_traits: optional(described(traitsDescription, recordOf(traitMappingOf(replacement)))),
    },
    "DatasetPost",
  ),
);
export const datasetPatch = mergePatchOf(datasetPost, "DatasetMergePatch");

const bound = Type.Union([Type.Number(), Type.String()]);

/** Profile of a column in previews. */
const profile = {
  examples: optional(
    personal(
      Type.Array(Type.String(), {
        description: "In a preview: up to five values as written, including the least and the greatest.",
      }),
    ),
  ),
  distinct_count: optional(
    described(
      "In a preview: number of distinct values. In large files, like min and max, computed from rows spread over the file.",
      count,
    ),
  ),
  values: optional(
    Type.Array(
      Type.Object(
        {
          value: personal(Type.String({ description: "Value as written." })),
          rows: described("Rows that have it.", count),
        },
        { title: "ValueCount" },
      ),
      { description: "In a preview: all values of a column that has at most 40, the most frequent first." },
    ),
  ),
  currencies: optional(
    Type.Array(
      Type.Object(
        {
          value: Type.String({ description: "Code or symbol of the currency.", examples: ["EUR"] }),
          rows: described("Rows that have it.", count),
        },
        { title: "CurrencyRows" },
      ),
      {
        description: "In a preview: the currencies that are written beside amounts, the most frequent first.",
      },
    ),
  ),
  // The least telephone number is somebody's.
  min: optional(personal(described("In a preview: least number, or earliest date in ISO 8601.", bound))),
  max: optional(personal(described("In a preview: greatest number, or latest date in ISO 8601.", bound))),
  format: optional(described("In a preview: format in which its dates are read.", format)),
  is_ambiguous: optional(Type.Literal(true, { description: "In a preview: its dates fit several formats." })),
  possible_formats: optional(
    Type.Array(format, { description: "For ambiguous dates: the formats to choose from." }),
  ),
};

const dialect = Type.Object(
  {
    encoding: oneOf([...encodings], "Encoding of the text."),
    delimiter: described("Delimiter between values.", Type.String(), ";"),
    header_row: described("Row of the column names, counted from 1. 0: there is none.", count, 4),
    preamble: optional(
      Type.Array(Type.String(), { description: "The first lines above the column names, at most five." }),
    ),
    sheet: optional(Type.String({ description: "Of a workbook: the sheet that is read." })),
    sheets: optional(Type.Array(Type.String(), { description: "Of a workbook: the sheets to choose from." })),
    joined_sheets: optional(
      Type.Array(Type.String(), { description: "Of a workbook: sheets with the same columns, read as one." }),
    ),
    compression: optional(oneOf(["gzip", "bzip2", "zstd", "zip"], "Compression of the file.")),
    format: optional(
      Type.Literal("parquet", {
        description: "Of a Parquet file. It names its columns, and the options for texts are not used.",
      }),
    ),
  },
  {
    title: "FileDialect",
    description: "In a preview: how the first file is read. options changes it.",
  },
);

const columnName = Type.String({ description: "Name of the column.", examples: ["total"] });
const columnType = oneOf(["boolean", "date", "double", "string"], "Type that fits all values.");

const tableVersion = closed(
  {
    format: Type.String({
      description: "Format of the table. Empty for a view.",
      examples: ["delta"],
    }),
    id: optional(
      Type.String({
        description:
          "Version of Delta, snapshot of Iceberg, or a hash of the list of Parquet files. Absent: the table has no versions.",
        examples: ["17"],
      }),
    ),
    committed_at: optional(described("When the version was written, where the format says it.", instant)),
    read: oneOf(
      ["all", "added", "nothing"],
      "What the last build read. all: every row. added: the rows that came since the version before. nothing: the version is that of the build before.",
    ),
    rows: described("Rows that the last build read.", count),
    is_sample: optional(
      Type.Boolean({ description: "In a preview: true if it has the first 100,000 rows alone." }),
    ),
    left_out_columns: optional(
      Type.Array(Type.String(), {
        description: "Columns that are left out, because their values have parts.",
      }),
    ),
    unread_columns: optional(
      Type.Array(Type.Object({ name: columnName, data_type: columnType }, { title: "UnreadColumn" }), {
        description:
          "Columns of the table that no field names, so that they are not read. A field may name them in a change.",
      }),
    ),
  },
  "TableVersion",
);

const readBucket = closed(
  {
    files: described("Files that there are to read.", count, 36),
    bytes: described("Bytes of these files.", count, 1_204_000_000),
    version: optional(
      Type.String({
        description:
          "Version of the Delta table, or ID of the Iceberg table's snapshot, with `table_format`.",
        examples: ["17"],
      }),
    ),
    read: oneOf(
      ["all", "added", "nothing"],
      "What the last build fetched. all: every file. added: the files that came since the build before. nothing: no file had changed.",
    ),
    read_files: optional(
      described("In a preview that has only the newest files: how many it has.", count, 4),
    ),
  },
  "DatasetBucket",
);

const oldRows = Type.Object(
  {
    file: Type.String({ description: "Name of the file." }),
    arrived_at: described("When it arrived.", instant),
    rows: described("Rows that are too old.", count, 1200),
    of: described("All of its rows.", count, 5000),
    too_old_from: described(
      "When no row of the file is needed any more: all are too old, and so are those of other files that they replace. Null where a row cannot be read or has no date.",
      Type.Union([instant, Type.Null()]),
    ),
    deleted_from: optional(
      described(
        "When an uploaded file is deleted, unless the limit is changed before. Absent while a dataset needs rows of it.",
        instant,
      ),
    ),
    needed_by: optional(
      described(
        "Names of other datasets that need rows of the file. It stays for them.",
        Type.Array(Type.String()),
      ),
    ),
  },
  { title: "OldRows" },
);

export const datasetRecord = Type.Object(
  {
    ...recordFields,
    ...common,
    connection_id: optional(datasetConnectionId),
    reference_key_column: optional(described("The first of reference_key_columns.", column)),
    output_to_streams: byName(
      Type.Object(
        { ...streamMapping.properties, stream_id: Type.String({ description: "ID of the stream." }) },
        { title: "StreamMapping" },
      ),
      { description: streamsDescription },
    ),
    output_to_traits: byName(traitMapping, { description: traitsDescription }),
    detected_columns: optional(
      Type.Array(
        Type.Object(
          {
            name: columnName,
            data_type: columnType,
            is_nullable: Type.Boolean({ description: "true: some rows have no value." }),
            fill_rate: Type.Number({ description: "Share of rows with a value, 0 to 1." }),
            ...profile,
          },
          { title: "DetectedColumn" },
        ),
        { description: "Columns of the files." },
      ),
    ),
    proposal: optional(proposal),
    dialect: optional(dialect),
    sample: optional(
      personal(
        Type.Array(byName(Type.Union([Type.String(), Type.Null()])), {
          description: "First rows, by column.",
        }),
      ),
    ),
    formats: optional(
      byName(format, {
        description: "Format of each mapped column, as set or detected.",
      }),
    ),
    warnings: optional(
      Type.Array(Type.String(), {
        description:
          "What needs attention: columns that are not mapped, and findings of the last build, such as rejected rows.",
      }),
    ),
    event_counts: optional(
      byName(eventCounts, { description: "By stream: what the last build made of the rows." }),
    ),
    ledger: optional(
      byName(ledger, {
        description:
          "By stream: what became of every row, of all files and of each. rows_read is always rows plus the rows of left_out_by. Absent for streams of refunds.",
      }),
    ),
    table_version: optional(tableVersion),
    bucket: optional(
      described(
        "For types s3, azure_blobs and sftp: the files that were found, as of the last build.",
        readBucket,
      ),
    ),
    kept_since: optional(
      described("With keep_months: the first day whose rows counted in the last build.", instant),
    ),
    old_rows: optional(
      Type.Array(oldRows, {
        description:
          "Files with rows that are too old, the newest last. They do not count, and the file still has them.",
      }),
    ),
    row_count: optional(described("Rows in the files.", count, 21033)),
    identified_count: optional(
      Type.Integer({
        minimum: 0,
        description: "People in this dataset. Of a privacy list: people whom it excludes.",
      }),
    ),
    matched_count: optional(
      Type.Integer({ minimum: 0, description: "People in this dataset who are also in another dataset." }),
    ),
    match_rate: optional(
      Type.Number({
        description:
          "Share of rows that were matched to a person, 0 to 1. Of a privacy list: of rows that exclude somebody.",
        examples: [0.97],
      }),
    ),
    household_share: optional(
      Type.Number({
        description: "Share of its people who share a residence with other known people, 0 to 1.",
        examples: [0.31],
      }),
    ),
    updates: optional(
      Type.Array(
        Type.Object({
          datetime: described("When it was built.", instantText),
          rows_added: described("Number of new rows.", count),
        }),
        { description: "Builds that found new rows: the newest 1,000, oldest first." },
      ),
    ),
    update_count: optional(described("Number of all builds that found new rows.", count, 3)),
  },
  { title: "Dataset" },
);

export const leftOutParams = closed({
  ...idParams.properties,
  reason: Type.Unsafe<LeftOutReason>({
    ...oneOf(leftOutReasons, "A reason of left_out_by of the dataset's ledger."),
    examples: ["no_date"],
  }),
});

export const leftOutQuery = closed({
  stream: optional(Type.String({ minLength: 1, description: "Stream of the ledger. Absent: the first." })),
  column_name: optional(
    Type.String({ minLength: 1, description: "column_name of the reason. Absent: all columns." }),
  ),
  value: optional(
    Type.String({ description: "value of the reason; empty for rows without a value. Absent: all values." }),
  ),
  file: optional(Type.String({ minLength: 1, description: "Name of a file. Absent: all files." })),
});

/** A row of a privacy list. */
export const position = {
  file: Type.Union([Type.String(), Type.Null()], {
    description: "Name of the file. null: the row joins several files.",
    examples: ["gone.csv"],
  }),
  line: Type.Integer({
    description: "Line in the file, counted from 1; position of a row that joins several files.",
  }),
};

const rowCounts = Type.Object(
  {
    total_row_count: described("The same as total.", count),
    processable_row_count: described("The same as parsed.", count),
    valid_row_count: described("The same as valid.", count),
    allowed_row_count: described("The same as allowed.", count),
    recognized_row_count: optional(described("The same as recognized.", count)),
    recognized_row_unique_people_count: optional(described("People who have these rows.", count)),
  },
  { title: "IngressLogMetrics", description: "The counts, by the names of the published interface." },
);

const ingress = Type.Object(
  {
    id: Type.String({ description: "ID of the run.", examples: [exampleId] }),
    status: oneOf(["ready"], "Always ready: only a run that has ended has a log."),
    started_at: described("When the run read the files.", instant),
    finished_at: described("When it ended.", instant),
    metrics: rowCounts,
    built_at: described("When the build finished.", instant),
    total: described("Rows in the files.", count),
    parsed: described("Of these, rows that could be read.", count),
    valid: described("Of these, rows whose mapped values could be read.", count),
    too_old: optional(described("Of these, rows that are older than keep_months allows.", count)),
    allowed: described("The valid rows that are not too old and that no privacy list excludes.", count),
    duplicates: described("Rows dropped as duplicates.", count),
    recognized: optional(
      Type.Integer({
        minimum: 0,
        description: "Rows that were matched to a person. Of a privacy list: rows that exclude somebody.",
      }),
    ),
    rejected: described("Rows that could not be used.", count),
    rejects: Type.Array(
      Type.Object({
        file: Type.String({ description: "Name of the file.", examples: ["2026-01.csv"] }),
        line: Type.Integer({ description: "Line in the file, counted from 1." }),
        is_record: optional(
          Type.Literal(true, {
            description: "true: the number of a record of a JSON file, instead of a line.",
          }),
        ),
        column: Type.Union([Type.String(), Type.Null()], {
          description: "Column. null: the whole row.",
          examples: ["total"],
        }),
        value: personal(
          Type.Union([Type.String(), Type.Null()], {
            description: "Value as written.",
            examples: ["twelve"],
          }),
        ),
        reason: Type.String({
          description: "Why the row could not be used, to display.",
          examples: ["is not a number"],
        }),
      }),
      { description: "First rejected rows, at most 1,000; `rejected` counts all of them." },
    ),
    unmatched: optional(
      Type.Integer({
        minimum: 0,
        description: "Of a privacy list: rows that matched nobody, as of the last build of people.",
      }),
    ),
    unmatched_rows: optional(
      Type.Array(Type.Object(position), {
        description:
          "The first of these rows, at most 1,000. To see what they say, open the file at the line.",
      }),
    ),
  },
  { title: "IngressLog" },
);
export const ingressLog = ingress;
export const ingressLogs = Type.Array(ingress);
export const ingressParams = Type.Object({
  ...idParams.properties,
  log_id: Type.String({ description: "ID of one of its runs.", examples: [exampleId] }),
});
