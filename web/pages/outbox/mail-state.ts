// Delivery state of an e-mail.

import type { Schemas } from "../../api/client.js";
import { formatAgo, formatCounted } from "../../ui/format.js";

type Mail = Pick<Schemas["OutboxMessage"], "sent_at" | "error" | "attempts">;

export const mailState = (
  { sent_at, error, attempts }: Mail,
  now = Date.now(),
): { at: "sent" | "waiting" | "failed"; text: string } => {
  if (sent_at) return { at: "sent", text: `Sent ${formatAgo(sent_at, now)}` };
  return error
    ? { at: "failed", text: `Not sent after ${formatCounted(attempts, "try", "tries")}` }
    : { at: "waiting", text: "Waiting" };
};
