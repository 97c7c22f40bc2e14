// The headers by which a receiver knows that a message is ours and is new: Standard Webhooks, under both of its names.

import { createHmac } from "node:crypto";
import type { EpochMs } from "../domain/resource.js";

const secretPrefix = "whsec_";

/** `sentAt` is of this attempt; `id` is the same for every attempt, so that a receiver can tell that it has it already. */
export const webhookHeaders = (
  secret: string,
  { id, body }: { id: string; body: string },
  sentAt: EpochMs,
): Record<string, string> => {
  const timestamp = String(Math.floor(sentAt / 1000));
  const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
  const signed = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  const values = { id, timestamp, signature: `v1,${signed}` };
  const named = (prefix: string) =>
    Object.entries(values).map(([name, value]) => [`${prefix}-${name}`, value]);
  return Object.fromEntries([...named("webhook"), ...named("svix")]);
};
