// A trait, as its owner describes it, and as it is read. Which rows it comes from is configured by the datasets that emit it.

import { Type } from "@sinclair/typebox";
import { traitStatisticalTypes } from "../../domain/trait.js";
import { closed, count, described, oneOf, optional, recordFields } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";

const text = (description: string, example: string) =>
  optional(Type.String({ minLength: 1, maxLength: 1000, description, examples: [example] }));

const said = {
  literate: text("How to speak of it, in the names of features and in reasons. Absent: its name.", "plan"),
  description: text("What it is, for readers.", "The plan that the customer has subscribed to."),
  unit: text("What its numbers count.", "years"),
  statistical_type: optional(
    oneOf(
      traitStatisticalTypes,
      "categorical: one value of a bounded set. multicategorical: a list of them. ordinal: has an order. nominal: anything else. " +
        "Absent: as found. Numbers that are no ordinal are learned from as categories.",
    ),
  ),
  lookup_table: optional(
    Type.Record(Type.String(), Type.String(), {
      description: "How to show a value in reports.",
      examples: [{ "1": "Gold", "2": "Silver" }],
    }),
  ),
};

export const traitPost = closed(
  {
    name: Type.String({
      pattern: "[A-Za-z0-9]",
      maxLength: 200,
      description: "As in configurations: in output_to_traits of a dataset, and wherever the trait is used.",
      examples: ["plan"],
    }),
    ...said,
  },
  "TraitPost",
);
export const traitPatch = described(
  "What is to be said of the trait. Its name stays.",
  mergePatchOf(closed(said), "TraitMergePatch"),
  { literate: "plan" },
);

const statistical = oneOf(traitStatisticalTypes, "As set, or as found.");

export const traitRecord = Type.Object(
  {
    ...recordFields,
    ...said,
    literate: Type.String({ description: "As set, or its name.", examples: ["plan"] }),
    category: oneOf(["user_defined"], "Where it comes from: your data."),
    type: optional(oneOf(["boolean", "date", "double", "long", "string"], "What its values are.")),
    statistical_type: optional(statistical),
    breaks: optional(
      Type.Array(Type.Number(), { description: "Of numbers: where tenths of the people begin." }),
    ),
    categories: optional(
      Type.Array(Type.String(), { description: "Of texts: the most frequent values, 20 at most." }),
    ),
    people_count: optional(described("People who have it.", count, 4200)),
    emitted_by_datasets: Type.Array(
      Type.Object({
        dataset_id: Type.String({ description: "Id of a dataset that emits it." }),
        column_name: Type.String({ description: "The column it is read from.", examples: ["plan"] }),
        transformation_table: optional(
          Type.Record(Type.String(), Type.String(), { description: "What a value as written stands for." }),
        ),
      }),
      { description: "Where it comes from; it is an orphan where that is nowhere." },
    ),
  },
  { title: "Trait" },
);

const counted = {
  count: described("People in it.", count, 420),
  percent: Type.Number({ description: "Of the people of all bins, 0 to 100.", examples: [10] }),
};
const kind = <const K extends string>(name: K) => oneOf([name], "What the trait's values are.");
const bin = Type.Union([
  Type.Object({
    data_type: kind("boolean"),
    value: optional(Type.Boolean({ description: "Absent: people without the trait." })),
    ...counted,
  }),
  Type.Object({
    data_type: kind("date"),
    min: Type.String({ description: "The first day." }),
    max: optional(Type.String({ description: "The day after the last; absent: all later ones." })),
    ...counted,
  }),
  Type.Object({
    data_type: kind("number"),
    min: Type.Number({ description: "The least value." }),
    max: optional(Type.Number({ description: "Values are below it; absent: all greater ones." })),
    ...counted,
  }),
  Type.Object({ data_type: kind("text"), value: Type.String({ description: "The value." }), ...counted }),
]);

export const traitDimensions = Type.Object(
  {
    trait_name: Type.String({ description: "The trait's name.", examples: ["plan"] }),
    bins: Type.Array(bin, {
      description: "Of numbers and dates, tenths of the people in order; of texts, the most frequent values.",
    }),
  },
  { title: "TraitDimensions" },
);
