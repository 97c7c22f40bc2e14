// Idempotent requests, by the key that the sender chose. A key is reserved before its request is executed,
// and the transaction of the request's change marks it.

import type { Kysely } from "kysely";
import type { Database, IdempotencyTable } from "../db/schema.js";
import { type EpochMs, msPerDay } from "../domain/resource/resource.js";

export interface Reserved {
  accountId: string;
  key: string;
  reservedAt: EpochMs;
}

/**
 * Returns the earlier request with the key, or undefined if the key is now reserved. Forgets the account's
 * requests of days before.
 */
export const reserve = async (
  db: Kysely<Database>,
  { accountId, key, reservedAt: now }: Reserved,
  request: string,
  bodyHash: string | null,
): Promise<IdempotencyTable | undefined> => {
  await db
    .deleteFrom("idempotency")
    .where("account_id", "=", accountId)
    .where("created_at", "<=", now - msPerDay)
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

/** In a transaction: deletes requests older than a day, of all accounts. */
export const forgetOldRequests = async (db: Kysely<Database>, now: EpochMs): Promise<void> => {
  await db
    .deleteFrom("idempotency")
    .where("created_at", "<=", now - msPerDay)
    .execute();
};

/** Deletes the answers, which may be about people; the keys stay taken. */
export const forgetAnswers = async (db: Kysely<Database>, accountId: string): Promise<void> => {
  await db.updateTable("idempotency").set({ answer: null }).where("account_id", "=", accountId).execute();
};

/** `answer` is null if it contained a secret. */
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

/**
 * Call it in the transaction of the request's change: from its commit on, and not before, the key cannot be
 * freed. `changedId` is what was created or changed.
 */
export const markExecuted = async (
  db: Kysely<Database>,
  { accountId, key, reservedAt }: Reserved,
  changedId: string,
): Promise<void> => {
  await db
    .updateTable("idempotency")
    .set({ changed_id: changedId })
    .where("account_id", "=", accountId)
    .where("idempotency_key", "=", key)
    .where("created_at", "=", reservedAt)
    .execute();
};

/**
 * Frees the key of a request, unless the request was executed, or another one has reserved the key since.
 * Waits for a transaction of the request that has not ended.
 */
export const releaseKey = async (
  db: Kysely<Database>,
  { accountId, key, reservedAt }: Reserved,
): Promise<void> => {
  await db
    .deleteFrom("idempotency")
    .where("account_id", "=", accountId)
    .where("idempotency_key", "=", key)
    .where("created_at", "=", reservedAt)
    .where("changed_id", "is", null)
    .where("status", "is", null)
    .execute();
};
