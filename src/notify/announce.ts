// News becomes mail in the transaction that makes it true: the outbox row and, where there is a mail server, the job that
// sends it. So no mail tells of what did not happen, and none is lost on the way. Without a server it stays in the outbox.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import type { EpochMs, ResourceStatus, ResourceType } from "../domain/resource.js";
import { type WebhookEvent, webhookBody } from "../domain/webhook.js";
import type { Queue } from "../queue/queue.js";
import { findAccount } from "../store/accounts.js";
import { queueMail } from "../store/outbox.js";
import { type DeliveryJob, insertDelivery, listEndpoints } from "../store/webhooks.js";
import { messageFor, type News } from "./messages.js";

/** The payload of a job of kind `mail`. */
export interface MailJob {
  mailId: string;
}

export const announceByMail = async (
  db: Kysely<Database>,
  queue: Pick<Queue, "enqueue"> | null,
  accountId: string,
  news: News,
  now: EpochMs,
): Promise<void> => {
  const account = await findAccount(db, accountId);
  // An account may have signed up without an address; then there is nobody to tell.
  if (!account?.email) return;
  const mailId = await queueMail(db, { accountId, recipient: account.email, ...messageFor(news) }, now);
  await queue?.enqueue(db, { accountId, kind: "mail", payload: { mailId } satisfies MailJob });
};

// News becomes one message for each endpoint that wants it, in the transaction that makes it true, with the jobs that
// deliver them: no message tells of what did not happen, and none is lost on the way.

export const announceToEndpoints = async (
  db: Kysely<Database>,
  queue: Pick<Queue, "enqueue">,
  resource: { id: string; accountId: string; type: ResourceType; status: ResourceStatus },
  now: EpochMs,
): Promise<void> => {
  const { id, accountId, type: resourceType } = resource;
  const type: WebhookEvent = resource.status === "error" ? "resource.errored" : "resource.ready_with_update";
  const subject = { account_id: accountId, resource_id: id, resource_type: resourceType };
  const body = webhookBody(type, subject, now);
  for (const endpoint of await listEndpoints(db, accountId)) {
    if (endpoint.disabledAt !== null || !endpoint.enabledEvents.includes(type)) continue;
    const { id: deliveryId } = await insertDelivery(db, endpoint.id, { type, body }, now);
    await queue.enqueue(db, { accountId, kind: "webhook", payload: { deliveryId } satisfies DeliveryJob });
  }
};
