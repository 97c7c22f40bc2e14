// What an endpoint is told of, and what becomes of its messages, in words.

import type { Schemas } from "../../api/client.js";
import { formatAgo } from "../../ui/format.js";

type Endpoint = Schemas["WebhookEndpoint"];
type Delivery = Schemas["WebhookDelivery"];

export type Event = Endpoint["enabled_events"][number];

export const eventWords: Record<Event, string> = {
  "resource.ready_with_update": "A resource has a new result",
  "resource.errored": "A resource could not be built",
};

export const endpointState = ({ status, enabled, failing_since }: Endpoint): string => {
  if (status === "error") return "Switched off: it failed for too long";
  if (!enabled) return "Switched off";
  return failing_since ? `Failing since ${formatAgo(failing_since)}` : "Working";
};

export const deliveryState = (delivery: Delivery, now = Date.now()): string => {
  const { state, attempts, next_attempt_at: next } = delivery;
  if (state === "delivered") return attempts > 1 ? `Taken at the ${ordinal(attempts)} try` : "Taken";
  if (state === "failed") return `Given up after ${attempts} tries`;
  if (attempts === 0) return "Waiting to be sent";
  return `Tried ${attempts} ${attempts === 1 ? "time" : "times"}, again ${next ? formatAgo(next, now) : "soon"}`;
};

const ordinal = (count: number): string => ({ 2: "second", 3: "third" })[count] ?? `${count}th`;

export const isEvent = (type: string): type is Event => type in eventWords;
