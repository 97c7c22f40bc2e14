// Postman: sends queued mail one by one. If the server is unreachable, it retries with back-off for about a day; after that the mail stays in
// the outbox with the last error.

import type { Db } from "../db/connection.js";
import type { EpochMs } from "../domain/resource.js";
import type { Troubles } from "../errors/troubles.js";
import { type Queue, retryDelayMs } from "../queue/queue.js";
import { findMail, markFailed, markSent } from "../store/outbox.js";
import type { MailJob } from "./announce.js";
import type { Mailer } from "./mail.js";

export interface PostmanOptions {
  db: Db;
  queue: Queue;
  mailer: Mailer;
  clock: () => EpochMs;
  troubles: Troubles;
  log: { error(fields: object, text: string): void };
}

const maxFailures = 30;
const pollMs = 1_000;

/** Starts sending; the returned function stops it after the current message. */
export const startPostman = (options: PostmanOptions): (() => Promise<void>) => {
  const stopping = new AbortController();
  const loop = deliverUntil(stopping.signal, options);
  return async () => {
    stopping.abort();
    await loop;
    options.mailer.close();
  };
};

const deliverUntil = async (signal: AbortSignal, options: PostmanOptions): Promise<void> => {
  while (!signal.aborted) {
    const delivered = await deliverOne(options).catch((error) => {
      options.log.error({ err: error }, "the postman itself failed");
      return false;
    });
    if (!delivered) await options.queue.waitForWork(signal, pollMs);
  }
};

/** Sends one waiting mail; false without one. */
export const deliverOne = async ({ db, queue, mailer, clock, log }: PostmanOptions): Promise<boolean> => {
  const job = await queue.claim("mail");
  if (!job) return false;
  const mail = await findMail(db.kysely, (job.payload as MailJob).mailId);
  if (!mail || mail.sent_at !== null) {
    await queue.complete(job, async () => {});
    return true;
  }
  try {
    await mailer.send(mail);
    await queue.complete(job, (trx) => markSent(trx, mail.id, clock()));
  } catch (error) {
    const failures = job.failures + 1;
    log.error({ mail: mail.id, failures, err: error }, "a mail could not be sent");
    await markFailed(db.kysely, mail.id, String(error));
    if (failures < maxFailures) await queue.retryLater(job, String(error), retryDelayMs(failures));
    else await queue.fail(job, String(error));
  }
  return true;
};
