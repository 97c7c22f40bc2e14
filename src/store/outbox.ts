// Outbox of e-mails. A mail is written in the transaction of the change that it reports, so it exists exactly
// if the change does. It is sent later, and sending may fail.

import { randomUUID } from "node:crypto";
import { type Kysely, type Selectable, sql } from "kysely";
import type { Database, MailKind, OutboxTable } from "../db/schema.js";
import { giveTurn } from "../domain/machine/event-loop.js";
import type { EpochMs } from "../domain/resource/resource.js";

/** The payload of a job of kind `mail`. */
export interface MailJob {
  mailId: string;
}

export interface Mail {
  accountId: string;
  recipient: string;
  subject: string;
  body: string;
  /** The same in HTML; null: as text alone. */
  html?: string | null;
  kind?: MailKind;
}

export type OutboxRow = Selectable<OutboxTable>;

/** Returns the mail's id. */
export const queueMail = async (
  db: Kysely<Database>,
  { accountId, recipient, subject, body, html = null, kind = "news" }: Mail,
  now: EpochMs,
): Promise<string> => {
  const id = randomUUID();
  await db
    .insertInto("outbox")
    .values({ id, account_id: accountId, recipient, subject, body, html, kind, created_at: now, attempts: 0 })
    .execute();
  return id;
};

/** All mails, newest first. */
export const listOutbox = (db: Kysely<Database>, accountId: string): Promise<OutboxRow[]> =>
  newestMails(db).select(outboxColumns).where("account_id", "=", accountId).execute();

/** Where the same mails stand in their list. */
export const listMailPositions = (
  db: Kysely<Database>,
  accountId: string,
): Promise<Pick<OutboxRow, "id" | "created_at">[]> =>
  newestMails(db).select(["id", "created_at"]).where("account_id", "=", accountId).execute();

/** The mails of these ids, newest first; a few. */
export const listMails = (db: Kysely<Database>, ids: readonly string[]): Promise<OutboxRow[]> =>
  newestMails(db).select(outboxColumns).where("id", "in", ids).execute();

const newestMails = (db: Kysely<Database>) =>
  db.selectFrom("outbox").orderBy("created_at", "desc").orderBy("sequence", "desc");

/** Unsent mails, in order of creation. */
export const unsentMail = (db: Kysely<Database>, limit: number): Promise<OutboxRow[]> =>
  outbox(db).where("sent_at", "is", null).orderBy("sequence").limit(limit).execute();

export const findMail = (db: Kysely<Database>, id: string): Promise<OutboxRow | undefined> =>
  outbox(db).where("id", "=", id).executeTakeFirst();

export const markSent = async (db: Kysely<Database>, id: string, now: EpochMs): Promise<void> => {
  await db
    .updateTable("outbox")
    .set((row) => ({
      sent_at: now,
      error: null,
      waiting_for: null,
      attempts: sql`${row.ref("attempts")} + 1`,
    }))
    .where("id", "=", id)
    .execute();
};

/** The mail stays unsent, with the error of the mail server. */
export const markFailed = async (db: Kysely<Database>, id: string, error: string): Promise<void> => {
  await db
    .updateTable("outbox")
    .set((row) => ({ error, waiting_for: null, attempts: sql`${row.ref("attempts")} + 1` }))
    .where("id", "=", id)
    .execute();
};

/** The mail stays unsent until the mail server answers. */
export const markWaiting = async (db: Kysely<Database>, id: string, reason: string): Promise<void> => {
  await db
    .updateTable("outbox")
    .set((row) => ({ error: null, waiting_for: reason, attempts: sql`${row.ref("attempts")} + 1` }))
    .where("id", "=", id)
    .execute();
};

/** The mail stays unsent, with the reason. */
export const markHeld = async (db: Kysely<Database>, id: string, why: string): Promise<void> => {
  await db.updateTable("outbox").set({ error: why }).where("id", "=", id).execute();
};

const removedAtOnce = 500;

/** Deletes mails that were written before `before`, in pieces, except those that a job has yet to send. */
export const removeOldMails = async (db: Kysely<Database>, before: EpochMs): Promise<void> => {
  for (let after = 0; ; ) {
    const oldest = await db
      .selectFrom("outbox")
      .select(["sequence", "id", "created_at", "sent_at"])
      .where("sequence", ">", after)
      .orderBy("sequence")
      .limit(removedAtOnce)
      .execute();
    const old = oldest.filter(({ created_at }) => created_at < before);
    if (old.length === 0) return;
    const unsent = await unsentOf(db, old);
    const ids = old.flatMap(({ id }) => (unsent.has(id) ? [] : [id]));
    if (ids.length > 0) await db.deleteFrom("outbox").where("id", "in", ids).execute();
    after = oldest.at(-1)!.sequence;
    await giveTurn();
  }
};

/** Ids of the mails that a job has yet to send. */
const unsentOf = async (
  db: Kysely<Database>,
  mails: readonly Pick<OutboxRow, "id" | "sent_at">[],
): Promise<ReadonlySet<string>> => {
  const payloads = mails
    .filter(({ sent_at }) => sent_at === null)
    .map(({ id: mailId }) => JSON.stringify({ mailId } satisfies MailJob));
  if (payloads.length === 0) return new Set();
  const jobs = await db
    .selectFrom("job")
    .select("payload")
    .where("kind", "=", "mail")
    .where("state", "in", ["queued", "running"])
    .where("payload", "in", payloads)
    .execute();
  return new Set(jobs.map(({ payload }) => (JSON.parse(payload) as MailJob).mailId));
};

/** Number of e-mails of the kind to an address since `since`, of all accounts. */
export const mailsSince = async (
  db: Kysely<Database>,
  kind: MailKind,
  recipient: string,
  since: EpochMs,
): Promise<number> => {
  const { sent } = await db
    .selectFrom("outbox")
    .select((row) => row.fn.countAll<number>().as("sent"))
    .where("kind", "=", kind)
    .where((row) => row(row.fn<string>("lower", ["recipient"]), "=", recipient.toLowerCase()))
    .where("created_at", ">", since)
    .executeTakeFirstOrThrow();
  return Number(sent);
};

const outboxColumns = [
  "id",
  "account_id",
  "recipient",
  "subject",
  "body",
  "html",
  "created_at",
  "sent_at",
  "attempts",
  "error",
  "waiting_for",
  "kind",
] as const;

const outbox = (db: Kysely<Database>) => db.selectFrom("outbox").select(outboxColumns);
