// What an account can be told by HTTP, and in which form: that of Standard Webhooks (standardwebhooks.com).

import type { EpochMs, ResourceType } from "./resource.js";

/** A resource has a new result, or could not be built. */
export const webhookEvents = ["resource.ready_with_update", "resource.errored"] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Sent only when its owner asks for it. */
export const testEvent = "webhook_endpoint.test";

export interface WebhookSubject {
  account_id: string;
  resource_id: string;
  resource_type: ResourceType | "webhook_endpoints";
}

/** The body of the message, byte for byte: its signature is made from it. */
export const webhookBody = (
  type: WebhookEvent | typeof testEvent,
  { account_id, resource_id, resource_type }: WebhookSubject,
  now: EpochMs,
): string =>
  JSON.stringify({
    timestamp: new Date(now).toISOString(),
    type,
    data: { account_id, resource_id, resource_type },
  });
