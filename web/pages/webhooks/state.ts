// Labels of webhook events, and the state of an endpoint and of its messages.

import { ordinal } from "../../../src/words/plural.js";
import type { Schemas } from "../../api/client.js";
import { formatAgo, formatCounted, formatMoment } from "../../ui/format.js";

type Endpoint = Schemas["WebhookEndpoint"];
type Delivery = Schemas["WebhookDelivery"];

export type Event = Endpoint["enabled_events"][number];

export const eventLabels: Record<Event, string> = {
  "resource.ready_with_update": "A build finished with a new result",
  "resource.errored": "A build failed",
  "people.crossed": "Customers crossed a probability",
  "people.entered": "Customers entered a cohort",
  "people.left": "Customers left a cohort",
  "people.moved": "The day's largest changes of a probability",
  "audit.checkpoint": "The audit log's checkpoint of the day",
  "audit.entry": "Somebody did something in this account (audit log)",
};

export const endpointState = ({ status, enabled, failing_since }: Endpoint): string => {
  if (status === "error") return "Disabled after repeated failures";
  if (!enabled) return "Disabled";
  return failing_since ? `Failing since ${formatMoment(failing_since)}` : "Working";
};

export const deliveryState = (delivery: Delivery, now = Date.now()): string => {
  const { state, attempts, next_attempt_at: next } = delivery;
  if (state === "delivered")
    return attempts > 1 ? `Delivered on the ${ordinal(attempts)} attempt` : "Delivered";
  if (state === "failed") return `Failed after ${formatCounted(attempts, "attempt")}`;
  if (attempts === 0) return "Queued";
  return `${formatCounted(attempts, "attempt")}, next ${next ? formatAgo(next, now) : "soon"}`;
};

export const isEvent = (type: string): type is Event => type in eventLabels;
