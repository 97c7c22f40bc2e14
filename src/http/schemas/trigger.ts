// Triggers in requests and answers, and what they reported.

import { Type } from "@sinclair/typebox";
import { triggerEvents } from "../../domain/account/webhook.js";
import {
  count,
  described,
  exampleId,
  instant,
  named,
  oneOf,
  optional,
} from "../../domain/resource/schema.js";
import { triggerConfig } from "../../domain/target/trigger.js";
import { recordFields } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";
import { personShown } from "./person-shown.js";

export const triggerPost = named(triggerConfig, "TriggerPost");
export const triggerPatch = mergePatchOf(triggerPost, "TriggerMergePatch");

export const triggerRecord = Type.Object(
  {
    ...recordFields,
    ...triggerPost.properties,
    watched_count: optional(described("People who are remembered.", count, 11_928)),
    data_through: optional(described("Cutoff of the last evaluation, exclusive.", instant)),
    last_evaluation: optional(
      Type.Object(
        {
          is_first: Type.Boolean({
            description: "true: people were remembered for the first time, so nobody was reported.",
          }),
          reported: described("People who were reported.", count, 37),
          more: described(
            "People of the same news above the limit, who were counted and not reported.",
            count,
            0,
          ),
          rehearsed: optional(
            described(
              "People who would have been reported between the last two builds of the pipeline, at the first evaluation, where the scores before are kept.",
              count,
              41,
            ),
          ),
        },
        { description: "The evaluation of the last build. Absent: there was none." },
      ),
    ),
  },
  { title: "Trigger" },
);

const probability = (description: string, example: number) =>
  optional(Type.Union([Type.Number(), Type.Null()], { description, examples: [example] }));

export const reportedPerson = Type.Object(
  {
    ...personShown,
    direction: optional(oneOf(["up", "down"], "Where the probability went. Absent for a cohort.")),
    from: probability("Probability at the evaluation before. null: there was none.", 0.41),
    to: optional(Type.Number({ description: "Probability now.", examples: [0.63] })),
    text: Type.String({
      description: "The news in plain English, with the reason.",
      examples: ["Rose from 41 % to 63 %. 2 new orders."],
    }),
    reasons: optional(
      Type.Array(Type.String(), {
        description:
          "What makes the probability high, by the model, the strongest first. Absent where the pipeline does not explain its scores.",
        examples: [["Last order 3 days ago"]],
      }),
    ),
  },
  { title: "ReportedPerson" },
);

export const triggerMessage = Type.Object(
  {
    id: Type.String({ description: "ID of the message.", examples: [exampleId] }),
    type: oneOf(triggerEvents, "Event."),
    text: Type.String({
      description: "The news of all these people in plain English.",
      examples: ["37 people rose to 60 % or more for “Buy again”."],
    }),
    data_through: described("Cutoff of the evaluation, exclusive.", instant),
    people: Type.Array(reportedPerson, {
      description: "The largest changes first. People who are gone are no longer among them.",
    }),
    more: described("People of the same news above the limit, who are not named.", count, 0),
    created_at: described("When the evaluation was recorded.", instant),
    deliveries: Type.Array(
      Type.Object({
        id: Type.String({ description: "Value of the header webhook-id." }),
        webhook_endpoint_id: Type.String({ description: "ID of the endpoint.", examples: [exampleId] }),
        state: oneOf(
          ["waiting", "delivered", "failed"],
          "waiting: an attempt is due. failed: there are no more attempts.",
        ),
      }),
      { description: "Deliveries of the message. Empty: no endpoint wanted it." },
    ),
  },
  { title: "TriggerMessage" },
);
