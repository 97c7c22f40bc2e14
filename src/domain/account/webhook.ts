// Webhook events and message bodies, in the format of Standard Webhooks (standardwebhooks.com).

import type { EpochMs, ResourceType } from "../resource/resource.js";

/** A resource has a new result, or its build failed. */
export const buildEvents = ["resource.ready_with_update", "resource.errored"] as const;
export type BuildEvent = (typeof buildEvents)[number];

/** A trigger has news of people. */
export const triggerEvents = ["people.crossed", "people.entered", "people.left", "people.moved"] as const;
export type TriggerEvent = (typeof triggerEvents)[number];

export const webhookEvents = [...buildEvents, ...triggerEvents] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Sent only on request. */
export const testEvent = "webhook_endpoint.test";

export interface WebhookSubject {
  account_id: string;
  resource_id: string;
  resource_type: ResourceType | "webhook_endpoints";
}

/** The exact bytes of the message body, which are signed. */
export const webhookBody = (
  type: BuildEvent | typeof testEvent,
  { account_id, resource_id, resource_type }: WebhookSubject,
  now: EpochMs,
): string =>
  JSON.stringify({
    timestamp: new Date(now).toISOString(),
    type,
    data: { account_id, resource_id, resource_type },
  });
