// A dataset, as it may be written, as it is kept, and as it is read.

import { type TSchema, Type } from "@sinclair/typebox";
import { columnFormats } from "../../domain/dataset.js";
import { directoryRule } from "../uploads/names.js";
import { closed, column, count, instant, name, oneOf, operators, optional, recordFields } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";

const format = oneOf(columnFormats, "Absent: detected from the data, and the choice is shown.");
const columnMapping = closed({ column_name: column, format: optional(format) });
const columnOrMapping = Type.Union([column, columnMapping]);

/** What a stream, trait or property may be called: something must be left when all but letters and digits is gone. */
const speakingName = Type.String({ pattern: "[A-Za-z0-9]" });
const recordOf = <S extends TSchema>(values: S) =>
  Type.Record(speakingName, values, { additionalProperties: false });

const identitySet = closed({
  customer_id: optional(column),
  email: optional(column),
  email_hash: optional(column),
  phone: optional(column),
  person_full_name: optional(column),
  person_first_name: optional(column),
  person_last_name: optional(column),
  house_number_and_street: optional(Type.Array(column, { minItems: 1, description: "Joined by a space." })),
  city: optional(column),
  state: optional(column),
  postcode: optional(column),
  freeform_address: optional(column),
});

const headerRow = { minimum: 1, maximum: 1000, description: "Row that holds the column names, from 1." };
const options = {
  type: oneOf(["hosted_csv"]),
  upload_directory: Type.String({ pattern: directoryRule.source, description: directoryRule.words }),
  delimiter: optional(Type.String({ minLength: 1, maxLength: 1 })),
  header_row: optional(
    Type.Unsafe<number | string>({ type: ["integer", "string"], pattern: "^[1-9][0-9]*$", ...headerRow }),
  ),
  replace_all_with_latest_file: optional(Type.Boolean({ description: "Only the newest file counts." })),
};

const conditions = Type.Array(closed({ column_name: column, ...operators }));
const scalar = Type.Unsafe<string | number | boolean>({ type: ["string", "number", "boolean"] });
const traitMapping = <S extends TSchema>(value: S) =>
  closed({
    column_name: column,
    format: optional(format),
    transformation_table: optional(Type.Record(Type.String(), value)),
  });
const columns = Type.Array(column, { minItems: 1 });

const common = {
  name,
  identity_sets: recordOf(identitySet),
  options: closed(options),
  upsert_columns: optional(columns),
  incremental_column: optional(column),
  reference_key_columns: optional(columns),
  privacy: optional(oneOf(["suppress", "delete"])),
  preview: optional(Type.Boolean({ description: "Detect columns and a sample; ingest nothing." })),
};

const writtenStream = closed({
  data_map: optional(recordOf(columnOrMapping)),
  value: optional(columnOrMapping),
  conditions: optional(conditions),
});

export const datasetWritten = closed(
  {
    ...common,
    output_to_streams: optional(recordOf(writtenStream)),
    output_to_traits: optional(recordOf(traitMapping(scalar))),
  },
  "DatasetPost",
);
export const datasetPatch = mergePatchOf(datasetWritten, "DatasetMergePatch");

const streamMapping = closed({ data_map: recordOf(columnMapping), conditions: optional(conditions) });

export const datasetKept = closed({
  ...common,
  options: closed({ ...options, header_row: optional(Type.Integer(headerRow)) }),
  output_to_streams: Type.Record(Type.String(), streamMapping, { default: {} }),
  output_to_traits: Type.Record(Type.String(), traitMapping(Type.String()), { default: {} }),
});

export const datasetRecord = Type.Object(
  {
    ...recordFields,
    ...common,
    output_to_streams: Type.Record(
      Type.String(),
      Type.Object({ ...streamMapping.properties, stream_id: Type.String() }),
    ),
    output_to_traits: Type.Record(Type.String(), traitMapping(Type.String())),
    detected_columns: optional(
      Type.Array(
        Type.Object({
          name: Type.String(),
          data_type: oneOf(["boolean", "date", "double", "string"]),
          is_nullable: Type.Boolean(),
          fill_rate: Type.Number({ description: "Share of rows with a value, 0 to 1." }),
        }),
      ),
    ),
    sample: optional(Type.Array(Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])))),
    formats: optional(Type.Record(Type.String(), format)),
    row_count: optional(count),
    identified_count: optional(
      Type.Integer({ minimum: 0, description: "People that this dataset knows of." }),
    ),
    matched_count: optional(
      Type.Integer({ minimum: 0, description: "Of these, people known from another dataset too." }),
    ),
    updates: optional(Type.Array(Type.Object({ datetime: instant, rows_added: count }))),
  },
  { title: "Dataset" },
);

const ingress = Type.Object(
  {
    built_at: instant,
    total: count,
    parsed: count,
    valid: count,
    allowed: count,
    duplicates: count,
    recognized: optional(Type.Integer({ minimum: 0, description: "Rows that say who they are about." })),
    rejected: count,
    rejects: Type.Array(
      Type.Object({
        file: Type.String(),
        line: Type.Integer(),
        column: Type.Union([Type.String(), Type.Null()]),
        value: Type.Union([Type.String(), Type.Null()]),
        reason: Type.String(),
      }),
      { description: "The first rejected rows, at most 1,000; `rejected` counts them all." },
    ),
  },
  { title: "IngressLog" },
);
export const ingressLogs = Type.Array(ingress);
