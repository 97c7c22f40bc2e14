// Webhook endpoints and what was sent to them.

import { Type } from "@sinclair/typebox";
import { testEvent, webhookEvents } from "../../domain/webhook.js";
import { closed, described, instant, oneOf, optional } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";

const url = Type.String({
  format: "uri",
  pattern: "^https?://",
  maxLength: 2000,
  description: "Takes a POST and answers with 2xx within 15 s. Redirects are not followed.",
  examples: ["https://example.com/hooks/bellwether"],
});
const description = Type.String({ maxLength: 500, description: "What it is for." });
const events = Type.Array(oneOf(webhookEvents), {
  minItems: 1,
  uniqueItems: true,
  description: "What it is told of.",
});
const enabledEvents = { description: "What it is told of; absent: everything." };
const enabled = Type.Boolean({ description: "False: nothing is sent. True begins anew after a failure." });

export const webhookEndpointPost = closed(
  {
    url,
    description: optional(description),
    enabled_events: optional(Type.Unsafe<string[]>({ ...events, ...enabledEvents })),
    enabled: optional(enabled),
  },
  "WebhookEndpointPost",
);
export const webhookEndpointPatch = mergePatchOf(webhookEndpointPost, "WebhookEndpointMergePatch");
export const webhookEndpointConfig = closed({
  url,
  description: optional(description),
  enabled_events: Type.Unsafe<(typeof webhookEvents)[number][]>({ ...events, default: [...webhookEvents] }),
  enabled: Type.Unsafe<boolean>({ ...enabled, default: true }),
});

export const webhookEndpointRecord = Type.Object(
  {
    id: Type.String({ format: "uuid", description: "Chosen by the service." }),
    resource_type: oneOf(["webhook_endpoints"], "What kind of record it is."),
    url,
    description: optional(description),
    enabled_events: events,
    enabled,
    secret: Type.String({
      description:
        "Begins with whsec_; the rest is the key in base64. A message is signed by HMAC-SHA256 over `id.timestamp.body`.",
      examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    }),
    status: oneOf(["ready", "error"], "error: it was disabled, because it failed for too long."),
    status_error: optional(Type.String({ description: "Why it was disabled." })),
    failing_since: optional(described("When the first message of a row of failures was tried.", instant)),
    created_at: described("When it was created.", instant),
    updated_at: described("When it was last changed.", instant),
  },
  { title: "WebhookEndpoint" },
);

export const webhookDelivery = Type.Object(
  {
    id: Type.String({ description: "The header webhook-id, the same in every attempt." }),
    type: oneOf([...webhookEvents, testEvent], "What it tells of."),
    body: Type.String({ description: "As it is sent." }),
    state: oneOf(["waiting", "delivered", "failed"], "waiting: is to be sent, or sent again."),
    attempts: Type.Integer({ minimum: 0, description: "How often it was sent." }),
    response_status: optional(Type.Integer({ description: "Of the last attempt." })),
    error: optional(Type.String({ description: "Why the last attempt failed." })),
    created_at: described("When it was written.", instant),
    last_attempt_at: optional(described("When it was last sent.", instant)),
    next_attempt_at: optional(described("When it is sent again.", instant)),
  },
  { title: "WebhookDelivery" },
);
