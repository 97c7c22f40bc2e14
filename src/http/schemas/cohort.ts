// A cohort, as it is written and kept (there is one spelling), and as it is read.

import { Type } from "@sinclair/typebox";
import {
  closed,
  count,
  described,
  id,
  instant,
  name,
  oneOf,
  operators,
  optional,
  recordFields,
} from "./common.js";
import { mergePatchOf } from "./merge-patch.js";

const days = (description: string) => Type.Integer({ minimum: 0, description });

const placeCondition = closed(
  {
    place_id: id("the place"),
    distance: optional(
      Type.Number({
        minimum: 0,
        description: "Metres on the ground around the place; absent: 0, at or in it.",
        examples: [5000],
      }),
    ),
    invert: optional(Type.Boolean({ description: "True: people who are farther away." })),
  },
  "CohortPlaceCondition",
);

export const cohortPost = closed(
  {
    name,
    stream_name: optional(
      Type.String({ minLength: 1, description: "A stream's name, in any case.", examples: ["transaction"] }),
    ),
    min_count: optional(Type.Integer({ minimum: 0, description: "Events that a member has, at least." })),
    max_count: optional(Type.Integer({ minimum: 0, description: "Events that a member has, at most." })),
    min_value: optional(Type.Number({ description: "Least sum of the events' value." })),
    max_value: optional(Type.Number({ description: "Greatest sum of the events' value." })),
    recency: optional(
      described(
        "How long ago the first or the last of the events was.",
        closed(
          {
            occurrence: oneOf(["first", "last"], "Which of the events."),
            min_days: optional(days("So many days ago at least.")),
            max_days: optional(days("So many days ago at most.")),
          },
          "Recency",
        ),
      ),
    ),
    stream_conditions: optional(
      Type.Array(
        closed(
          {
            property: Type.String({
              minLength: 1,
              description: "datetime, value, or another property of the stream.",
              examples: ["value"],
            }),
            ...operators,
          },
          "StreamCondition",
        ),
        { description: "Which of the stream's events count." },
      ),
    ),
    traits: optional(
      Type.Array(
        closed(
          {
            name: Type.String({ minLength: 1, description: "Of a trait.", examples: ["plan"] }),
            ...operators,
          },
          "TraitCondition",
        ),
        { description: "What must be so of a member." },
      ),
    ),
    place_conditions: optional(
      Type.Array(placeCondition, {
        maxItems: 100,
        description:
          "Where a member must be, or must not be; all of it. People are where the traits latitude and longitude say, or else where " +
          "records with these have their street or postcode. Who is nowhere that is known is in neither.",
      }),
    ),
  },
  "CohortPost",
);
export const cohortPatch = mergePatchOf(cohortPost, "CohortMergePatch");

export const cohortPreviewPost = closed(
  { ...cohortPost.properties, name: optional(name) },
  "CohortPreviewPost",
);

export const cohortPreview = Type.Object(
  {
    population_count: described("People who would be members as of as_of.", count, 1834),
    of_people: described("Everybody who is known.", count, 21033),
    as_of: described("Now, for members: just after the newest event.", instant),
    unread_datasets: Type.Array(Type.String({ description: "Name of a dataset.", examples: ["Orders"] }), {
      description: "Datasets that are being read, or wait for it: what is new in them is not counted yet.",
    }),
  },
  { title: "CohortPreview" },
);

const membershipList = Type.Array(
  Type.Object({
    date: Type.String({
      format: "date-time",
      description: "Beginning of the period; weeks begin on Mondays. All in UTC.",
    }),
    count: Type.Integer({
      minimum: 0,
      description: "Members at the end of the period; of the newest, as of data_through.",
    }),
  }),
  { description: "Oldest first; none before the stream's first event." },
);
export const cohortMembership = Type.Object(
  {
    days: described("By day, oldest first; none before the stream's first event.", membershipList),
    weeks: described("By week, in the same way.", membershipList),
    months: described("By month, in the same way.", membershipList),
  },
  { title: "CohortMembership" },
);

export const cohortRecord = Type.Object(
  {
    ...recordFields,
    ...cohortPost.properties,
    population_count: optional(described("Members as of data_through.", count, 1834)),
    data_through: optional(described("Now, for members and scores: just after the newest event.", instant)),
  },
  { title: "Cohort" },
);
