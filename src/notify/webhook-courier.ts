// Courier: makes webhook deliveries, several at a time, so that a slow endpoint does not hold up the others.
// A failed delivery is retried for three days with growing pauses. An endpoint that has accepted nothing for
// three days is disabled with the reason, and one that answers 410 Gone is disabled at once. A message may
// arrive twice, with the same id. Messages of one
// trigger go to an endpoint one after the other, and so do entries of the audit log.

import type { Db } from "../db/connection.js";
import type { WebhookDeliveryTable } from "../db/schema.js";
import { auditEvent, testEvent } from "../domain/account/webhook.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { retryLater } from "../errors/refusal.js";
import type { Troubles } from "../errors/troubles.js";
import type { Job, Queue } from "../queue/queue.js";
import {
  type DeliveryJob,
  disableEndpoint,
  earlierAuditDelivery,
  earlierDelivery,
  findDelivery,
  findEndpoint,
  markEndpointFails,
  markEndpointWorks,
  markUndeliverable,
  recordAttempt,
  signingSecrets,
  type WebhookEndpoint,
} from "../store/webhooks.js";
import { type WebhookSender, webhookHeaders } from "./webhook-send.js";

export interface CourierOptions {
  db: Db;
  queue: Queue;
  send: WebhookSender;
  clock: () => EpochMs;
  troubles: Troubles;
  log: { info(fields: object, text: string): void; error(fields: object, text: string): void };
}

const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** Pauses after the first, second, … failed attempt. */
export const retryDelaysMs = [
  5 * seconds,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
  20 * hours,
  24 * hours,
];
const disabledAfterMs = 72 * hours;
const concurrency = 4;
const pollMs = 1_000;
const goneStatus = 410;

/** Starts delivering; the returned function stops it and returns unfinished deliveries to the queue. */
export const startCourier = (options: CourierOptions): (() => Promise<void>) => {
  const stopping = new AbortController();
  const loops = Array.from({ length: concurrency }, () => deliverUntil(stopping.signal, options));
  return async () => {
    stopping.abort();
    await Promise.all(loops);
  };
};

const deliverUntil = async (signal: AbortSignal, options: CourierOptions): Promise<void> => {
  while (!signal.aborted) {
    const delivered = await deliverWebhook(options, signal).catch((error) => {
      if (!options.troubles.covers(error)) options.log.error({ err: error }, "the courier itself failed");
      return false;
    });
    if (!delivered) await options.queue.waitForWork(signal, pollMs);
  }
};

/** Attempts one due delivery; false without one. */
export const deliverWebhook = (options: CourierOptions, signal: AbortSignal): Promise<boolean> =>
  options.queue.work("webhook", (job) => deliver(options, job, signal));

const deliver = async (options: CourierOptions, job: Job, signal: AbortSignal): Promise<void> => {
  const { db, queue } = options;
  const delivery = await findDelivery(db.kysely, (job.payload as DeliveryJob).deliveryId);
  const endpoint = delivery && (await findEndpoint(db.kysely, delivery.endpoint_id));
  if (!endpoint || delivery.state !== "waiting") await queue.complete(job, async () => {});
  else if (endpoint.disabledAt !== null && delivery.type !== testEvent)
    await queue.complete(job, (trx) => markUndeliverable(trx, delivery.id, "The endpoint was disabled."));
  else if (await isBehind(options, job, delivery)) return;
  else await attempt(options, job, endpoint, delivery, signal);
};

/**
 * Postpones a message of a trigger or of the audit log until those before it are delivered or given up: they arrive in
 * their order.
 */
const isBehind = async (
  { db, queue, clock }: CourierOptions,
  job: Job,
  delivery: WebhookDeliveryTable,
): Promise<boolean> => {
  const earlier = await earlierOf(db, delivery);
  if (!earlier) return false;
  const nextMs = (earlier.next_attempt_at ?? 0) - clock();
  await queue.postpone(job, "It waits for the message before it.", Math.max(pollMs, nextMs + pollMs));
  return true;
};

const earlierOf = async ({ kysely }: Db, delivery: WebhookDeliveryTable) => {
  if (delivery.type === auditEvent) return earlierAuditDelivery(kysely, delivery);
  return delivery.message_id === null ? undefined : earlierDelivery(kysely, delivery);
};

const attempt = async (
  options: CourierOptions,
  job: Job,
  endpoint: WebhookEndpoint,
  delivery: WebhookDeliveryTable,
  signal: AbortSignal,
): Promise<void> => {
  const { queue, send, clock } = options;
  let status: number | null = null;
  try {
    const headers = webhookHeaders(signingSecrets(endpoint, clock()), delivery, clock());
    status = await send(endpoint.url, headers, delivery.body, signal);
    if (status < 200 || status > 299) throw new Error(`it responded with ${status}`);
  } catch (error) {
    if (signal.aborted) return queue.release(job);
    const why = error instanceof Error ? error.message : String(error);
    return afterFailure(options, { job, endpoint, delivery, status, why });
  }
  const at = clock();
  const taken = { at, attempts: job.failures + 1, responseStatus: status, error: null, nextAt: null };
  await queue.complete(job, async (trx) => {
    await recordAttempt(trx, delivery.id, taken);
    await markEndpointWorks(trx, endpoint.id);
  });
};

interface Failure {
  job: Job;
  endpoint: WebhookEndpoint;
  delivery: WebhookDeliveryTable;
  status: number | null;
  why: string;
}

const afterFailure = async (
  { db, queue, clock, log }: CourierOptions,
  { job, endpoint, delivery, status, why }: Failure,
): Promise<void> => {
  const at = clock();
  const attempts = job.failures + 1;
  const delayMs = status === goneStatus ? undefined : retryDelaysMs[attempts - 1];
  const { message } = retryLater("webhook-undelivered", { detail: why });
  log.info({ endpoint: endpoint.id, delivery: delivery.id, attempts, status }, message);
  const tried = { at, attempts, responseStatus: status, error: message };
  if (delayMs !== undefined) {
    await recordAttempt(db.kysely, delivery.id, { ...tried, nextAt: at + delayMs });
    await markEndpointFails(db.kysely, endpoint.id, at);
    return queue.retryLater(job, message, delayMs);
  }
  await queue.complete(job, async (trx) => {
    await recordAttempt(trx, delivery.id, { ...tried, nextAt: null });
    const reason = whyDisabled(endpoint, status, message, at);
    if (reason !== null) await disableEndpoint(trx, endpoint.id, reason, at);
  });
};

const whyDisabled = (
  { failingSince }: WebhookEndpoint,
  status: number | null,
  message: string,
  now: EpochMs,
): string | null => {
  if (status === goneStatus) return "Disabled because it responded with 410 Gone.";
  if (failingSince === null || now - failingSince < disabledAfterMs) return null;
  return `Disabled because no delivery has succeeded since ${new Date(failingSince).toISOString()}. ${message}`;
};
