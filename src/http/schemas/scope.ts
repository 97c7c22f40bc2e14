// A scope, as it may be written (two spellings), as it is kept, and as it is read.

import { Type } from "@sinclair/typebox";
import { mostExplained } from "../../domain/scope.js";
import { closed, count, described, ids, instant, name, optional, recordFields } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";
import { scopeWarnings } from "./scope-analysis.js";

const explained =
  "True: a further column for each outcome says, in words, why a person is as likely as they are. It holds a JSON list of up " +
  "to three reasons for and three against, the strongest first, each with `feature`, `reason`, `value` (null where it is not " +
  "known), `effect` and `direction`. The effect is by how much the reason moves the log-odds from those of the population's " +
  "average; with those that are too small to be listed, all effects add up to the person's distance from it. They explain what " +
  "the model says, before any mitigation of bias, and not what would change if the value did. " +
  `Of each outcome the ${mostExplained.toLocaleString("en-US")} most likely people are explained; others have none.`;

const payload = {
  cohort_ids: optional(ids("a cohort")),
  persona_set_ids: optional(ids("a persona set, whose personas' names are told")),
  recommender_ids: optional(
    described(
      "Ids, each of a recommender whose first ten recommendations for each person are told, in a column for each rank.",
      ids("a recommender"),
    ),
  ),
  attributes: optional(
    Type.Array(Type.String({ minLength: 1 }), {
      description: "Names of traits, each to be a column.",
      examples: [["plan"]],
    }),
  ),
  explainability: optional(Type.Boolean({ description: explained })),
};
const preview = { description: "True: not yet enabled; targets hold the first 1,000 rows at most." };

const whom = "Whom to score.";
const what = "What to say of them.";

export const scopePost = closed(
  {
    name,
    population: described(
      whom,
      closed({
        include: optional(ids("a cohort to score")),
        cohort_ids: optional(ids("a cohort to score")),
        exclusion_cohort_ids: optional(ids("a cohort to leave out")),
      }),
    ),
    payload: described(what, closed({ outcome_ids: optional(ids("an outcome")), ...payload })),
    preview: optional(Type.Boolean(preview)),
  },
  "ScopePost",
);
export const scopePatch = mergePatchOf(scopePost, "ScopeMergePatch");

const kept = {
  name,
  population: described(
    whom,
    closed({
      cohort_ids: described("Ids, each of a cohort to score.", Type.Array(Type.String(), { minItems: 1 })),
      exclusion_cohort_ids: optional(ids("a cohort to leave out")),
    }),
  ),
  payload: described(
    what,
    closed({
      outcome_ids: described("Ids, each of an outcome.", Type.Array(Type.String(), { default: [] })),
      ...payload,
    }),
  ),
  preview: Type.Boolean({ ...preview, default: true }),
};
export const scopeConfig = closed(kept);

const structure = Type.Array(
  Type.Object({
    scope_col: Type.String({
      description: "What the column is called here.",
      examples: ["person_first_name"],
    }),
    output_col: Type.String({
      description: "What it is called in the file.",
      examples: ["person_first_name"],
    }),
    is_identity_col: optional(Type.Boolean({ description: "True: it says who the row is about." })),
    aggregation: optional(Type.String({ description: "Of areas: how people become one value." })),
  }),
  { description: "Columns of the file, in order." },
);
const payloadColumn = Type.Object(
  {
    name: Type.String({
      description: "With ids.",
      examples: ["fdy_outcome_3f8a2c1e_5b7d_4e90_8a6f_2d1c9b7e4a05_propensity_probability"],
    }),
    human_name: Type.String({
      description: "With names.",
      examples: ["likelihood_to_buy_again_propensity_probability"],
    }),
  },
  { title: "PayloadColumn" },
);

export const scopeRecord = Type.Object(
  {
    ...recordFields,
    ...kept,
    population: Type.Object(
      {
        ...kept.population.properties,
        include: Type.Array(Type.String(), { description: "The same as cohort_ids." }),
      },
      { description: whom },
    ),
    population_count: optional(described("People whom the pipeline tells of.", count, 1834)),
    columns: Type.Object(
      {
        identity_columns: Type.Array(Type.String(), { description: "What says who a row is about." }),
        payload_columns: Type.Array(payloadColumn, { description: "What is said of them." }),
        columns_for_mode: Type.Object(
          {
            identified: structure,
            hashed: structure,
            referenced: optional(structure),
            aggregated: structure,
          },
          { description: "Columns that a target of each mode has, where it chooses none." },
        ),
      },
      { description: "What the targets of the pipeline can hold." },
    ),
    warnings: optional(scopeWarnings),
    data_through: optional(described("Now, for members and scores: just after the newest event.", instant)),
  },
  { title: "Scope" },
);
