// Postman: sends queued mail one by one. A mail that the server refuses is tried again for about two hours;
// after that it stays in the outbox with the last error. While the server does not answer, mails wait for it,
// however long that takes.

import type { Db } from "../db/connection.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { retryLater } from "../errors/refusal.js";
import type { Troubles } from "../errors/troubles.js";
import { worldTrouble } from "../errors/world.js";
import { type Job, type Queue, retryDelayMs } from "../queue/queue.js";
import {
  findMail,
  type MailJob,
  markFailed,
  markSent,
  markWaiting,
  type OutboxRow,
} from "../store/outbox.js";
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
const away = "mail-server-away";
const pollMs = 1_000;

/**
 * Starts sending; the returned function stops it, and ends a message that is being sent: the next start sends
 * it again.
 */
export const startPostman = (options: PostmanOptions): (() => Promise<void>) => {
  const stopping = new AbortController();
  const loop = deliverUntil(stopping.signal, options);
  return async () => {
    stopping.abort();
    options.mailer.close();
    await loop;
  };
};

const deliverUntil = async (signal: AbortSignal, options: PostmanOptions): Promise<void> => {
  while (!signal.aborted) {
    const delivered = await deliverOne(options).catch((error) => {
      if (!options.troubles.covers(error)) options.log.error({ err: error }, "the postman itself failed");
      return false;
    });
    if (!delivered) await options.queue.waitForWork(signal, pollMs);
  }
};

/** Sends one waiting mail; false without one. */
export const deliverOne = (options: PostmanOptions): Promise<boolean> =>
  options.queue.work("mail", (job) => deliver(options, job));

const deliver = async (options: PostmanOptions, job: Job): Promise<void> => {
  const { db, queue, mailer } = options;
  const mail = await findMail(db.kysely, (job.payload as MailJob).mailId);
  if (!mail || mail.sent_at !== null) return void (await queue.complete(job, async () => {}));
  const failure = await mailer.send(mail).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  if (failure && worldTrouble(failure.error)?.code === away) await waitForServer(options, job, mail);
  else if (failure) await afterFailure(options, job, mail.id, failure.error);
  else await sent(options, job, mail.id);
};

const sent = async ({ queue, clock, troubles }: PostmanOptions, job: Job, mailId: string): Promise<void> => {
  troubles.clear(away);
  await queue.complete(job, (trx) => markSent(trx, mailId, clock()));
};

/** Pauses grow to a minute, by the number of attempts. */
const waitMs = (attempts: number): number => Math.min(retryDelayMs(attempts + 1), 60_000);

const waitForServer = async (
  { queue, troubles }: PostmanOptions,
  job: Job,
  { id, attempts }: OutboxRow,
): Promise<void> => {
  const { message } = retryLater(away, {});
  troubles.report(away, message);
  await queue.postpone(job, message, waitMs(attempts), (trx) => markWaiting(trx, id, message));
};

const afterFailure = async (
  { db, queue, troubles, log }: PostmanOptions,
  job: Job,
  mailId: string,
  error: unknown,
): Promise<void> => {
  const failures = job.failures + 1;
  troubles.clear(away);
  log.error({ mail: mailId, failures, err: error }, "a mail could not be sent");
  await markFailed(db.kysely, mailId, String(error));
  if (failures < maxFailures) await queue.retryLater(job, String(error), retryDelayMs(failures));
  else await queue.fail(job, String(error));
};
