// What was sent to a webhook endpoint, or is yet to be: one row per message, written in the transaction of what it tells.
// The attempts that follow leave on it what came of them, and for a month it can be read.

import { randomUUID } from "node:crypto";
import type { Kysely, Selectable } from "kysely";
import type { Database, WebhookDeliveryTable } from "../db/schema.js";
import type { EpochMs } from "../domain/resource.js";

const keptMs = 30 * 86_400_000;
const mostListed = 200;

/** The payload of a job of kind `webhook`. */
export interface DeliveryJob {
  deliveryId: string;
}

export interface Attempt {
  at: EpochMs;
  attempts: number;
  /** Null: no answer. */
  responseStatus: number | null;
  /** Null: it was taken. */
  error: string | null;
  /** Null: this was the last attempt. */
  nextAt: EpochMs | null;
}

/** Returns it as it waits. Forgets what was sent to the endpoint more than a month ago. */
export const insertDelivery = async (
  db: Kysely<Database>,
  endpointId: string,
  { type, body }: Pick<WebhookDeliveryTable, "type" | "body">,
  now: EpochMs,
): Promise<WebhookDeliveryTable> => {
  await db
    .deleteFrom("webhook_delivery")
    .where("endpoint_id", "=", endpointId)
    .where("created_at", "<=", now - keptMs)
    .execute();
  const waiting = {
    id: `msg_${randomUUID().replaceAll("-", "")}`,
    endpoint_id: endpointId,
    type,
    body,
    state: "waiting" as const,
    attempts: 0,
    created_at: now,
    next_attempt_at: now,
  };
  return db.insertInto("webhook_delivery").values(waiting).returningAll().executeTakeFirstOrThrow();
};

/** The newest 200, newest first. */
export const listDeliveries = (
  db: Kysely<Database>,
  endpointId: string,
): Promise<Selectable<Database["webhook_delivery"]>[]> =>
  db
    .selectFrom("webhook_delivery")
    .selectAll()
    .where("endpoint_id", "=", endpointId)
    .orderBy("created_at", "desc")
    .orderBy("sequence", "desc")
    .limit(mostListed)
    .execute();

export const findDelivery = (db: Kysely<Database>, id: string): Promise<WebhookDeliveryTable | undefined> =>
  db.selectFrom("webhook_delivery").selectAll().where("id", "=", id).executeTakeFirst();

export const recordAttempt = async (
  db: Kysely<Database>,
  id: string,
  { at, attempts, responseStatus, error, nextAt }: Attempt,
): Promise<void> => {
  const state = error === null ? "delivered" : nextAt === null ? "failed" : "waiting";
  await db
    .updateTable("webhook_delivery")
    .set({
      state,
      attempts,
      response_status: responseStatus,
      error,
      last_attempt_at: at,
      next_attempt_at: nextAt,
    })
    .where("id", "=", id)
    .execute();
};

/** It will not be sent, for a reason that is none of an attempt. */
export const markUndeliverable = async (db: Kysely<Database>, id: string, why: string): Promise<void> => {
  await db
    .updateTable("webhook_delivery")
    .set({ state: "failed", error: why, next_attempt_at: null })
    .where("id", "=", id)
    .execute();
};
