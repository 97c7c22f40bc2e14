// What a notice can tell of: the state of an account's resources, without what they are and what was found, and of its newest
// mail. It is asked for twice a second while somebody listens, so it reads no more than that.

import type { Kysely, Selectable } from "kysely";
import type { Database, OutboxTable, ResourceTable } from "../db/schema.js";

const stateColumns = [
  "id",
  "type",
  "name",
  "status",
  "status_error",
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
export type MailState = Pick<Selectable<OutboxTable>, "id" | "subject" | "sent_at" | "error">;

/** More than are written between two looks. */
const newestMails = 100;

/** Resources in the order in which they were made. */
export const resourceStates = (db: Kysely<Database>, accountId: string): Promise<ResourceState[]> =>
  db
    .selectFrom("resource")
    .select([...stateColumns])
    .where("account_id", "=", accountId)
    .orderBy("sequence")
    .execute();

/** In the order in which they were written. */
export const mailStates = async (db: Kysely<Database>, accountId: string): Promise<MailState[]> => {
  const newestFirst = await db
    .selectFrom("outbox")
    .select(["id", "subject", "sent_at", "error"])
    .where("account_id", "=", accountId)
    .orderBy("sequence", "desc")
    .limit(newestMails)
    .execute();
  return newestFirst.reverse();
};
