// Webhook endpoints and their deliveries.

import { Type } from "@sinclair/typebox";
import { buildEvents, testEvent, webhookEvents } from "../../domain/account/webhook.js";
import { closed, described, instant, oneOf, optional } from "../../domain/resource/schema.js";
import { mergePatchOf } from "./merge-patch.js";

const url = Type.String({
  format: "uri",
  pattern: "^https?://",
  maxLength: 2000,
  description:
    "Address that receives a POST and must answer with 2xx within 15 s. Redirects are not followed.",
  examples: ["https://example.com/hooks/bellwether"],
});
const description = Type.String({ maxLength: 500, description: "Purpose of the endpoint." });
const events = Type.Array(oneOf(webhookEvents), {
  minItems: 1,
  maxItems: webhookEvents.length,
  uniqueItems: true,
  description:
    "Events to send. resource.ready_with_update and resource.errored: builds. people.crossed, people.entered, people.left and people.moved: what triggers report of people. audit.checkpoint: once a day, the end of the audit log's chain. audit.entry: each entry of the audit log, in order.",
});
const eventsDefault = {
  description:
    "Events to send. Absent: those of builds, resource.ready_with_update and resource.errored. Those of triggers, people.crossed, people.entered, people.left and people.moved, have data about people. audit.checkpoint has the end of the audit log's chain, once a day; audit.entry names who did what.",
};
const enabled = Type.Boolean({
  description: "false: nothing is sent. Set it to true to start again after a failure.",
});

export const webhookEndpointPost = closed(
  {
    url,
    description: optional(description),
    enabled_events: optional(Type.Unsafe<string[]>({ ...events, ...eventsDefault })),
    enabled: optional(enabled),
    status: optional(oneOf(["enabled", "disabled"], "The same as enabled, true or false.")),
  },
  "WebhookEndpointPost",
);
export const webhookEndpointPatch = mergePatchOf(webhookEndpointPost, "WebhookEndpointMergePatch");
export const webhookEndpointConfig = closed({
  url,
  description: optional(description),
  enabled_events: Type.Unsafe<(typeof webhookEvents)[number][]>({ ...events, default: [...buildEvents] }),
  enabled: Type.Unsafe<boolean>({ ...enabled, default: true }),
});

export const webhookEndpointRecord = Type.Object(
  {
    id: Type.String({ description: "Assigned by the service." }),
    resource_type: oneOf(["webhook_endpoints"], "Type of the record."),
    url,
    description: optional(description),
    enabled_events: events,
    enabled,
    secret: Type.String({
      description:
        "Signing secret: whsec_ followed by the key in base64. Messages are signed with HMAC-SHA256 over `id.timestamp.body`.",
      examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    }),
    previous_secret_until: optional(
      described(
        "Until when the secret before the last rotation signs too. Absent: it was never rotated.",
        instant,
      ),
    ),
    status: oneOf(
      ["ready", "error", "enabled", "disabled"],
      "ready, or error where the endpoint was disabled because it failed for too long. With the header Bellwether-Interface 0.16, enabled or disabled.",
    ),
    status_error: optional(Type.String({ description: "Why it was disabled." })),
    failing_since: optional(
      described(
        "First attempt of the current series of failed deliveries. Absent: the last one worked.",
        instant,
      ),
    ),
    created_at: described("When it was created.", instant),
    updated_at: described("When it last changed.", instant),
  },
  { title: "WebhookEndpoint" },
);

export const webhookDelivery = Type.Object(
  {
    id: Type.String({ description: "Value of the header webhook-id, the same for every attempt." }),
    type: oneOf([...webhookEvents, testEvent], "Event."),
    body: Type.String({ description: "Body of the request." }),
    state: oneOf(
      ["waiting", "delivered", "failed"],
      "waiting: an attempt is due. failed: there are no more attempts.",
    ),
    attempts: Type.Integer({ minimum: 0, description: "Number of attempts so far." }),
    response_status: optional(Type.Integer({ description: "HTTP status of the last attempt." })),
    error: optional(Type.String({ description: "Why the last attempt failed." })),
    created_at: described("When the event occurred.", instant),
    last_attempt_at: optional(described("When it was last sent.", instant)),
    next_attempt_at: optional(described("When the next attempt is due.", instant)),
  },
  { title: "WebhookDelivery" },
);
