// Webhook endpoints and their deliveries on the way out.

import type { WebhookDeliveryTable } from "../../db/schema.js";
import type { JsonObject } from "../../domain/resource/json.js";
import type { WebhookEndpoint } from "../../store/webhooks.js";
import { present } from "../json.js";
import { isoMs } from "./record.js";

/** `isNewest`: the status says whether the endpoint is enabled, and not whether it works. */
export const renderEndpoint = (endpoint: WebhookEndpoint, isNewest: boolean): JsonObject =>
  present({
    id: endpoint.id,
    resource_type: "webhook_endpoints",
    url: endpoint.url,
    description: endpoint.description,
    enabled_events: endpoint.enabledEvents,
    enabled: endpoint.disabledAt === null,
    secret: endpoint.secret,
    previous_secret_until: isoMs(endpoint.previousSecret?.until ?? null),
    status: isNewest ? stateOf(endpoint) : endpoint.disabledReason === null ? "ready" : "error",
    status_error: endpoint.disabledReason,
    failing_since: isoMs(endpoint.failingSince),
    created_at: isoMs(endpoint.createdAt),
    updated_at: isoMs(endpoint.updatedAt),
  });

const stateOf = ({ disabledAt }: WebhookEndpoint): string => (disabledAt === null ? "enabled" : "disabled");

export const renderDelivery = (delivery: WebhookDeliveryTable): JsonObject =>
  present({
    id: delivery.id,
    type: delivery.type,
    body: delivery.body,
    state: delivery.state,
    attempts: delivery.attempts,
    response_status: delivery.response_status,
    error: delivery.error,
    created_at: isoMs(delivery.created_at),
    last_attempt_at: isoMs(delivery.last_attempt_at),
    next_attempt_at: isoMs(delivery.next_attempt_at),
  });
