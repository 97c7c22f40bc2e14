// Streams in answers. An owner sets only the display name; the datasets that output to a stream configure its events.

import { Type } from "@sinclair/typebox";
import {
  byName,
  closed,
  count,
  described,
  instant,
  name,
  oneOf,
  optional,
} from "../../domain/resource/schema.js";
import { recordFields } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";

const property = Type.Object(
  {
    type: oneOf(["double", "string"], "Type of its values."),
    statistical_type: oneOf(
      ["ordinal", "categorical", "multicategorical"],
      "ordinal: values with an order. multicategorical: lists of values.",
    ),
    breaks: Type.Array(Type.Number(), {
      description: "For numbers: bounds that divide the values into bins.",
    }),
    categories: Type.Array(Type.String(), { description: "For texts: the most frequent values." }),
    emitted_by_datasets: Type.Array(
      Type.Object({
        dataset_id: Type.String({ description: "ID of a dataset with the property." }),
        column_name: Type.String({ description: "Source column.", examples: ["total"] }),
      }),
      { description: "Sources of the property." },
    ),
  },
  { title: "StreamProperty" },
);

/** Findings of the last build. */
const findings = {
  event_count: optional(described("Number of events.", count, 21033)),
  people_count: optional(described("People with at least one event.", count, 5000)),
  oldest_date: optional(described("Date of the first event.", instant)),
  newest_date: optional(described("Date of the last event.", instant)),
  is_dated: optional(Type.Boolean({ description: "false: a dataset maps no datetime." })),
  has_value: optional(Type.Boolean({ description: "true: a dataset maps a value." })),
  is_recurring: optional(
    Type.Literal(true, {
      description: "The values are paid again and again, as those of subscriptions are.",
    }),
  ),
  properties: byName(property, { description: "Event properties, by name." }),
  // The list that the header asks for is in words: generators of clients cannot say a map or a list.
  event_contribution_by_dataset: byName(count, {
    description:
      "Number of events, by ID of the source dataset. With the header Bellwether-Interface 0.16 a list of datasets: dataset_id, event_count, oldest_date and newest_date.",
  }),
  events_by_month: optional(
    Type.Array(
      Type.Object({
        month: Type.String({ description: "Month in UTC.", examples: ["2025-06"] }),
        event_count: described("Number of events.", count, 412),
        people_count: described("People with at least one event in the month.", count, 388),
      }),
      { description: "Months with events, oldest first, at most the last 240 months." },
    ),
  ),
};

export const streamRecord = Type.Object(
  {
    ...recordFields,
    stream_name: Type.String({
      description: "Machine name, as used in configurations.",
      examples: ["transaction"],
    }),
    literate: Type.String({ description: "Display name, the same as name.", examples: ["Transaction"] }),
    ...findings,
  },
  { title: "Stream" },
);

export const streamAnalysis = Type.Object(findings, { title: "StreamAnalysis" });

export const streamParams = Type.Object({
  stream: Type.String({ description: "ID or name of the stream, in any case.", examples: ["transaction"] }),
});

export const streamPatch = described(
  "Display name of the stream.",
  mergePatchOf(
    closed({ name: optional(name), literate: optional(described("The same as name.", name)) }),
    "StreamMergePatch",
  ),
  { name: "Web orders" },
);
