// State for notices: the status of an account's resources and its newest mail. It is polled twice a second
// while a client listens, so it reads no configurations or results.

import type { Kysely, Selectable } from "kysely";
import type { Database, OutboxTable, ResourceTable } from "../db/schema.js";

const stateColumns = [
  "id",
  "type",
  "name",
  "status",
  "status_error",
  "waiting_for",
  "status_changed_at",
  "progress",
  "progress_text",
  "progress_at",
  "build_ms",
  "last_updated_output_at",
  "archived_at",
  "version",
] as const;

export type ResourceState = Pick<Selectable<ResourceTable>, (typeof stateColumns)[number]>;
export type MailState = Pick<Selectable<OutboxTable>, "id" | "subject" | "sent_at" | "error" | "waiting_for">;

/** More mails than are written between two polls. */
const newestMails = 100;

/** Resources in order of creation. */
export const resourceStates = (db: Kysely<Database>, accountId: string): Promise<ResourceState[]> =>
  db
    .selectFrom("resource")
    .select([...stateColumns])
    .where("account_id", "=", accountId)
    .orderBy("sequence")
    .execute();

/** The newest mails, in order of creation. */
export const mailStates = async (db: Kysely<Database>, accountId: string): Promise<MailState[]> => {
  const newestFirst = await db
    .selectFrom("outbox")
    .select(["id", "subject", "sent_at", "error", "waiting_for"])
    .where("account_id", "=", accountId)
    .orderBy("sequence", "desc")
    .limit(newestMails)
    .execute();
  return newestFirst.reverse();
};
