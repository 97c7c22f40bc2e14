// Targets (deployments) in requests and answers. `resources/target.ts` checks which fields belong to a mode,
// type or method, because it can explain a mistake better than a union of schemas.

import { Type } from "@sinclair/typebox";
import { bucketAliases, databaseAliases } from "../../domain/data/connection.js";
import { writtenBucketTypes, writtenDatabaseTypes } from "../../domain/data/connections/registry.js";
import { identityFields } from "../../domain/data/dataset.js";
import { limits } from "../../domain/resource/limits.js";
import {
  byName,
  closed,
  count,
  described,
  id,
  instant,
  oneOf,
  optional,
} from "../../domain/resource/schema.js";
import { areas, structureColumn, unavailableFilters, writtenTarget } from "../../domain/target/target.js";
import { presetsOf } from "../../domain/target/target-presets.js";
import { linkExpires, recordFields } from "./common.js";
import { lookedUpLive } from "./live-scores.js";
import { mergePatchOf } from "./merge-patch.js";
import { requiredBy, stating } from "./rules.js";
import { traitBins } from "./trait.js";

const {
  name,
  scope_id,
  connection_id,
  representation,
  options,
  filter,
  limit: written,
  ...columns
} = writtenTarget.properties;

const { enum: types, ...typeText } = options.properties.type as unknown as {
  enum: string[];
  description: string;
};
const optionsType = oneOf(
  [...types, ...databaseAliases, ...bucketAliases],
  `${typeText.description} Names of hosted databases and storages mean their type.`,
);

/** A text, so that a preset that is not available gets a sentence of its own. */
const transform_preset = optional(
  Type.String({
    maxLength: limits.columnCharacters.is,
    description: `One of ${[...new Set(["hashed", "identified"].flatMap(presetsOf))].join(", ")}. ${representation.properties.transform_preset.description}`,
    examples: ["google_ads"],
  }),
);

const limit = stating(
  requiredBy("method", {
    row_count: ["threshold"],
    percentile: ["outcome_id", "percentile_min", "percentile_max"],
  }),
  written,
);

const unavailable = Object.fromEntries(
  Object.entries(unavailableFilters).map(([field, { cause, instead }]) => [
    field,
    optional(
      Type.Array(Type.Object({}), {
        description: `Refused unless it is empty, because ${cause}. Use ${instead}.`,
      }),
    ),
  ]),
);

export const targetPost = closed(
  {
    name,
    scope_id,
    connection_id,
    representation: described(
      "Form of a row.",
      stating(
        requiredBy("mode", { referenced: ["reference"], aggregated: ["aggregate"] }),
        closed({
          ...representation.properties,
          transform_preset,
          output_multiple_identities: optional(
            Type.Boolean({
              description:
                "Refused if it is true, because a file in clear text has one row per person. Use mode hashed, or aggregate record.",
            }),
          ),
          reference_dataset_id: optional(id("the dataset, the same as reference.dataset_id")),
        }),
      ),
    ),
    options: stating(
      requiredBy("type", {
        ...Object.fromEntries(writtenDatabaseTypes.map((type) => [type, ["table_name"]])),
        ...Object.fromEntries(writtenBucketTypes.map((type) => [type, ["key"]])),
        spark_table: ["table_name"],
      }),
      described(options.description!, closed({ ...options.properties, type: optionsType })),
    ),
    filter: optional(
      described(
        "Conditions on the people to deliver, all of which must hold.",
        closed({ ...filter.properties, ...unavailable }),
      ),
    ),
    limit,
    ...columns,
  },
  "TargetPost",
);
export const targetPatch = mergePatchOf(targetPost, "TargetMergePatch");

const sentContacts = Type.Object(
  {
    is_dry_run: Type.Boolean({ description: "true: nothing was sent; the counts say what would be." }),
    added: described("People who are new on the list.", count, 212),
    changed: described("People on it before, with other values.", count, 31),
    unchanged: described(
      "People on the list whose values have not changed. Nothing was sent for them.",
      count,
      957,
    ),
    removed: described("People who were taken off the list.", count, 18),
    refused: described("People whom the program did not take, this time or before.", count, 3),
    without_email: described("People without a valid e-mail address.", count, 41),
    shared_email: described(
      "People whose address is that of a likelier person, who is sent in their place.",
      count,
      2,
    ),
    refusals: Type.Array(
      Type.Object({
        reason: Type.String({ description: "Code of the program.", examples: ["invalid"] }),
        count: described("People.", count, 3),
      }),
      { description: "Why people were refused in the last build that sent any, 20 reasons at most." },
    ),
    list_name: optional(
      Type.String({ description: "The list as it was sent last. Absent before anything is." }),
    ),
    properties: Type.Array(Type.String(), { description: "Properties that contacts have values of." }),
  },
  { description: "For a program: what the newest build sent.", title: "SentContacts" },
);

export const targetRecord = Type.Object(
  {
    ...recordFields,
    ...writtenTarget.properties,
    limit,
    options: Type.Object(
      {
        ...options.properties,
        output_url: Type.String({
          description:
            "Link to the file, signed so that it needs no key, for some days; for a lookup, the address to POST to, which needs a key. Relative to " +
            "the service where it has no public URL.",
        }),
      },
      { description: "Type of the target, its format and its location." },
    ),
    row_count: optional(described("Number of rows.", count, 1834)),
    left_out_count: optional(
      Type.Integer({ minimum: 0, description: "People without a row, as explained for `mode`." }),
    ),
    contacted_count: optional(
      described("With filter.contacted: people whom their contacts alone leave out.", count, 312),
    ),
    file_size: optional(described("Size of the file in bytes.", count, 312004)),
    columns: optional(Type.Array(Type.String(), { description: "Columns of the file, in order." })),
    final_structure: optional(Type.Array(structureColumn, { description: "Columns as built." })),
    manifest_url: optional(
      Type.String({
        description:
          "Link to the manifest of the file, signed as output_url: how old the file is, and what to expect of it.",
        examples: [
          "https://bellwether.example.com/v1/targets/3f8a2c1e-5b7d-4e90-8a6f-2d1c9b7e4a05/manifest?signature=8Kq2Vn0wXcT5yR7mB3sLpA&expires=1767225600",
        ],
      }),
    ),
    changes_url: optional(
      Type.String({
        description:
          "Link to the changes of the file, signed as output_url, where they are tracked. Add since and the build that you have.",
        examples: [
          "https://bellwether.example.com/v1/targets/3f8a2c1e-5b7d-4e90-8a6f-2d1c9b7e4a05/changes.csv?signature=8Kq2Vn0wXcT5yR7mB3sLpA&expires=1767225600",
        ],
      }),
    ),
    scored_at: optional(described("When the scores in the file were made.", instant)),
    data_through: optional(
      described("Cutoff of the scores in the file: just after the newest event that they know.", instant),
    ),
    delivery: optional(sentContacts),
    waiting_files: optional(
      described(
        "Newer files that the file does not have yet: they are being built, or wait until what was begun before them is made. At most 1,000 are counted.",
        count,
        0,
      ),
    ),
  },
  { title: "Target" },
);

export const downloadQuery = closed({
  signature: optional(
    Type.String({ description: "Signature from the target's output_url, instead of a key." }),
  ),
  expires: linkExpires,
});

export const changesQuery = closed({
  ...downloadQuery.properties,
  since: optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: "An earlier build, or the sha256 of its file. Absent: all rows are added.",
      examples: ["9f86d081884c7d65"],
    }),
  ),
});

const cell = Type.Unsafe<string | number | boolean | null>({ type: ["string", "number", "boolean", "null"] });
const row = byName(cell, { description: "Values by column." });

export const targetPreview = Type.Object(
  {
    target_id: Type.String({ description: "ID of the target." }),
    message: Type.String({ description: "Number of rows, or the reason why there are none." }),
    rows: optional(
      Type.Array(row, {
        description:
          "First rows of the last build, at most 1,000, and fewer with more than 100 columns. " +
          `Texts of more than ${limits.previewCharacters.is.toLocaleString("en")} characters end in ….`,
      }),
    ),
  },
  { title: "TargetPreview" },
);

const areaCounts = (area: string) =>
  Type.Array(
    Type.Object({
      id: Type.String({ description: `The ${area}.`, examples: ["05401"] }),
      count: described("People.", count, 128),
    }),
    { description: `By ${area}, the largest first.` },
  );

export const targetAnalysis = Type.Object(
  {
    row_count: described("Number of rows.", count),
    left_out_count: described("People without a row.", count),
    columns: Type.Array(
      Type.Object({
        name: Type.String({ description: "Name of the column." }),
        fill_rate: Type.Number({ description: "Share of rows with a value, 0 to 1." }),
        range: optional(
          Type.Object(
            {
              min: Type.Number({ description: "Minimum." }),
              mean: Type.Number({ description: "Mean." }),
              max: Type.Number({ description: "Maximum." }),
            },
            { description: "For numbers: range of the values." },
          ),
        ),
        values: optional(
          Type.Array(
            Type.Object({
              value: Type.String({ description: "Value as written." }),
              count: described("Rows with the value.", count),
            }),
            { description: "For texts: the most frequent values." },
          ),
        ),
      }),
      { description: "Columns in the order of the file." },
    ),
    geographies: optional(
      Type.Object(Object.fromEntries(areas.map((area) => [area, optional(areaCounts(area))])), {
        description: "People with a row by area, as analysis_config asks.",
      }),
    ),
    traits: optional(
      Type.Array(
        Type.Object({
          trait_name: Type.String({ description: "Name of the trait.", examples: ["plan"] }),
          bins: traitBins,
        }),
        { description: "Values of traits of the people with a row, as analysis_config asks." },
      ),
    ),
    attributes: optional(
      Type.Array(
        Type.Object({
          attribute_name: Type.String({ description: "Name as configured.", examples: ["fig/age"] }),
          bins: traitBins,
        }),
        { description: "The same for its attributes." },
      ),
    ),
  },
  { title: "TargetAnalysis" },
);

const identityValue = (field: string) =>
  optional(Type.String({ maxLength: 1000, description: `The person's ${field.replaceAll("_", " ")}.` }));
/** Many people share a date of birth, so it identifies no one. */
const lookupFields = identityFields.filter((field) => field !== "birth_date");
export const lookupRequest = closed(
  Object.fromEntries(lookupFields.map((field) => [field, identityValue(field)])),
  "TargetLookupRequest",
);
export const lookupResponse = Type.Unsafe<Record<string, unknown>>({
  type: "object",
  // Not as a type, because oapi-codegen's Go for it does not compile beside a property (2.8.2).
  additionalProperties: { anyOf: [{ type: ["string", "number", "boolean"] }, { enum: [null] }] },
  // A column may have this name, too.
  properties: {
    live: Type.Union([lookedUpLive, cell], { description: "With options.live: the scores of this moment." }),
  },
  title: "TargetLookupResponse",
  description: "Payload of the person, or `error` if no one matches or several people do.",
});
