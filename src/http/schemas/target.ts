// A target, as it may be written, as it is kept, and as it is read. What goes with one mode, type or method and not with
// another is checked in `parse/target.ts`, where it can be said more plainly than by a union of schemas.

import { type TProperties, type TSchema, Type } from "@sinclair/typebox";
import { comparisons } from "../../domain/condition.js";
import { identityFields } from "../../domain/dataset.js";
import { closed, count, described, id, instant, name, oneOf, optional } from "../../domain/schema.js";
import { aggregations, areas, minPeoplePerArea } from "../../domain/target.js";
import { recordFields } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";

const properties = <P extends TProperties>(fields: P): P => fields;

const mode = oneOf(
  ["identified", "hashed", "referenced", "aggregated"],
  "`identified`: names and addresses in clear. `hashed`: a row for each spelling of a person, SHA-256 of normalised fields, in " +
    "the order of their hashes, without probabilities, traits and explanations, and of recommendations with the first alone. " +
    "`referenced`: a row per person by a key of yours, " +
    "the earliest where there are several; people without one are left out. `aggregated`: a row per area with its number of " +
    `people and their means; areas with fewer than ${minPeoplePerArea} people are left out.`,
);
const aggregate = oneOf(
  ["person", "residence", ...areas],
  "Of mode identified: person (as where absent) or residence, a row per normalised address, shown as its most likely member, with " +
    "the highest probability and percentile of any; people without an address are left out. Of mode aggregated: postcode or state.",
);
const reference = described(
  "Of mode referenced: the key that tells people.",
  closed(
    {
      dataset_id: id("the dataset that has the key"),
      column_name: Type.String({
        description: "One of the dataset's reference_key_columns.",
        examples: ["customer_id"],
      }),
    },
    "Reference",
  ),
);
const representation = {
  mode,
  aggregate: optional(aggregate),
  reference: optional(reference),
  transform_preset: optional(oneOf(["default"], "Accepted; there is one.")),
};

const options = {
  table_name: optional(
    Type.String({
      minLength: 1,
      maxLength: 63,
      description:
        "Of type postgres: a table of its own in the connection's schema, replaced whole by each build. Names of columns are cut to 63 bytes.",
      examples: ["scores"],
    }),
  ),
  type: oneOf(
    ["hosted_csv", "lookup_api", "postgres"],
    "A file that is kept up to date, an address that answers for one person, or a table behind a connection.",
  ),
  delimiter: optional(
    Type.String({
      minLength: 1,
      maxLength: 1,
      description: "Between the values; a comma where absent.",
      examples: [","],
    }),
  ),
  gzip: optional(Type.Boolean({ description: "Whether the file is compressed." })),
  quote_all: optional(Type.Boolean({ description: "Whether values are quoted that need no quotes." })),
};

const { _null, _nnull, _in, _nin, _eq, _neq, _gt, _gte, _lt, _lte, _matches } = comparisons;
const figure = (description: string) => optional(Type.Number({ description }));
const outcomeBounds = Type.Array(
  closed(
    {
      outcome_id: id("an outcome of the pipeline"),
      _eq: figure("Is this."),
      _gt: figure("Is greater."),
      _gte: figure("Is this or greater."),
      _lt: figure("Is less."),
      _lte: figure("Is this or less."),
      ...{ _null, _nnull },
    },
    "OutcomeBounds",
  ),
  { description: "Bounds; all must be so." },
);
const unavailable = optional(
  Type.Array(Type.Object({}), {
    description: "Refused: recommendations have an order and no probabilities. Use recommender_rank.",
  }),
);
const filter = {
  outcome_probability: optional(described("Bounds of the probability.", outcomeBounds)),
  outcome_percentile: optional(described("Bounds of the percentile.", outcomeBounds)),
  cohort_membership: optional(
    Type.Array(
      closed(
        {
          cohort_id: id("a cohort"),
          _eq: Type.Boolean({ description: "True: members. False: all others." }),
        },
        "CohortMembershipFilter",
      ),
      { description: "Who belongs to a cohort, or does not." },
    ),
  ),
  recommender_rank: optional(
    Type.Array(
      described(
        "Bounds of the ranks that are handed out: the columns of other ranks are not in the file, and people without a " +
          "recommendation of any of these ranks are left out.",
        closed({
          recommender_id: id("a recommender of the pipeline"),
          _eq: figure("This rank, from 1 to 10."),
          _gt: figure("Ranks beyond this one."),
          _gte: figure("Ranks from this one on."),
          _lt: figure("Ranks before this one."),
          _lte: figure("Ranks up to this one."),
          _null: optional(Type.Boolean({ description: "True: people without any of the ranks." })),
          _nnull: optional(Type.Boolean({ description: "True, as where absent: people with any of them." })),
        }),
      ),
      { description: "Which ranks of recommenders are handed out." },
    ),
  ),
  persona: optional(
    Type.Array(
      closed({
        persona_set_id: id("a persona set, in the payload or not"),
        persona_id: id("one of its personas"),
        _eq: Type.Boolean({ description: "False: people of other personas, and of none." }),
      }),
      { description: "Who is of a persona, or is not." },
    ),
  ),
  trait: optional(
    Type.Array(
      closed(
        {
          name: Type.String({
            minLength: 1,
            description: "Of a trait, in the payload or not.",
            examples: ["plan"],
          }),
          ...{ _eq, _neq, _gt, _gte, _lt, _lte, _in, _nin, _null, _nnull, _matches },
        },
        "TraitFilter",
      ),
      { description: "What must be so of them." },
    ),
  ),
};
const unavailableFilters = {
  recommender_uncalibrated_probability: unavailable,
};

const percentile = (description: string) => optional(Type.Integer({ minimum: 0, maximum: 100, description }));
const limit = {
  method: oneOf(["row_count", "percentile"], "So many rows, or those of some percentiles."),
  threshold: optional(Type.Integer({ minimum: 1, description: "Of row_count: the most rows." })),
  outcome_id: optional(id("the outcome that orders the rows; where absent, the first of the payload")),
  direction: optional(oneOf(["ascending", "descending"], "Of row_count: descending where absent.")),
  percentile_min: percentile("Of percentile: the lowest that is delivered."),
  percentile_max: percentile("Of percentile: the highest."),
};

const structure = Type.Array(
  closed(
    {
      scope_col: Type.String({
        description: "A column of the scope, by its machine or its human name.",
        examples: ["person_first_name"],
      }),
      output_col: Type.String({
        minLength: 1,
        description: "What the column is called in the file.",
        examples: ["first_name"],
      }),
      is_identity_col: optional(Type.Boolean({ description: "True: it says who the row is about." })),
      aggregation: optional(
        oneOf(aggregations, "Of areas: the mean, or how many people have a value or are members."),
      ),
    },
    "StructureColumn",
  ),
  { minItems: 1, description: "The columns of the file, in their order; absent: all that there are." },
);

/** Everything but the parts whose spelling differs between what is written and what is kept. */
const fieldsWith = <R extends TSchema, F extends TSchema>(representation: R, filter: F) =>
  properties({
    name,
    scope_id: id("the scope to deploy"),
    connection_id: optional(id("the connection to write to, with options of type postgres")),
    representation,
    options: described("What kind of target it is, and how it is written.", closed(options)),
    filter: optional(filter),
    limit: optional(described("How many rows at most.", closed(limit, "TargetLimit"))),
    custom_structure: optional(structure),
    human_readable: optional(Type.Boolean({ description: "Columns carry names instead of ids." })),
  });

const represented = "What a row of it is.";
const filtered = "Whom it tells of; all parts must be so.";

export const targetPost = closed(
  fieldsWith(
    described(
      represented,
      closed({ ...representation, reference_dataset_id: optional(id("the dataset, as reference has it")) }),
    ),
    described(filtered, closed({ ...filter, ...unavailableFilters })),
  ),
  "TargetPost",
);
export const targetPatch = mergePatchOf(targetPost, "TargetMergePatch");
export const targetConfig = closed(
  fieldsWith(described(represented, closed(representation)), described(filtered, closed(filter))),
);

export const targetRecord = Type.Object(
  {
    ...recordFields,
    ...targetConfig.properties,
    options: Type.Object(
      {
        ...options,
        output_url: Type.String({
          description:
            "The file, without the key, since the link is signed; or where to POST a lookup, with the key.",
        }),
      },
      { description: "What kind of target it is, and where its results are." },
    ),
    row_count: optional(described("Its rows.", count, 1834)),
    left_out_count: optional(
      Type.Integer({ minimum: 0, description: "People whom no row tells of, as `mode` says." }),
    ),
    file_size: optional(described("In bytes.", count, 312004)),
    columns: optional(Type.Array(Type.String(), { description: "Of the file, in order." })),
    final_structure: optional(
      Type.Array(structure.items, { description: "The columns as they were built." }),
    ),
    data_through: optional(described("Now, for members and scores: just after the newest event.", instant)),
  },
  { title: "Target" },
);

export const downloadQuery = closed({
  signature: optional(Type.String({ description: "From the target's output_url; stands in for the key." })),
});

const cell = Type.Unsafe<string | number | boolean | null>({ type: ["string", "number", "boolean", "null"] });
const row = Type.Record(Type.String(), cell, { description: "Values, by column." });

export const targetPreview = Type.Object(
  {
    target_id: Type.String({ format: "uuid", description: "Whose rows they are." }),
    message: Type.String({ description: "How many there are, or why there are none." }),
    rows: optional(Type.Array(row, { description: "The first rows as last built, at most 1,000." })),
  },
  { title: "TargetPreview" },
);

export const targetAnalysis = Type.Object(
  {
    row_count: described("Its rows.", count),
    left_out_count: described("People whom no row tells of.", count),
    columns: Type.Array(
      Type.Object({
        name: Type.String({ description: "Of the column." }),
        fill_rate: Type.Number({ description: "Share of rows with a value, 0 to 1." }),
        range: optional(
          Type.Object(
            {
              min: Type.Number({ description: "The least." }),
              mean: Type.Number({ description: "The mean." }),
              max: Type.Number({ description: "The greatest." }),
            },
            { description: "Of numbers." },
          ),
        ),
        values: optional(
          Type.Array(
            Type.Object({
              value: Type.String({ description: "As written." }),
              count: described("Rows that have it.", count),
            }),
            { description: "Of texts: the most frequent." },
          ),
        ),
      }),
      { description: "In the order of the file." },
    ),
  },
  { title: "TargetAnalysis" },
);

const said = (field: string) =>
  optional(Type.String({ maxLength: 1000, description: `The person's ${field.replaceAll("_", " ")}.` }));
/** A day of birth is shared by too many to tell who it is. */
const askable = identityFields.filter((field) => field !== "birth_date");
export const lookupRequest = closed(
  Object.fromEntries(askable.map((field) => [field, said(field)])),
  "TargetLookupRequest",
);
export const lookupResponse = Type.Unsafe<Record<string, unknown>>({
  ...row,
  title: "TargetLookupResponse",
  description:
    "The payload of the person; or `error`, where nobody, or more than one, is known by what was sent.",
});
