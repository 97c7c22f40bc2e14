// A stream is only read: what it holds is configured by the datasets that output to it.

import { Type } from "@sinclair/typebox";
import { count, instant, oneOf, optional, recordFields } from "./common.js";

const property = Type.Object({
  type: oneOf(["double", "string"]),
  statistical_type: oneOf(["ordinal", "categorical"]),
  breaks: Type.Array(Type.Number()),
  categories: Type.Array(Type.String()),
  emitted_by_datasets: Type.Array(Type.Object({ dataset_id: Type.String(), column_name: Type.String() })),
});

export const streamRecord = Type.Object(
  {
    ...recordFields,
    stream_name: Type.String({ description: "Machine name, as in configurations." }),
    literate: Type.String(),
    event_count: optional(count),
    people_count: optional(count),
    oldest_date: optional(instant),
    newest_date: optional(instant),
    is_dated: optional(Type.Boolean({ description: "False where some dataset maps no datetime." })),
    has_value: optional(Type.Boolean()),
    properties: Type.Record(Type.String(), property),
    event_contribution_by_dataset: Type.Record(Type.String(), count),
  },
  { title: "Stream" },
);

export const streamParams = Type.Object({ stream: Type.String({ description: "Id or name, in any case." }) });
