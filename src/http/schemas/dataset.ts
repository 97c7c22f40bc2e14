// A dataset, as it may be written, as it is kept, and as it is read.

import { type TSchema, Type } from "@sinclair/typebox";
import { columnCondition } from "../../domain/condition.js";
import { columnFormats } from "../../domain/dataset.js";
import { closed, column, count, described, id, instant, name, oneOf, optional } from "../../domain/schema.js";
import { directoryRule } from "../../domain/upload-name.js";
import { recordFields } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";

const format = oneOf(columnFormats, "Absent: detected from the data, and the choice is shown.");
const columnMapping = described(
  "A column, and how its values are written.",
  closed({ column_name: column, format: optional(format) }, "ColumnMapping"),
);
const columnOrMapping = Type.Union([column, columnMapping], {
  description: "A column, with its format or without.",
});

/** What a stream, trait or property may be called: something must be left when all but letters and digits is gone. */
const speakingName = Type.String({ pattern: "[A-Za-z0-9]" });
const recordOf = <S extends TSchema>(values: S) =>
  Type.Record(speakingName, values, { additionalProperties: false });

const held = (what: string, example: string) => optional(described(`Column of ${what}.`, column, example));
const identitySet = closed(
  {
    customer_id: held("your own key of a person; equal keys are one person", "customer_id"),
    email: held("an e-mail address", "email"),
    email_hash: held("the SHA-256 of the address in lower case, without a plus tag", "email_sha256"),
    phone: held("a telephone number", "phone"),
    person_full_name: held("the whole name", "name"),
    person_first_name: held("the first name", "first_name"),
    person_last_name: held("the last name", "last_name"),
    house_number_and_street: optional(
      Type.Array(column, {
        minItems: 1,
        description: "Columns of the street's lines, joined by a space.",
        examples: [["address1", "address2"]],
      }),
    ),
    city: held("the city", "city"),
    state: held("the state", "state"),
    postcode: held("the postcode", "postcode"),
    freeform_address: held("the whole address", "address"),
    birth_date: held("the date of birth, in any usual spelling", "date_of_birth"),
    national_id: held("a number that a state gives each person once; it is never handed out", "ssn"),
  },
  "IdentitySet",
);

const headerRow = { minimum: 1, maximum: 1000, description: "Row that holds the column names, from 1." };
const uploaded = {
  upload_directory: Type.String({
    pattern: directoryRule.source,
    description: directoryRule.words,
    examples: ["transactions"],
  }),
  delimiter: optional(
    Type.String({
      minLength: 1,
      maxLength: 1,
      description: "Absent: detected from the data.",
      examples: [","],
    }),
  ),
  header_row: optional(
    Type.Unsafe<number | string>({ type: ["integer", "string"], pattern: "^[1-9][0-9]*$", ...headerRow }),
  ),
  replace_all_with_latest_file: optional(Type.Boolean({ description: "Only the newest file counts." })),
};
const merged = {
  merge: Type.Array(
    closed(
      {
        dataset_id: id("a dataset that reads files"),
        join_column: described("The column that says which rows belong together.", column, "customer_id"),
      },
      "MergedDataset",
    ),
    {
      minItems: 2,
      maxItems: 20,
      description:
        "Of a merge: its datasets. Their rows stand side by side where their join columns are equal, and alone where nothing is.",
    },
  ),
  migrate: optional(
    Type.Boolean({
      description:
        "True: identity_sets, output_to_streams and output_to_traits of the datasets become the merge's, and they lose them.",
    }),
  ),
};
const table = {
  table_name: Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      "Of type postgres: a table or view in the connection's schema. It is read whole every day, and by force_update.",
    examples: ["orders"],
  }),
};
const connectionId = id("the connection to read from, with options of type postgres");
const optionTypes = ["hosted_csv", "merge", "postgres"] as const;
const options = described(
  "Where the rows come from, and how they are written.",
  closed({
    type: oneOf(
      optionTypes,
      "Where the rows come from. hosted_csv: files that are uploaded here. merge: other datasets, side by side. postgres: a table.",
    ),
    ...uploaded,
    ...merged,
    upload_directory: optional(uploaded.upload_directory),
    merge: optional(merged.merge),
    table_name: optional(table.table_name),
  }),
  { type: "hosted_csv", upload_directory: "transactions" },
);

const conditions = Type.Array(columnCondition, {
  description: "Which rows are events of the stream.",
});
const scalar = Type.Unsafe<string | number | boolean>({ type: ["string", "number", "boolean"] });
const traitMapping = <S extends TSchema>(value: S) =>
  closed({
    column_name: column,
    format: optional(format),
    transformation_table: optional(
      Type.Record(Type.String(), value, {
        description: "What a value as written stands for; `*` is every other.",
        examples: [{ T: "Trial", "*": "Customer" }],
      }),
    ),
  });
const columns = Type.Array(column, { minItems: 1, description: "Names of columns." });

const common = {
  name,
  identity_sets: described(
    "Which columns say who a row is about, by a name of your choice; several where a row names a person in several ways.",
    recordOf(identitySet),
    { shipping: { person_first_name: "first_name", person_last_name: "last_name", postcode: "postcode" } },
  ),
  options,
  upsert_columns: optional(
    described("A row's key: of the rows of one key, the one of the newest file counts.", columns, [
      "order_id",
    ]),
  ),
  incremental_column: optional(
    described("Rows older than the newest value already seen are ignored.", column, "updated_at"),
  ),
  reference_key_columns: optional(
    described("Keys of yours, which targets of mode referenced tell people by.", columns, ["customer_id"]),
  ),
  privacy: optional(
    oneOf(
      ["suppress", "delete"],
      "A list of people to leave out: of learning, scores and files. delete: what other datasets hold of them is left out too, " +
        "when those are read again.",
    ),
  ),
  output_all_columns_as_traits: optional(
    described(
      "Every column without another use is a trait.",
      closed({
        exclude: Type.Array(column, {
          default: [],
          description: "Every column without another use is a trait, but for these.",
          examples: [["notes"]],
        }),
      }),
    ),
  ),
  preview: optional(Type.Boolean({ description: "Detect columns and a sample; ingest nothing." })),
};

const dataMap =
  "Which columns say when (datetime), what it is worth (value), and what else of an event, by property.";
const writtenStream = closed({
  data_map: optional(described(dataMap, recordOf(columnOrMapping))),
  value: optional(described("The same as data_map.value.", columnOrMapping)),
  conditions: optional(conditions),
});

export const datasetPost = closed(
  {
    ...common,
    connection_id: optional(connectionId),
    reference_key_column: optional(described("The same as one of reference_key_columns.", column)),
    output_to_streams: optional(
      described("What the rows tell of as events, by stream.", recordOf(writtenStream)),
    ),
    output_to_traits: optional(
      described("What the rows tell of people as traits, by trait.", recordOf(traitMapping(scalar))),
    ),
  },
  "DatasetPost",
);
export const datasetPatch = mergePatchOf(datasetPost, "DatasetMergePatch");

const streamMapping = closed({
  data_map: described(dataMap, recordOf(columnMapping), { datetime: { column_name: "order_date" } }),
  conditions: optional(conditions),
});

const kept = {
  ...common,
  output_to_streams: Type.Record(Type.String(), streamMapping, { default: {} }),
  output_to_traits: Type.Record(Type.String(), traitMapping(Type.String()), { default: {} }),
};

/** By where the rows come from. */
export const datasetConfigs = {
  hosted_csv: closed({
    ...kept,
    options: closed({
      type: oneOf(["hosted_csv"]),
      ...uploaded,
      header_row: optional(Type.Integer(headerRow)),
    }),
  }),
  merge: closed({ ...kept, options: closed({ type: oneOf(["merge"]), ...merged }) }),
  postgres: closed({
    ...kept,
    connection_id: connectionId,
    options: closed({ type: oneOf(["postgres"]), ...table }),
  }),
};

const reach = Type.Union([Type.Number(), Type.String()]);

/** Of the columns of a preview. */
const profile = {
  examples: optional(
    Type.Array(Type.String(), {
      description:
        "Of a preview: at most five values, as written; the greatest and the least are among them.",
    }),
  ),
  distinct_count: optional(
    described(
      "Of a preview: values that differ; like min and max, of large files by rows that are spread over them.",
      count,
    ),
  ),
  min: optional(described("Of a preview: the least number, or the earliest date as ISO 8601.", reach)),
  max: optional(described("Of a preview: the greatest number, or the latest date.", reach)),
  format: optional(described("Of a preview: how its dates are read.", format)),
  is_ambiguous: optional(
    Type.Literal(true, { description: "Of a preview: its dates can be read in several ways." }),
  ),
  possible_formats: optional(
    Type.Array(format, {
      description: "Of ambiguous dates: each way to read them, which their owner has to choose from.",
    }),
  ),
};

const proposal = Type.Object(
  {
    identity_sets: described("Who a row is about.", recordOf(identitySet)),
    output_to_streams: Type.Record(Type.String(), streamMapping, {
      description: "What the rows tell of as events.",
    }),
    upsert_columns: optional(described("The rows' key, where each row has its own.", columns)),
    reference_key_columns: optional(described("Your own key of a person.", columns)),
    questions: Type.Array(
      Type.Object(
        {
          column_name: Type.String({ description: "The column." }),
          question: Type.String({ description: "For people." }),
          choices: Type.Array(
            Type.Object({
              format,
              reads_as: Type.Array(Type.String(), {
                description: "An example or two, as they would be read.",
              }),
            }),
            { description: "The formats to choose from." },
          ),
        },
        { title: "ProposalQuestion" },
      ),
      { description: "What only you can say; set the format of the column to your answer." },
    ),
    unused_columns: Type.Array(Type.String(), { description: "Columns that the proposal makes nothing of." }),
  },
  {
    title: "DatasetProposal",
    description:
      "Of a preview: how the files could be read, by what the columns are called and hold. To be looked at, corrected and sent back " +
      "with preview false; nothing of it is in effect.",
  },
);

export const datasetRecord = Type.Object(
  {
    ...recordFields,
    ...common,
    connection_id: optional(connectionId),
    reference_key_column: optional(described("The first of reference_key_columns.", column)),
    output_to_streams: Type.Record(
      Type.String(),
      Type.Object(
        { ...streamMapping.properties, stream_id: Type.String({ description: "Id of the stream." }) },
        { title: "StreamMapping" },
      ),
      { description: "What the rows tell of as events, by stream." },
    ),
    output_to_traits: Type.Record(Type.String(), traitMapping(Type.String()), {
      description: "What the rows tell of people as traits, by trait.",
    }),
    detected_columns: optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String({ description: "As in the files.", examples: ["total"] }),
            data_type: oneOf(
              ["boolean", "date", "double", "string"],
              "What all of its values can be read as.",
            ),
            is_nullable: Type.Boolean({ description: "True: some rows have no value." }),
            fill_rate: Type.Number({ description: "Share of rows with a value, 0 to 1." }),
            ...profile,
          },
          { title: "DetectedColumn" },
        ),
        { description: "The columns of the files." },
      ),
    ),
    proposal: optional(proposal),
    sample: optional(
      Type.Array(Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])), {
        description: "The first rows, by column.",
      }),
    ),
    formats: optional(
      Type.Record(Type.String(), format, {
        description: "How values are read, by column: as set, or detected.",
      }),
    ),
    warnings: optional(
      Type.Array(Type.String(), {
        description:
          "What its last build found that you should not overlook, such as rows that were left out.",
      }),
    ),
    row_count: optional(described("Rows of the files.", count, 21033)),
    identified_count: optional(
      Type.Integer({ minimum: 0, description: "People that this dataset knows of." }),
    ),
    matched_count: optional(
      Type.Integer({ minimum: 0, description: "Of these, people known from another dataset too." }),
    ),
    match_rate: optional(
      Type.Number({ description: "Of its rows, the share that is somebody's, 0 to 1.", examples: [0.97] }),
    ),
    household_share: optional(
      Type.Number({
        description: "Of its people, the share that lives with other people who are known, 0 to 1.",
        examples: [0.31],
      }),
    ),
    updates: optional(
      Type.Array(
        Type.Object({
          datetime: described("When it was built.", instant),
          rows_added: described("So many rows more than before.", count),
        }),
        { description: "The builds that found new rows." },
      ),
    ),
  },
  { title: "Dataset" },
);

const ingress = Type.Object(
  {
    built_at: described("When the build ended.", instant),
    total: described("Rows of the files.", count),
    parsed: described("Of these, rows that could be read.", count),
    valid: described("Of these, rows whose mapped values could be read.", count),
    allowed: described("Of these, rows that privacy lets through.", count),
    duplicates: described("Rows that counted no more, because another was the same.", count),
    recognized: optional(Type.Integer({ minimum: 0, description: "Rows that say who they are about." })),
    rejected: described("Rows that could not be used.", count),
    rejects: Type.Array(
      Type.Object({
        file: Type.String({ description: "Its name.", examples: ["2026-01.csv"] }),
        line: Type.Integer({ description: "Of the file, from 1." }),
        column: Type.Union([Type.String(), Type.Null()], { description: "Null: the row as a whole." }),
        value: Type.Union([Type.String(), Type.Null()], { description: "As written." }),
        reason: Type.String({ description: "Why it could not be used, for people." }),
      }),
      { description: "The first rejected rows, at most 1,000; `rejected` counts them all." },
    ),
  },
  { title: "IngressLog" },
);
export const ingressLogs = Type.Array(ingress);
