// Schemas that several resources share: fields of every record, problems, parameters.

import { type Static, Type } from "@sinclair/typebox";
import { resourceStatuses, resourceTypes } from "../../domain/resource/resource.js";
import { closed, described, exampleId, instant, oneOf, optional } from "../../domain/resource/schema.js";
import { catalogue } from "../../errors/catalogue.js";
import { pageFields } from "../pages.js";
import { makerRecord, noteRecord } from "./ownership.js";

/** The fields that every record begins with. */
export const recordFields = {
  id: Type.String({ description: "Assigned by the service and never reused." }),
  resource_type: oneOf(resourceTypes, "Type of the resource, as in its path."),
  name: Type.String({ description: "Display name.", examples: ["Customers"] }),
  status: oneOf(
    resourceStatuses,
    "new: waits for its inputs; see waiting_for. starting: queued. running: being built. ready: up to date. error: the build failed; see " +
      "status_error.",
  ),
  status_error: optional(
    Type.String({ description: "Why the build failed and what to do, while the status is error." }),
  ),
  waiting_for: optional(
    Type.String({
      description:
        "Why the build waits, while the status is new or starting: an input that is not built, or a trouble of the server that the build outlasts.",
      examples: ["Waiting for dataset Orders."],
    }),
  ),
  status_changed_at: described("When the status last changed.", instant),
  progress: optional(Type.Number({ description: "Completed share of the running build, 0 to 1." })),
  progress_text: optional(Type.String({ description: "Current activity of the running build, to display." })),
  created_at: described("When it was created.", instant),
  updated_at: described("When any field last changed.", instant),
  created_by: optional(makerRecord),
  note: optional(noteRecord),
  last_read_input_at: optional(described("When a build last read its inputs.", instant)),
  last_updated_config_at: described("When its configuration last changed.", instant),
  last_updated_output_at: optional(described("When a build last produced a result.", instant)),
  archived_at: optional(described("When it was archived. Absent: it is in use.", instant)),
};

/** The cutoff that a record was computed for. */
export const dataThrough = optional(
  described("Cutoff for members and scores: just after the newest event.", instant),
);

export const problem = Type.Object(
  {
    error: oneOf(
      [...new Set(Object.values(catalogue).map(({ error }) => error))],
      "Category of the error, for programs.",
    ),
    id: Type.String({ description: "ID of the request, also in the server's log." }),
    note: Type.String({ description: "What happened and what to do, to display." }),
    validationErrors: optional(
      Type.Array(
        Type.Object(
          {
            message: Type.String({ description: "What is wrong with the field, to display." }),
            path: Type.String({
              description: "Path of the field, such as population.include.0. Empty: the whole body.",
            }),
            suggestion: optional(Type.String({ description: "The value that was probably meant." })),
            context: Type.Object(
              { errorType: Type.String({ description: "What is wrong with the field, for programs." }) },
              { description: "Details." },
            ),
          },
          { title: "ValidationError" },
        ),
        { description: "The invalid fields, where known." },
      ),
    ),
    gone_on: optional(
      Type.String({
        description:
          "Day (UTC) of the first build without the person of the ID. Absent for somebody on a privacy list.",
        examples: ["2026-03-01"],
      }),
    ),
  },
  {
    title: "Problem",
    examples: [
      {
        error: "VALIDATION_FAILED",
        id: exampleId,
        note: "The request does not fit the schema: nmae is not a known field; did you mean name?.",
        validationErrors: [
          {
            message: "is not a known field; did you mean name?",
            path: "nmae",
            suggestion: "name",
            context: { errorType: "unknown_field" },
          },
        ],
      },
    ],
  },
);
export type Problem = Static<typeof problem>;

/** In the query of a signed link. */
export const linkExpires = optional(
  Type.String({
    pattern: "^\\d{1,12}$",
    description: "When the link ends, in seconds since 1970. Part of the link; absent in standing links.",
    examples: ["1769860800"],
  }),
);

export const idParams = Type.Object({
  id: Type.String({ description: "ID of the resource.", examples: [exampleId] }),
});
export const listQuery = closed({
  ids: optional(
    Type.Array(Type.String({ description: "An ID." }), {
      maxItems: 100,
      description: "Return only these, in the usual order. Repeat the parameter for several.",
    }),
  ),
  ...pageFields,
});
