// Webhook events and message bodies, in the format of Standard Webhooks (standardwebhooks.com).

import type { EpochMs, ResourceType } from "../resource/resource.js";
import type { AuditEntry } from "./audit.js";

/** A resource has a new result, or its build failed. */
export const buildEvents = ["resource.ready_with_update", "resource.errored"] as const;
export type BuildEvent = (typeof buildEvents)[number];

/** A trigger has news of people. */
export const triggerEvents = ["people.crossed", "people.entered", "people.left", "people.moved"] as const;
export type TriggerEvent = (typeof triggerEvents)[number];

/** The end of the audit log's chain, once a day. */
export const checkpointEvent = "audit.checkpoint";

/** Somebody did something in the account. */
export const auditEvent = "audit.entry";

export const webhookEvents = [...buildEvents, ...triggerEvents, checkpointEvent, auditEvent] as const;
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

/** The body of a checkpoint: whoever keeps it can prove later that no entry up to it was changed. */
export const checkpointBody = (
  data: { account_id: string; position: number; hash: string },
  now: EpochMs,
): string => JSON.stringify({ timestamp: new Date(now).toISOString(), type: checkpointEvent, data });

/** The same for an entry of the audit log, as it is at first: reads that are counted later do not change it. */
export const auditBody = (
  account_id: string,
  { id, at, actor, action, subject, changes }: Omit<AuditEntry, "times" | "lastAt">,
): string => {
  const timestamp = new Date(at).toISOString();
  const entry = { id, at: timestamp, actor, action, ...(subject && { resource: subject }), changes };
  return JSON.stringify({ timestamp, type: auditEvent, data: { account_id, ...entry } });
};
