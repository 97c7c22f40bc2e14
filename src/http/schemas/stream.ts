// A stream, of which its owner says only how it is shown: what it holds is configured by the datasets that output to it.

import { Type } from "@sinclair/typebox";
import { closed, count, described, instant, name, oneOf, optional, recordFields } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";

const property = Type.Object(
  {
    type: oneOf(["double", "string"], "What its values are."),
    statistical_type: oneOf(
      ["ordinal", "categorical", "multicategorical"],
      "ordinal: they have an order. multicategorical: each is a list.",
    ),
    breaks: Type.Array(Type.Number(), { description: "Of numbers: values that cut them into parts." }),
    categories: Type.Array(Type.String(), { description: "Of texts: the most frequent values." }),
    emitted_by_datasets: Type.Array(
      Type.Object({
        dataset_id: Type.String({ description: "Id of a dataset that has it." }),
        column_name: Type.String({ description: "The column it is read from.", examples: ["total"] }),
      }),
      { description: "Where it comes from." },
    ),
  },
  { title: "StreamProperty" },
);

export const streamRecord = Type.Object(
  {
    ...recordFields,
    stream_name: Type.String({
      description: "Machine name, as in configurations.",
      examples: ["transaction"],
    }),
    literate: Type.String({ description: "Display name, like name.", examples: ["Transaction"] }),
    event_count: optional(described("Its events.", count, 21033)),
    people_count: optional(described("People who have at least one of them.", count, 5000)),
    oldest_date: optional(described("When the first of them happened.", instant)),
    newest_date: optional(described("When the last of them happened.", instant)),
    is_dated: optional(Type.Boolean({ description: "False where some dataset maps no datetime." })),
    has_value: optional(Type.Boolean({ description: "Whether any dataset maps a value." })),
    properties: Type.Record(Type.String(), property, { description: "What its events carry, by name." }),
    event_contribution_by_dataset: Type.Record(Type.String(), count, {
      description: "Events by the id of the dataset they come from.",
    }),
    events_by_month: optional(
      Type.Array(
        Type.Object({
          month: Type.String({ description: "Of UTC.", examples: ["2025-06"] }),
          event_count: described("Its events.", count, 412),
          people_count: described("People who have at least one of them.", count, 388),
        }),
        { description: "Months with events, oldest first, of the newest 240." },
      ),
    ),
  },
  { title: "Stream" },
);

/** What the record says of the events, once there are any. */
const { event_count, people_count, oldest_date, newest_date, is_dated, has_value } = streamRecord.properties;
export const streamAnalysis = Type.Object(
  {
    ...{ event_count, people_count, oldest_date, newest_date, is_dated, has_value },
    properties: streamRecord.properties.properties,
    event_contribution_by_dataset: streamRecord.properties.event_contribution_by_dataset,
    events_by_month: streamRecord.properties.events_by_month,
  },
  { title: "StreamAnalysis" },
);

export const streamParams = Type.Object({
  stream: Type.String({ description: "Id or name, in any case.", examples: ["transaction"] }),
});

export const streamPatch = described(
  "How a stream is to be shown.",
  mergePatchOf(closed({ name: optional(name) }), "StreamMergePatch"),
  { name: "Web orders" },
);
