// Requests that are to be carried out once, by the key that their sender gave them. A request is reserved before it is
// carried out: what has begun and was never answered is not begun again, for it may have been carried out all the same.

import type { Kysely } from "kysely";
import type { Database, IdempotencyTable } from "../db/schema.js";
import type { EpochMs } from "../domain/resource.js";

const keptMs = 86_400_000;

export interface Reserved {
  accountId: string;
  key: string;
}

/** The request that has the key already; undefined if it is now this one's. Forgets what is older than a day. */
export const reserve = async (
  db: Kysely<Database>,
  { accountId, key }: Reserved,
  request: string,
  bodyHash: string | null,
  now: EpochMs,
): Promise<IdempotencyTable | undefined> => {
  await db
    .deleteFrom("idempotency")
    .where("account_id", "=", accountId)
    .where("created_at", "<=", now - keptMs)
    .execute();
  const row = {
    account_id: accountId,
    idempotency_key: key,
    request,
    body_hash: bodyHash,
    created_at: now,
  };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("idempotency")
    .values(row)
    .onConflict((taken) => taken.columns(["account_id", "idempotency_key"]).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 1n) return undefined;
  return db
    .selectFrom("idempotency")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
};

/** `answer` null: it held a secret. */
export const keepAnswer = async (
  db: Kysely<Database>,
  { accountId, key }: Reserved,
  answered: { status: number; contentType: string | null; answer: string | null; bodyHash: string },
): Promise<void> => {
  const { status, contentType, answer, bodyHash } = answered;
  await db
    .updateTable("idempotency")
    .set({ status, content_type: contentType, answer, body_hash: bodyHash })
    .where("account_id", "=", accountId)
    .where("idempotency_key", "=", key)
    .execute();
};

/** The request changed nothing: its key is free again. */
export const releaseKey = async (db: Kysely<Database>, { accountId, key }: Reserved): Promise<void> => {
  await db
    .deleteFrom("idempotency")
    .where("account_id", "=", accountId)
    .where("idempotency_key", "=", key)
    .execute();
};
