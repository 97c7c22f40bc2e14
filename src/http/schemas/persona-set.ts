// A persona set, as it may be written (two spellings), as it is kept, and as it is read with its personas.

import { Type } from "@sinclair/typebox";
import { maxPersonas } from "../../domain/persona-set.js";
import { closed, count, described, id, idParams, instant, name, optional, recordFields } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";

const settings = {
  modeling_fields: optional(
    Type.Array(Type.String({ minLength: 1 }), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description:
        "By what people are told apart: traits (with or without `fig/`), properties, streams or features as outcomes name them. " +
        "Absent: how often, how lately, since when, for how much and what people bought, and their traits.",
    }),
  ),
  number_of_clusters: optional(
    Type.Integer({
      minimum: 1,
      maximum: maxPersonas,
      description:
        "How many personas; absent: as many as are best apart, three to eight unless there are fewer.",
    }),
  ),
  explore: optional(Type.Boolean({ description: "Kept, and without effect: there is no map." })),
};

export const personaSetPost = closed(
  {
    name,
    cohort: optional(id("the cohort, as cohort_id has it")),
    cohort_id: optional(id("the cohort whose members are told apart")),
    ...settings,
  },
  "PersonaSetPost",
);
export const personaSetPatch = mergePatchOf(personaSetPost, "PersonaSetMergePatch");

export const personaSetConfig = closed({
  name,
  cohort_id: id("the cohort"),
  ...settings,
  persona_names: optional(Type.Record(Type.String(), Type.String())),
});

export const personaParams = Type.Object({
  ...idParams.properties,
  persona_id: Type.String({ description: "Id of one of its personas." }),
});
export const personaPatch = mergePatchOf(closed({ name }), "PersonaMergePatch");

const distinction = Type.Object({
  name: Type.String({ description: "Of the feature or trait, for programs." }),
  literate: Type.String({ description: "For people." }),
  value: Type.Number({ description: "Mean over the persona's people." }),
  average: Type.Number({ description: "Mean over all people of the cohort." }),
  difference: Type.Number({
    description: "In standard deviations of the cohort, on the scale on which people were told apart.",
  }),
});

const percent = Type.Number({ description: "Of the counts of all bins, 0 to 100." });
const bin = Type.Union([
  Type.Object({
    data_type: Type.Literal("number", { description: "What its values are." }),
    min: Type.Number({ description: "Inclusive." }),
    max: optional(Type.Number({ description: "Exclusive; absent: no end." })),
    count: described("People in it.", count),
    percent,
  }),
  Type.Object({
    data_type: Type.Literal("text", { description: "What its values are." }),
    value: Type.String({ description: "As written." }),
    count: described("People who have it.", count),
    percent,
  }),
]);
const bins = Type.Array(bin, { description: "How its people are spread." });

export const persona = Type.Object(
  {
    id: Type.String({
      format: "uuid",
      description: "The same from build to build, for the same kind of people.",
    }),
    name: Type.String({ description: "Yours, or else made from what sets its people apart." }),
    individuals_count: described("People who are of it.", count),
    portrait: Type.String({ description: "In a sentence, what sets its people apart." }),
    distinctions: Type.Array(distinction, { description: "The greatest first." }),
    details: Type.Object(
      {
        center: Type.Record(Type.String(), Type.Union([Type.Number(), Type.Null()]), {
          description:
            "Means by trait or feature, null where it is known of nobody; of what is so or not, the share.",
        }),
        bins: Type.Record(Type.String(), bins, { description: "As in analysis/dimensions." }),
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
    cohort_id: Type.String({ description: "Id of the cohort whose members are told apart." }),
    cohort_name: optional(Type.String({ description: "What that cohort is called." })),
    ...settings,
    personas: optional(
      Type.Array(persona, { description: "The largest first; absent before the first build." }),
    ),
    population_count: optional(described("People who were told apart.", count)),
    fields_used: optional(
      Type.Array(Type.String(), { description: "Features by which people were told apart." }),
    ),
    candidates: optional(
      Type.Array(
        Type.Object({
          clusters: Type.Integer({ description: "So many personas." }),
          silhouette: Type.Number({ description: "How well apart they were, from −1 to 1." }),
        }),
        {
          description: "The numbers of personas that were tried, and how well apart they were, from −1 to 1.",
        },
      ),
    ),
    data_through: optional(described("Now, for members and scores: just after the newest event.", instant)),
  },
  { title: "PersonaSet" },
);

export const personaDimensions = Type.Array(
  Type.Object({
    persona_id: Type.String({ description: "Whose people they are." }),
    traits: Type.Array(
      Type.Object({ trait_name: Type.String({ description: "The trait or feature." }), bins }),
      { description: "What they are told apart by." },
    ),
  }),
  { title: "PersonaSetAnalysisDimensions" },
);

export const personaFlow = Type.Array(
  Type.Object({
    persona_id: Type.String({ description: "Whose people they are." }),
    days: Type.Array(
      Type.Object({
        date: Type.String({
          format: "date-time",
          description:
            "What had happened before it was known: the first instant after a month, and at last data_through.",
        }),
        count: described("So many people were of it.", count),
      }),
      {
        description:
          "Oldest first, of the last 36 months: the cohort's members of that time, in today's personas. Of cohorts of more than " +
          "50,000 people, months past are estimated from about as many.",
      },
    ),
  }),
  { title: "PersonaSetAnalysisFlow" },
);
