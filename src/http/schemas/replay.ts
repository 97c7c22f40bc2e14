// Replays of pipelines in requests and answers.

import { Type } from "@sinclair/typebox";
import { replayModes } from "../../domain/pipeline/replay.js";
import { limits } from "../../domain/resource/limits.js";
import {
  closed,
  count,
  described,
  exampleId,
  instant,
  oneOf,
  optional,
} from "../../domain/resource/schema.js";
import { recordFields } from "./common.js";
import { expectation, observedFields } from "./scope-analysis.js";

const dates = Type.Array(
  Type.String({
    description: "ISO 8601: a day, which stands for its beginning in UTC, or a moment.",
    maxLength: 40,
    examples: ["2025-03-01"],
  }),
  {
    minItems: 1,
    maxItems: limits.replayDates.is,
    description:
      "Moments to replay. Each shows what was known before it: an upload that arrives exactly then counts as later.",
    examples: [["2025-03-01", "2025-04-01"]],
  },
);

const modes =
  "arrivals: of the uploads that had arrived by each date, as it would have been delivered. events: as if each date were today: of all uploads, " +
  "without the events at or after it. Nothing like it was delivered then: corrections, attributes and matches are those of today.";

export const replayPost = closed(
  {
    dates,
    by: optional(
      oneOf(
        replayModes,
        `${modes} Absent: arrivals, where all dates are later than the first upload and all data come as files; else events.`,
      ),
    ),
  },
  "ReplayPost",
);

export const replayParams = closed({
  id: Type.String({ description: "ID of the pipeline.", examples: [exampleId] }),
  replay_id: Type.String({ description: "ID of the replay.", examples: [exampleId] }),
});

const date = Type.String({
  description: "One of the replay's dates.",
  maxLength: 40,
  examples: ["2025-03-01"],
});
export const replayPeopleQuery = closed({ date });
export const replayFileQuery = closed({
  date,
  target_id: Type.String({ description: "ID of the target.", examples: [exampleId] }),
});

const error = optional(Type.String({ description: "Why there is none. Absent: there is one." }));

const file = Type.Object({
  target_id: Type.String({ description: "ID of the target.", examples: [exampleId] }),
  target_name: Type.String({ description: "Display name of the target.", examples: ["Repeat purchase CSV"] }),
  error,
  file_name: optional(Type.String({ description: "Name of the file.", examples: ["scores.csv"] })),
  row_count: optional(described("Rows of the file.", count, 1794)),
  file_size: optional(described("Size of the file in bytes.", count, 143_520)),
  sha256: optional(Type.String({ description: "SHA-256 of the file." })),
  file_url: optional(Type.String({ description: "Address of the file." })),
  comparison: oneOf(
    ["equal", "different", "unknown"],
    "equal: every byte is that of the file that was delivered from the same uploads. different: it is not. unknown: no such file is known.",
  ),
  delivered_at: optional(described("When the file that it is compared with was built.", instant)),
  delivered_sha256: optional(Type.String({ description: "SHA-256 of that file." })),
  headline: Type.String({
    description: "The comparison in plain English, to display.",
    examples: ["Equal to the file that was delivered on 1 March 2025, byte for byte."],
  }),
});

const observed = Type.Object(
  {
    ...observedFields,
    auc: optional(
      Type.Number({
        description: "Area under the ROC curve. Absent if all or none reached the goal.",
        examples: [0.76],
      }),
    ),
    calibration_error: Type.Number({
      description: "Mean distance between predicted and actual rate in deciles of equal size, 0 to 1.",
      examples: [0.012],
    }),
  },
  { description: "What these people did within the horizon. Absent until the data reach its end." },
);

const outcome = Type.Object({
  outcome_id: Type.String({ description: "ID of the outcome.", examples: [exampleId] }),
  outcome_name: Type.String({
    description: "Display name of the outcome.",
    examples: ["Likelihood to buy again"],
  }),
  scored_count: described("People with a probability.", count, 1794),
  ...expectation,
  horizon_end: optional(described("End of the horizon. Absent without dates.", instant)),
  observed: optional(observed),
  headline: Type.String({
    description: "Expected and actual number in plain English, to display.",
    examples: [
      "Expected 167, actual 170 of 1,780 people scored on 1 March 2025, within 45 days: inside the 95 % interval 139 to 195.",
    ],
  }),
});

const replayed = Type.Object({
  date: described("The moment that was replayed.", instant),
  error,
  arrivals_through: optional(described("When the newest upload of then arrived.", instant)),
  data_through: optional(described("Cutoff of the scores of then.", instant)),
  missing_datasets: Type.Array(Type.String({ description: "Display name of a dataset." }), {
    description:
      "Datasets without a stored upload of then: they had none yet, or it has been replaced or deleted since.",
  }),
  files: Type.Array(file, { description: "One entry for each target with a hosted file." }),
  outcomes: Type.Array(outcome, { description: "One entry for each outcome in the payload." }),
  people_url: optional(
    Type.String({
      description:
        "Address of a CSV file with each person's probability of then, and whether they reached the goal.",
    }),
  ),
});

export const replayRecord = Type.Object(
  {
    ...recordFields,
    scope_id: Type.String({ description: "ID of the pipeline.", examples: [exampleId] }),
    dates: Type.Array(instant, { description: "The moments, oldest first." }),
    by: oneOf(replayModes, modes),
    text: optional(
      Type.String({
        description: "What the dates stand for, to display. Absent by arrivals.",
        examples: ["As if each moment were today: events at or after it are not seen."],
      }),
    ),
    results: optional(
      Type.Array(replayed, { description: "One entry for each date. Absent until the replay is ready." }),
    ),
  },
  { title: "Replay" },
);
