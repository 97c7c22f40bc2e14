// Announcements of finished builds by e-mail and webhook. They are written in the transaction that records
// the result, together with the jobs that send them, so an announcement exists exactly if the result does.
// Without a mail server a mail stays in the outbox.

import type { Kysely } from "kysely";
import type { Db } from "../db/connection.js";
import type { Database } from "../db/schema.js";
import {
  type BuildEvent,
  checkpointBody,
  checkpointEvent,
  type WebhookEvent,
  webhookBody,
} from "../domain/account/webhook.js";
import type { EpochMs, ResourceStatus, ResourceType } from "../domain/resource/resource.js";
import type { TriggerConfig, TriggerResult } from "../domain/target/trigger.js";
import { triggerBody } from "../domain/target/trigger-body.js";
import type { Queue } from "../queue/queue.js";
import { type Account, findAccount } from "../store/accounts.js";
import { accountsWithoutCheckpoint, takeCheckpoint } from "../store/audit-chain.js";
import { type Mail, type MailJob, markHeld, queueMail } from "../store/outbox.js";
import { forgetReported, insertMessage } from "../store/trigger-messages.js";
import {
  type DeliveryDraft,
  type DeliveryJob,
  insertDelivery,
  listEndpoints,
  type WebhookEndpoint,
} from "../store/webhooks.js";
import { messageFor, type News } from "./messages.js";

/** A mail without its recipient. */
export type Letter = Pick<Mail, "subject" | "body" | "html">;

export interface MailRules {
  /** Null without a mail server. */
  queue: Pick<Queue, "enqueue"> | null;
  /**
   * Whether an address must be confirmed first. Mails that were written before stay in the outbox: nobody
   * wants them all at once.
   */
  isRequired?: boolean;
}

/** Mails about privacy lists are sent whatever the owner has chosen about builds. */
export const announceByMail = async (
  db: Kysely<Database>,
  rules: MailRules,
  accountId: string,
  news: News,
  now: EpochMs,
): Promise<void> => {
  const account = await findAccount(db, accountId);
  if (!account) return;
  if (news.privacy || account.emails.builds === "each_resource")
    await mailOwner(db, rules, account, messageFor(news), now);
};

/** An account may have no e-mail address; it then gets nothing. */
export const mailOwner = async (
  db: Kysely<Database>,
  { queue, isRequired = false }: MailRules,
  account: Account,
  letter: Letter,
  now: EpochMs,
): Promise<void> => {
  const { id: accountId, email } = account;
  if (!email) return;
  const mailId = await queueMail(db, { accountId, recipient: email, ...letter }, now);
  if (isRequired && account.emailConfirmedAt === null)
    return markHeld(db, mailId, "Not sent, because the e-mail address was not confirmed.");
  await queue?.enqueue(db, { accountId, kind: "mail", payload: { mailId } satisfies MailJob });
};

export const announceToEndpoints = async (
  db: Kysely<Database>,
  queue: Pick<Queue, "enqueue">,
  resource: { id: string; accountId: string; type: ResourceType; status: ResourceStatus },
  now: EpochMs,
): Promise<void> => {
  const { id, accountId, type: resourceType } = resource;
  const type: BuildEvent = resource.status === "error" ? "resource.errored" : "resource.ready_with_update";
  const subject = { account_id: accountId, resource_id: id, resource_type: resourceType };
  const body = webhookBody(type, subject, now);
  for (const endpoint of await listEndpoints(db, accountId))
    if (endpoint.disabledAt === null && endpoint.enabledEvents.includes(type))
      await queueDelivery(db, queue, endpoint, { type, body }, now);
};

export interface Announced {
  id: string;
  accountId: string;
  name: string;
  config: TriggerConfig;
}

/**
 * Queues the messages of an evaluation, and takes people who are gone out of the messages before it. The endpoint
 * that the trigger names gets all, and need not exist any more.
 */
export const announcePeople = async (
  db: Kysely<Database>,
  queue: Pick<Queue, "enqueue">,
  trigger: Announced,
  { messages, goneIds }: NonNullable<TriggerResult["news"]>,
  now: EpochMs,
): Promise<void> => {
  const { id, accountId, name, config } = trigger;
  await forgetReported(db, id, goneIds);
  if (messages.length === 0) return;
  const endpoints = (await listEndpoints(db, accountId)).filter(({ disabledAt }) => disabledAt === null);
  const wanted = config.webhook_endpoint_id;
  for (const message of messages) {
    const { type } = message;
    const messageId = await insertMessage(db, id, message, now);
    const body = triggerBody({ account_id: accountId, trigger_id: id, trigger_name: name }, message, now);
    for (const endpoint of endpoints)
      if (wanted === undefined ? endpoint.enabledEvents.includes(type) : endpoint.id === wanted)
        await queueDelivery(db, queue, endpoint, { type, body, message_id: messageId }, now);
  }
};

/** Sends the end of each audit log's chain to the endpoints that want it, once a day. */
export const announceCheckpoints = async (
  db: Db,
  queue: Pick<Queue, "enqueue">,
  now: EpochMs,
): Promise<void> => {
  for (const accountId of await accountsWithoutCheckpoint(db.kysely, checkpointEvent, now))
    await db.transaction(async (trx) => {
      const wanting = (await listEndpoints(trx, accountId)).filter(
        ({ disabledAt, enabledEvents }) => disabledAt === null && enabledEvents.includes(checkpointEvent),
      );
      if (wanting.length === 0) return;
      const place = await takeCheckpoint(trx, accountId, now);
      const body = checkpointBody({ account_id: accountId, ...place }, now);
      for (const endpoint of wanting)
        await queueDelivery(trx, queue, endpoint, { type: checkpointEvent, body }, now);
    });
};

const queueDelivery = async (
  db: Kysely<Database>,
  queue: Pick<Queue, "enqueue">,
  { id, accountId }: WebhookEndpoint,
  message: DeliveryDraft & { type: WebhookEvent },
  now: EpochMs,
): Promise<void> => {
  const { id: deliveryId } = await insertDelivery(db, id, message, now);
  await queue.enqueue(db, { accountId, kind: "webhook", payload: { deliveryId } satisfies DeliveryJob });
};
