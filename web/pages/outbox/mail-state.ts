// How far an e-mail is.

import type { Schemas } from "../../api/client.js";
import { formatAgo, formatCounted } from "../../ui/format.js";

type Mail = Pick<Schemas["OutboxMessage"], "sent_at" | "error" | "attempts">;

export const mailState = (
  { sent_at, error, attempts }: Mail,
  now = Date.now(),
): { at: "sent" | "waiting" | "failed"; words: string } => {
  if (sent_at) return { at: "sent", words: `Sent ${formatAgo(sent_at, now)}` };
  return error
    ? { at: "failed", words: `Not sent after ${formatCounted(attempts, "try", "tries")}` }
    : { at: "waiting", words: "Waiting" };
};
