// News becomes mail in the transaction that makes it true: the outbox row and, where there is a mail server, the job that
// sends it. So no mail tells of what did not happen, and none is lost on the way. Without a server it stays in the outbox.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import type { EpochMs } from "../domain/resource.js";
import type { Queue } from "../queue/queue.js";
import { findAccount } from "../store/accounts.js";
import { queueMail } from "../store/outbox.js";
import { messageFor, type News } from "./messages.js";

/** The payload of a job of kind `mail`. */
export interface MailJob {
  mailId: string;
}

export const announce = async (
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
