// Webhooks of the OpenAPI document: for each event, the request that an endpoint gets.

import { Type } from "@sinclair/typebox";
import type { OpenApi } from "../../docs/openapi.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { webhookMessages } from "../schemas/webhook-message.js";
import type { Components } from "./components.js";

export const webhooksOf = (components: Components): OpenApi["webhooks"] =>
  Object.fromEntries(
    Object.entries(webhookMessages).map(([event, { summary, body }]) => [
      event,
      {
        post: {
          operationId: `receive${nameOf(event)}`,
          summary,
          description:
            "Signed as Standard Webhooks has it. The endpoint answers with 2xx within 15 seconds; other answers are tried again.",
          tags: ["webhook_endpoints"],
          security: [],
          parameters: signature,
          requestBody: {
            required: true,
            content: { "application/json": components.media(body, "answer") },
          },
          responses: {
            "204": { description: "The message was taken." },
            "410": { description: "The endpoint is gone, and gets no more." },
          },
        },
      },
    ]),
  );

/** `ResourceErrored` of `resource.errored`. */
const nameOf = (event: string): string =>
  event
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

const header = (name: string, description: string, example: string): JsonObject => ({
  name,
  in: "header",
  required: true,
  description,
  schema: Type.String(),
  example,
});

const signature: JsonObject[] = [
  header("webhook-id", "ID of the message, the same each time it is sent.", "msg_2f0c…"),
  header("webhook-timestamp", "When it was sent, in epoch seconds.", "1769904000"),
  header(
    "webhook-signature",
    "Signatures of `id.timestamp.body` by the endpoint's secrets, separated by a space.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
];
