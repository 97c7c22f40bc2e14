// A cohort, as it is written and kept (there is one spelling), and as it is read.

import { Type } from "@sinclair/typebox";
import { closed, count, instant, name, oneOf, operators, optional, recordFields } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";

const days = Type.Integer({ minimum: 0 });

export const cohortWritten = closed(
  {
    name,
    stream_name: optional(Type.String({ minLength: 1, description: "A stream's name, in any case." })),
    min_count: optional(Type.Integer({ minimum: 0, description: "Events that a member has, at least." })),
    max_count: optional(Type.Integer({ minimum: 0, description: "Events that a member has, at most." })),
    min_value: optional(Type.Number({ description: "Least sum of the events' value." })),
    max_value: optional(Type.Number({ description: "Greatest sum of the events' value." })),
    recency: optional(
      closed({
        occurrence: oneOf(["first", "last"]),
        min_days: optional(days),
        max_days: optional(days),
      }),
    ),
    stream_conditions: optional(
      Type.Array(closed({ property: Type.String({ minLength: 1 }), ...operators })),
    ),
    traits: optional(Type.Array(closed({ name: Type.String({ minLength: 1 }), ...operators }))),
  },
  "CohortPost",
);
export const cohortPatch = mergePatchOf(cohortWritten, "CohortMergePatch");

export const cohortRecord = Type.Object(
  {
    ...recordFields,
    ...cohortWritten.properties,
    population_count: optional(count),
    data_through: optional(instant),
  },
  { title: "Cohort" },
);
