// Cohorts in requests and answers.

import { Type } from "@sinclair/typebox";
import { cohortConfig } from "../../domain/cohort/cohort.js";
import { closed, count, described, instant, name, named, optional } from "../../domain/resource/schema.js";
import { dataThrough, recordFields } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";
import { oneFilled, stating } from "./rules.js";

const neverEmpty = oneFilled(["traits", "place_conditions", "location_conditions"], "stream_name");

export const cohortPost = stating(neverEmpty, named(cohortConfig, "CohortPost"));
export const cohortPatch = mergePatchOf(cohortPost, "CohortMergePatch");

export const cohortPreviewPost = stating(
  neverEmpty,
  closed({ ...cohortPost.properties, name: optional(name) }, "CohortPreviewPost"),
);

export const cohortPreview = Type.Object(
  {
    population_count: described("People who would be members at as_of.", count, 1834),
    people_count: described("All known people.", count, 21033),
    as_of: described("Cutoff for membership: just after the newest event.", instant),
    unread_datasets: Type.Array(Type.String({ description: "Name of a dataset.", examples: ["Orders"] }), {
      description: "Datasets that are being read or queued: their newest rows are not counted yet.",
    }),
  },
  { title: "CohortPreview" },
);

const membershipList = Type.Array(
  Type.Object({
    date: Type.String({
      format: "date-time",
      description: "Start of the period in UTC. Weeks start on Monday.",
    }),
    count: Type.Integer({
      minimum: 0,
      description: "Members at the end of the period; for the newest period, at data_through.",
    }),
  }),
  { description: "Oldest first, from the stream's first event on." },
);
export const cohortMembership = Type.Object(
  {
    days: described("Members by day, oldest first, from the stream's first event on.", membershipList),
    weeks: described("Members by week, in the same order.", membershipList),
    months: described("Members by month, in the same order.", membershipList),
  },
  { title: "CohortMembership" },
);

export const cohortRecord = Type.Object(
  {
    ...recordFields,
    ...cohortPost.properties,
    sentence: Type.String({
      description: "The definition in plain English, to display.",
      examples: ["People who have bought at least twice, the last time within the past 90 days."],
    }),
    population_count: optional(described("Members at data_through.", count, 1834)),
    data_through: dataThrough,
  },
  { title: "Cohort" },
);
