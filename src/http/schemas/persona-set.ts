// Persona sets in requests and answers.

import { Type } from "@sinclair/typebox";
import { personaSetConfig } from "../../domain/personas/persona-set.js";
import { byName, closed, count, described, id, name, optional } from "../../domain/resource/schema.js";
import { dataThrough, idParams, recordFields } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";
import { eitherOf, stating } from "./rules.js";

const { cohort_id, persona_names: _names, ...settings } = personaSetConfig.properties;

export const personaSetPost = stating(
  eitherOf("cohort", "cohort_id"),
  closed(
    {
      name,
      cohort: optional(id("the cohort, the same as cohort_id")),
      cohort_id: optional(cohort_id),
      ...settings,
    },
    "PersonaSetPost",
  ),
);
export const personaSetPatch = mergePatchOf(personaSetPost, "PersonaSetMergePatch");

export const personaParams = Type.Object({
  ...idParams.properties,
  persona_id: Type.String({ description: "ID of one of its personas." }),
});
export const personaPatch = mergePatchOf(closed({ name }), "PersonaMergePatch");

const distinction = Type.Object({
  name: Type.String({ description: "Name of the feature or trait, for programs." }),
  literate: Type.String({ description: "Display name." }),
  value: Type.Number({ description: "Mean over the persona's people." }),
  average: Type.Number({ description: "Mean over the whole cohort." }),
  difference: Type.Number({
    description: "Difference in standard deviations of the cohort, on the scale used for grouping.",
  }),
});

const percent = Type.Number({ description: "Share of the counts of all bins, 0 to 100." });
const valueType = "Type of the values.";
const bin = Type.Union([
  Type.Object({
    data_type: Type.Literal("number", { description: valueType }),
    min: Type.Number({ description: "Lower bound, inclusive." }),
    max: optional(Type.Number({ description: "Upper bound, exclusive. Absent: no upper bound." })),
    count: described("People in the bin.", count),
    percent,
  }),
  Type.Object({
    data_type: Type.Literal("text", { description: valueType }),
    value: Type.String({ description: "Value as written." }),
    count: described("People with the value.", count),
    percent,
  }),
]);
const bins = Type.Array(bin, { description: "Distribution of the persona's people." });

export const persona = Type.Object(
  {
    id: Type.String({
      description: "ID that stays the same from build to build for the same group of people.",
    }),
    name: Type.String({ description: "Your name for it, or else one derived from its distinctions." }),
    individuals_count: described("Number of people.", count),
    portrait: Type.String({ description: "One sentence on what distinguishes its people." }),
    distinctions: Type.Array(distinction, { description: "Differences from the cohort, largest first." }),
    details: Type.Object(
      {
        center: byName(Type.Union([Type.Number(), Type.Null()]), {
          description:
            "Means by trait or feature; for yes-or-no values, the share of yes. null: no one has a known value.",
        }),
        bins: byName(bins, { description: "Distributions, as in analysis/dimensions." }),
      },
      { description: "Its people in figures." },
    ),
  },
  { title: "Persona" },
);

export const personaSetRecord = Type.Object(
  {
    ...recordFields,
    cohort: Type.String({ description: "The same as cohort_id." }),
    cohort_id: Type.String({ description: "ID of the cohort whose members are grouped." }),
    cohort_name: optional(Type.String({ description: "Name of that cohort." })),
    ...settings,
    personas: optional(
      Type.Array(persona, { description: "Personas, largest first. Absent before the first build." }),
    ),
    population_count: optional(described("People who were grouped.", count)),
    fields_used: optional(Type.Array(Type.String(), { description: "Features used for grouping." })),
    candidates: optional(
      Type.Array(
        Type.Object({
          clusters: Type.Integer({ description: "Number of personas." }),
          silhouette: Type.Number({ description: "Separation, from −1 to 1." }),
        }),
        { description: "Numbers of personas that were tried, with their separation (silhouette)." },
      ),
    ),
    data_through: dataThrough,
  },
  { title: "PersonaSet" },
);

const personaId = Type.String({ description: "ID of the persona." });

export const personaDimensions = Type.Array(
  Type.Object({
    persona_id: personaId,
    traits: Type.Array(
      Type.Object({ trait_name: Type.String({ description: "Name of the trait or feature." }), bins }),
      { description: "The traits and features used for grouping." },
    ),
  }),
  { title: "PersonaSetAnalysisDimensions" },
);

export const personaFlow = Type.Array(
  Type.Object({
    persona_id: personaId,
    days: Type.Array(
      Type.Object({
        date: Type.String({
          format: "date-time",
          description: "Cutoff: the first instant after a month; for the last entry, data_through.",
        }),
        count: described("People in the persona at that cutoff.", count),
      }),
      {
        description:
          "The last 36 months, oldest first: the cohort's members at each cutoff, assigned to today's personas. For cohorts of more " +
          "than 50,000 people, past months are estimated from a sample of about that size.",
      },
    ),
  }),
  { title: "PersonaSetAnalysisFlow" },
);
