// Scopes (pipelines) in requests and answers.

import { Type } from "@sinclair/typebox";
import { scopeConfig } from "../../domain/pipeline/scope.js";
import { closed, count, described, ids, name, optional } from "../../domain/resource/schema.js";
import { dataThrough, recordFields } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";
import { oneFilled, stating } from "./rules.js";
import { scopeWarnings } from "./scope-analysis.js";

const { population, payload, holdout, economics, preview } = scopeConfig.properties;
const { default: _enabledLater, ...previewPost } = preview;

export const scopePost = closed(
  {
    name,
    population: described(
      population.description!,
      closed({
        include: optional(ids("the cohorts to score, the same as cohort_ids")),
        cohort_ids: optional(ids("the cohorts to score; an empty list means everyone known")),
        exclusion_cohort_ids: population.properties.exclusion_cohort_ids,
        exclusion_address_level_cohort_ids: population.properties.exclusion_address_level_cohort_ids,
      }),
    ),
    payload: described(
      payload.description!,
      stating(
        oneFilled(["outcome_ids", "cohort_ids", "persona_set_ids", "recommender_ids"]),
        closed({ ...payload.properties, outcome_ids: optional(ids("the outcomes")) }),
      ),
    ),
    holdout,
    economics,
    preview: optional(Type.Unsafe<boolean>(previewPost)),
  },
  "ScopePost",
);
export const scopePatch = mergePatchOf(scopePost, "ScopeMergePatch");

const structure = Type.Array(
  Type.Object({
    scope_col: Type.String({ description: "Name of the column here.", examples: ["person_first_name"] }),
    output_col: Type.String({
      description: "Name of the column in the file.",
      examples: ["person_first_name"],
    }),
    is_identity_col: optional(Type.Boolean({ description: "true: the column identifies the person." })),
    aggregation: optional(Type.String({ description: "For areas: how people's values are combined." })),
  }),
  { description: "Columns of the file, in order." },
);
const payloadColumn = Type.Object(
  {
    name: Type.String({
      description: "Name with IDs.",
      examples: ["fdy_outcome_3f8a2c1e_5b7d_4e90_8a6f_2d1c9b7e4a05_propensity_probability"],
    }),
    human_name: Type.String({
      description: "Name with display names.",
      examples: ["likelihood_to_buy_again_propensity_probability"],
    }),
  },
  { title: "PayloadColumn" },
);

export const scopeRecord = Type.Object(
  {
    ...recordFields,
    name,
    ...scopeConfig.properties,
    population: Type.Object(
      {
        ...population.properties,
        include: Type.Array(Type.String(), { description: "The same as cohort_ids." }),
      },
      { description: population.description! },
    ),
    population_count: optional(described("People in the population.", count, 1834)),
    list_url: optional(
      Type.String({
        description:
          "Link to the likeliest people as a CSV file, signed so that it needs no key, for some days. Add form, top and the other parameters of " +
          "the download. Relative to the service where it has no public URL.",
        examples: [
          "https://bellwether.example.com/v1/scopes/3f8a2c1e-5b7d-4e90-8a6f-2d1c9b7e4a05/list.csv?signature=8Kq2Vn0wXcT5yR7mB3sLpA&expires=1767225600",
        ],
      }),
    ),
    columns: Type.Object(
      {
        identity_columns: Type.Array(Type.String(), { description: "Columns that identify a person." }),
        payload_columns: Type.Array(payloadColumn, { description: "Columns with the payload." }),
        columns_for_mode: Type.Object(
          {
            identified: structure,
            hashed: structure,
            referenced: optional(structure),
            aggregated: structure,
          },
          { description: "Default columns of a target in each mode." },
        ),
      },
      { description: "Columns available to the pipeline's targets." },
    ),
    warnings: optional(scopeWarnings),
    data_through: dataThrough,
  },
  { title: "Scope" },
);
