// Manifests of delivered files in answers.

import { Type } from "@sinclair/typebox";
import { staleCodes } from "../../domain/data/freshness.js";
import { calendarFields } from "../../domain/outcome/horizons.js";
import { count, described, exampleId, instant, oneOf, optional } from "../../domain/resource/schema.js";
import { expectation } from "./scope-analysis.js";
import { expectedValues } from "./value.js";
import { verdict } from "./verdict.js";

const reason = Type.Object(
  {
    code: oneOf(
      staleCodes,
      "data_due: a new file is overdue, by the rhythm of the uploads. events_due: new events are overdue, by the rhythm of the events; " +
        "where files came on fewer than four days. horizon_over: the days that the scores are for have passed.",
    ),
    at: described("From when on the file is out of date.", instant),
    since: described("The last file, the last event, or the end of the data.", instant),
    days: Type.Number({ description: "The longest usual gap between files or events, or the horizon." }),
    text: Type.String({
      description: "The reason as a sentence.",
      examples: ["Files come at least every 7 days, and the last came on 9 December 2026."],
    }),
  },
  { title: "StaleReason" },
);

const version = (description: string) => Type.String({ description, examples: ["9f86d081884c7d65"] });

const outcome = Type.Object(
  {
    outcome_id: Type.String({ description: "ID of an outcome of the pipeline.", examples: [exampleId] }),
    outcome_name: Type.String({
      description: "Display name of the outcome.",
      examples: ["Likelihood to buy again"],
    }),
    horizon_days: optional(
      Type.Number({ description: "Days after data_through that the scores are for. Absent without dates." }),
    ),
    ...calendarFields,
    model_trained_at: optional(
      described("When the model was fitted; builds that keep a model keep its date.", instant),
    ),
    learned_through: optional(described("Cutoff of what the model learned from.", instant)),
    refit_at: optional(described("The model is fitted again once the data reach this date.", instant)),
    model_version: version("Hash of the model. Models with equal hashes score alike."),
    feature_version: version("Hash of the definitions of the features."),
    verdict,
    if_active: optional(
      Type.String({
        description:
          "Name of the active cohort: probabilities, and the sum of them, are those of people if they are active. Absent: of all people.",
      }),
    ),
    scored_count: described("People with a row and a probability.", count),
    ...expectation,
    value: optional(expectedValues),
  },
  { title: "ManifestOutcome" },
);

const earlierBuild = Type.Object(
  {
    build: Type.String({ description: "Name of the build.", examples: ["9f86d081884c7d65"] }),
    sha256: Type.String({ description: "SHA-256 of its file, hexadecimal." }),
    built_at: described("When its file was made.", instant),
    row_count: described("Number of its rows.", count),
  },
  { title: "TrackedBuild" },
);

export const manifest = Type.Object(
  {
    target_id: Type.String({ description: "ID of the target.", examples: [exampleId] }),
    target_name: Type.String({ description: "Display name of the target.", examples: ["Likely buyers"] }),
    row_count: described("Number of rows.", count, 1834),
    left_out_count: described("People without a row.", count),
    file_size: described("Size of the file in bytes.", count, 312004),
    sha256: Type.String({
      description: "SHA-256 of the file, hexadecimal. In quotes, it is the ETag of the download.",
      examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
    }),
    columns: Type.Array(Type.String(), { description: "Columns of the file, in order." }),
    build: optional(
      Type.String({
        description:
          "Where changes are tracked: the build of the file, for since of the next download of changes.",
        examples: ["9f86d081884c7d65"],
      }),
    ),
    builds: optional(
      Type.Array(earlierBuild, {
        description:
          "Where changes are tracked: earlier builds since which they are known, the newest first.",
      }),
    ),
    built_at: optional(described("When the file was made.", instant)),
    scored_at: optional(described("When its scores were made.", instant)),
    data_through: optional(described("Cutoff of the scores: just after the newest event.", instant)),
    stale_after: optional(
      described("From when on the file is out of date. Absent where nothing tells.", instant),
    ),
    is_stale: optional(Type.Boolean({ description: "Whether the file is out of date now." })),
    text: optional(
      Type.String({
        description: "The age of the file, to display.",
        examples: [
          "Made on 9 December 2026 from data through 8 December 2026. Good until 17 December 2026. Files come at least every 7 days, " +
            "and the last came on 9 December 2026.",
        ],
      }),
    ),
    stale_reasons: optional(
      Type.Array(reason, { description: "What puts the file out of date, the earliest first." }),
    ),
    outcomes: optional(
      Type.Array(outcome, {
        description:
          "Outcomes of the pipeline, or the one of a list, with what they expect of the people who have a row.",
      }),
    ),
  },
  { title: "TargetManifest" },
);
