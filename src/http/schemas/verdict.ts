// Verdicts and warnings, as outcomes, pipelines and recommenders have them.

import { Type } from "@sinclair/typebox";
import { decisions, warningKinds } from "../../domain/outcome/evaluation.js";
import { byName, oneOf, optional } from "../../domain/resource/schema.js";

const coded = {
  code: optional(
    Type.String({
      description: "Stable name of the sentence.",
      examples: ["feature_shifted"],
    }),
  ),
  figures: optional(
    byName(Type.Union([Type.Number(), Type.String(), Type.Boolean(), Type.Null()]), {
      description: "The numbers, days and names in the sentence, by name.",
      examples: [{ index: 0.41, limit: 0.25 }],
    }),
  ),
};

export const verdict = Type.Object(
  {
    decision: oneOf(
      decisions,
      "Whether it is worth more than a simple rule: the best rule, or the most popular.",
    ),
    ...coded,
    title: Type.String({ description: "The decision in a few words.", examples: ["Use this model"] }),
    text: Type.String({ description: "The decision and its reason, as a sentence." }),
  },
  { title: "Verdict", description: "Whether the model or the recommender is worth using." },
);

export const warningFields = {
  kind: oneOf(warningKinds, "The kind of warning."),
  about: Type.String({
    description: "Name of the feature or stream; or attainment, eligible, feature_blocklist, attributes.",
  }),
  ...coded,
  title: Type.String({ description: "The kind in a few words.", examples: ["Possible leakage"] }),
  note: Type.String({ description: "What is wrong and what to do, as a sentence." }),
};

export const warnings = Type.Array(Type.Object(warningFields), {
  description: "Possible problems that the figures do not show.",
});
