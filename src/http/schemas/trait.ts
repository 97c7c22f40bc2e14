// Traits in requests and answers. The datasets that emit a trait configure which rows it comes from.

import { Type } from "@sinclair/typebox";
import { traitConfig, traitStatisticalTypes } from "../../domain/data/trait.js";
import { nameRule } from "../../domain/resource/name-rule.js";
import { byName, closed, count, described, oneOf, optional } from "../../domain/resource/schema.js";
import { recordFields } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";

export const traitPost = closed(
  {
    name: Type.String({
      pattern: nameRule.source,
      description:
        "Name as used in configurations: in a dataset's output_to_traits and wherever the trait is used.",
      examples: ["plan"],
    }),
    ...traitConfig.properties,
  },
  "TraitPost",
);
export const traitPatch = described(
  "New values. The name of a trait cannot change.",
  mergePatchOf(traitConfig, "TraitMergePatch"),
  { literate: "plan" },
);

export const traitRecord = Type.Object(
  {
    ...recordFields,
    ...traitConfig.properties,
    literate: Type.String({ description: "Display name: as set, or else the name.", examples: ["plan"] }),
    category: oneOf(["user_defined"], "Origin of the trait: your data."),
    type: optional(oneOf(["boolean", "date", "double", "long", "string"], "Type of its values.")),
    statistical_type: optional(oneOf(traitStatisticalTypes, "As set, or else as detected.")),
    breaks: optional(
      Type.Array(Type.Number(), { description: "For numbers: lower bounds of the deciles of people." }),
    ),
    categories: optional(
      Type.Array(Type.String(), { description: "For texts: the most frequent values, at most 20." }),
    ),
    people_count: optional(described("People with the trait.", count, 4200)),
    emitted_by_datasets: Type.Array(
      Type.Object({
        dataset_id: Type.String({ description: "ID of a dataset that emits the trait." }),
        column_name: Type.String({ description: "Source column.", examples: ["plan"] }),
        transformation_table: optional(
          byName(Type.String(), {
            description: "Replacements of values, by value as written.",
          }),
        ),
      }),
      { description: "Sources of the trait. Empty: nothing emits it." },
    ),
  },
  { title: "Trait" },
);

const binCounts = {
  count: described("People in the bin.", count, 420),
  percent: Type.Number({ description: "Share of the people in all bins, 0 to 100.", examples: [10] }),
};
const valueType = <const K extends string>(type: K) => oneOf([type], "Type of the trait's values.");
const bin = Type.Union([
  Type.Object({
    data_type: valueType("boolean"),
    value: optional(Type.Boolean({ description: "The value. Absent: people without the trait." })),
    ...binCounts,
  }),
  Type.Object({
    data_type: valueType("date"),
    min: Type.String({ description: "First day." }),
    max: optional(Type.String({ description: "Day after the last day. Absent: no upper bound." })),
    ...binCounts,
  }),
  Type.Object({
    data_type: valueType("number"),
    min: Type.Number({ description: "Lower bound, inclusive." }),
    max: optional(Type.Number({ description: "Upper bound, exclusive. Absent: no upper bound." })),
    ...binCounts,
  }),
  Type.Object({
    data_type: valueType("text"),
    value: Type.String({ description: "The value." }),
    ...binCounts,
  }),
]);

export const traitBins = Type.Array(bin, {
  description: "For numbers and dates, deciles of the people in order; for texts, the most frequent values.",
});

export const traitDimensions = Type.Object(
  {
    trait_name: Type.String({ description: "Name of the trait.", examples: ["plan"] }),
    bins: traitBins,
  },
  { title: "TraitDimensions" },
);
