// Webhooks of the OpenAPI document: for each event, the request that an endpoint gets. Its headers are in words: as
// parameters, some generators of clients would make methods of them.

import type { OpenApi } from "../../docs/openapi.js";
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
            "Signed as Standard Webhooks has it, in the headers webhook-id, webhook-timestamp and webhook-signature. The endpoint answers with 2xx within 15 seconds; other answers are tried again.",
          tags: ["webhook_endpoints"],
          security: [],
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
