// Webhooks: the endpoints of an account and the deliveries to them. An endpoint is enabled until its owner or
// persistent failure disables it. A delivery is one message to one endpoint, written in the transaction of
// the change that it reports. Its attempts are recorded on it, and it can be read for a month.

import { randomBytes, randomUUID } from "node:crypto";
import { type Kysely, type Selectable, sql, type Updateable } from "kysely";
import { queuedJob } from "../db/queued-job.js";
import type { Database, WebhookDeliveryTable } from "../db/schema.js";
import { auditEvent, type WebhookEvent } from "../domain/account/webhook.js";
import { type EpochMs, msPerDay } from "../domain/resource/resource.js";
import { refuse } from "../errors/refusal.js";

export interface WebhookEndpoint {
  id: string;
  accountId: string;
  url: string;
  description: string | null;
  enabledEvents: WebhookEvent[];
  /** `whsec_` and 256 random bits as base64. */
  secret: string;
  /** The secret before the last rotation, which signs too until then. */
  previousSecret: { secret: string; until: EpochMs } | null;
  version: number;
  disabledAt: EpochMs | null;
  /** The reason why it was disabled, unless the owner did it. */
  disabledReason: string | null;
  /** Time since which every attempt has failed; null: the last one succeeded. */
  failingSince: EpochMs | null;
  createdAt: EpochMs;
  updatedAt: EpochMs;
}

export type EndpointDraft = Pick<WebhookEndpoint, "url" | "description" | "enabledEvents">;

export const insertEndpoint = async (
  db: Kysely<Database>,
  accountId: string,
  draft: EndpointDraft,
  now: EpochMs,
): Promise<WebhookEndpoint> => {
  const row = {
    id: randomUUID(),
    account_id: accountId,
    ...columnsOf(draft),
    secret: newSecret(),
    version: 1,
    created_at: now,
    updated_at: now,
  };
  return toEndpoint(
    await db.insertInto("webhook_endpoint").values(row).returningAll().executeTakeFirstOrThrow(),
  );
};

const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

const bothSignMs = msPerDay;

/**
 * Replaces the secret. The one before signs too for 24 hours; one that was replaced earlier no longer does.
 * Refuses `changed-meanwhile`.
 */
export const rotateSecret = async (
  db: Kysely<Database>,
  endpoint: WebhookEndpoint,
  now: EpochMs,
): Promise<WebhookEndpoint> =>
  updateVersion(
    db,
    endpoint,
    {
      secret: newSecret(),
      previous_secret: endpoint.secret,
      previous_secret_until: now + bothSignMs,
    },
    now,
  );

const updateVersion = async (
  db: Kysely<Database>,
  { id, version }: WebhookEndpoint,
  columns: Updateable<Database["webhook_endpoint"]>,
  now: EpochMs,
): Promise<WebhookEndpoint> => {
  const row = await db
    .updateTable("webhook_endpoint")
    .set({ ...columns, version: version + 1, updated_at: now })
    .where("id", "=", id)
    .where("version", "=", version)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw refuse("changed-meanwhile");
  return toEndpoint(row);
};

/** The secrets that sign at a time, the newest first. */
export const signingSecrets = (
  { secret, previousSecret }: Pick<WebhookEndpoint, "secret" | "previousSecret">,
  now: EpochMs,
): string[] => (previousSecret && now < previousSecret.until ? [secret, previousSecret.secret] : [secret]);

/** Newest first. */
export const listEndpoints = async (db: Kysely<Database>, accountId: string): Promise<WebhookEndpoint[]> => {
  const rows = await db
    .selectFrom("webhook_endpoint")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("created_at", "desc")
    .orderBy("sequence", "desc")
    .execute();
  return rows.map(toEndpoint);
};

/** An endpoint of any account, for deliveries. */
export const findEndpoint = async (
  db: Kysely<Database>,
  id: string,
): Promise<WebhookEndpoint | undefined> => {
  const row = await db.selectFrom("webhook_endpoint").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toEndpoint(row);
};

/**
 * Changes an endpoint; enabling it clears its failures. Refuses `changed-meanwhile` if it is not the version
 * that was read.
 */
export const updateEndpoint = async (
  db: Kysely<Database>,
  endpoint: WebhookEndpoint,
  { isEnabled, ...draft }: EndpointDraft & { isEnabled: boolean },
  now: EpochMs,
): Promise<WebhookEndpoint> =>
  updateVersion(
    db,
    endpoint,
    {
      ...columnsOf(draft),
      disabled_at: isEnabled ? null : (endpoint.disabledAt ?? now),
      ...(isEnabled && { disabled_reason: null, failing_since: null }),
    },
    now,
  );

/** Deletes the endpoint with its deliveries. */
export const removeEndpoint = async (db: Kysely<Database>, id: string): Promise<void> => {
  await db.deleteFrom("webhook_endpoint").where("id", "=", id).execute();
};

export const markEndpointWorks = async (db: Kysely<Database>, id: string): Promise<void> => {
  await db.updateTable("webhook_endpoint").set({ failing_since: null }).where("id", "=", id).execute();
};

export const markEndpointFails = async (db: Kysely<Database>, id: string, now: EpochMs): Promise<void> => {
  await db
    .updateTable("webhook_endpoint")
    .set({ failing_since: sql`coalesce(failing_since, ${now})` })
    .where("id", "=", id)
    .execute();
};

export const disableEndpoint = async (
  db: Kysely<Database>,
  id: string,
  reason: string,
  now: EpochMs,
): Promise<void> => {
  await db
    .updateTable("webhook_endpoint")
    .set({ disabled_at: now, disabled_reason: reason })
    .where("id", "=", id)
    .where("disabled_at", "is", null)
    .execute();
};

const columnsOf = ({ url, description, enabledEvents }: EndpointDraft) => ({
  url,
  description,
  enabled_events: JSON.stringify(enabledEvents),
});

const toEndpoint = (row: Selectable<Database["webhook_endpoint"]>): WebhookEndpoint => ({
  id: row.id,
  accountId: row.account_id,
  url: row.url,
  description: row.description,
  enabledEvents: JSON.parse(row.enabled_events),
  secret: row.secret,
  previousSecret:
    row.previous_secret !== null && row.previous_secret_until !== null
      ? { secret: row.previous_secret, until: row.previous_secret_until }
      : null,
  version: row.version,
  disabledAt: row.disabled_at,
  disabledReason: row.disabled_reason,
  failingSince: row.failing_since,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const keptMs = 30 * msPerDay;
const maxListed = 200;

/** The payload of a job of kind `webhook`. */
export interface DeliveryJob {
  deliveryId: string;
}

export interface Attempt {
  at: EpochMs;
  attempts: number;
  /** Null: no response. */
  responseStatus: number | null;
  /** Null: it was delivered. */
  error: string | null;
  /** Null: this was the last attempt. */
  nextAt: EpochMs | null;
}

/** A message to be delivered; `message_id`: that of a trigger's message. */
export type DeliveryDraft = Pick<WebhookDeliveryTable, "type" | "body"> &
  Partial<Pick<WebhookDeliveryTable, "message_id">>;

/** Inserts a waiting delivery, and deletes deliveries to the endpoint that are older than a month. */
export const insertDelivery = async (
  db: Kysely<Database>,
  endpointId: string,
  { type, body, message_id = null }: DeliveryDraft,
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
    message_id,
    state: "waiting" as const,
    attempts: 0,
    created_at: now,
    next_attempt_at: now,
  };
  return db.insertInto("webhook_delivery").values(waiting).returningAll().executeTakeFirstOrThrow();
};

/**
 * In the transaction that records entries of the audit log: a delivery of each to each endpoint that asks for them. The
 * courier finds the jobs by itself.
 */
export const queueAuditDeliveries = async (
  db: Kysely<Database>,
  accountId: string,
  entries: readonly { body: () => string; at: EpochMs }[],
): Promise<void> => {
  const endpoints = await db
    .selectFrom("webhook_endpoint")
    .select("id")
    .where("account_id", "=", accountId)
    .where("disabled_at", "is", null)
    .where("enabled_events", "like", `%"${auditEvent}"%`)
    .orderBy("sequence")
    .execute();
  for (const { id } of endpoints)
    for (const { body, at } of entries) {
      const { id: deliveryId } = await insertDelivery(db, id, { type: auditEvent, body: body() }, at);
      const payload = { deliveryId } satisfies DeliveryJob;
      await db
        .insertInto("job")
        .values(queuedJob({ account_id: accountId, kind: "webhook", payload }, at))
        .execute();
    }
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
    .limit(maxListed)
    .execute();

export const findDelivery = (db: Kysely<Database>, id: string): Promise<WebhookDeliveryTable | undefined> =>
  db.selectFrom("webhook_delivery").selectAll().where("id", "=", id).executeTakeFirst();

/** A delivery to the same endpoint of an earlier entry of the audit log that is still waiting. */
export const earlierAuditDelivery = (
  db: Kysely<Database>,
  { id, endpoint_id }: Pick<WebhookDeliveryTable, "id" | "endpoint_id">,
): Promise<Pick<WebhookDeliveryTable, "next_attempt_at"> | undefined> =>
  db
    .selectFrom("webhook_delivery")
    .select("next_attempt_at")
    .where("endpoint_id", "=", endpoint_id)
    .where("type", "=", auditEvent)
    .where("state", "=", "waiting")
    .where("sequence", "<", (query) =>
      query.selectFrom("webhook_delivery as own").select("own.sequence").where("own.id", "=", id),
    )
    .orderBy("sequence")
    .limit(1)
    .executeTakeFirst();

/** A delivery to the same endpoint of an earlier message of the same trigger that is still waiting. */
export const earlierDelivery = (
  db: Kysely<Database>,
  { id, endpoint_id, message_id }: Pick<WebhookDeliveryTable, "id" | "endpoint_id" | "message_id">,
): Promise<Pick<WebhookDeliveryTable, "next_attempt_at"> | undefined> =>
  db
    .selectFrom("webhook_delivery as earlier")
    .innerJoin("trigger_message as message", "message.id", "earlier.message_id")
    .innerJoin("trigger_message as own", "own.trigger_id", "message.trigger_id")
    .select("earlier.next_attempt_at")
    .where("own.id", "=", message_id)
    .where("earlier.endpoint_id", "=", endpoint_id)
    .where("earlier.state", "=", "waiting")
    .where("earlier.sequence", "<", (query) =>
      query.selectFrom("webhook_delivery").select("sequence").where("id", "=", id),
    )
    .orderBy("earlier.sequence")
    .executeTakeFirst();

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

/** Marks a delivery that will not be attempted, with the reason. */
export const markUndeliverable = async (db: Kysely<Database>, id: string, why: string): Promise<void> => {
  await db
    .updateTable("webhook_delivery")
    .set({ state: "failed", error: why, next_attempt_at: null })
    .where("id", "=", id)
    .execute();
};
