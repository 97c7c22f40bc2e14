// Messages of triggers, kept for a month with their deliveries. They are written in the transaction that records
// the evaluation which they report.

import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database, TriggerMessageTable, WebhookDeliveryTable } from "../db/schema.js";
import { type EpochMs, msPerDay } from "../domain/resource/resource.js";
import type { ReportedPerson, TriggerMessage } from "../domain/target/trigger.js";
import { bodyWithout } from "../domain/target/trigger-body.js";

const keptMs = 30 * msPerDay;
const maxListed = 100;

/** Returns the message's id. Deletes messages of the trigger that are older than a month, with their deliveries. */
export const insertMessage = async (
  db: Kysely<Database>,
  trigger_id: string,
  { type, text, dataThrough: data_through, people, more }: TriggerMessage,
  now: EpochMs,
): Promise<string> => {
  await db
    .deleteFrom("trigger_message")
    .where("trigger_id", "=", trigger_id)
    .where("created_at", "<=", now - keptMs)
    .execute();
  const id = randomUUID();
  const reported = { type, text, data_through, people: JSON.stringify(people), more };
  await db
    .insertInto("trigger_message")
    .values({ id, trigger_id, ...reported, created_at: now })
    .execute();
  return id;
};

export interface SentMessage extends Omit<TriggerMessageTable, "people"> {
  people: ReportedPerson[];
  deliveries: WebhookDeliveryTable[];
}

/** Where the newest 100 stand in their list, newest first. */
export const listMessagePositions = (
  db: Kysely<Database>,
  triggerId: string,
): Promise<Pick<TriggerMessageTable, "id" | "created_at">[]> =>
  db
    .selectFrom("trigger_message")
    .select(["id", "created_at"])
    .where("trigger_id", "=", triggerId)
    .orderBy("created_at", "desc")
    .orderBy("sequence", "desc")
    .limit(maxListed)
    .execute();

/** The messages of these ids, newest first. */
export const listMessages = async (db: Kysely<Database>, ids: readonly string[]): Promise<SentMessage[]> => {
  if (ids.length === 0) return [];
  const messages = await db
    .selectFrom("trigger_message")
    .selectAll()
    .where("id", "in", ids)
    .orderBy("created_at", "desc")
    .orderBy("sequence", "desc")
    .execute();
  const deliveries = await db
    .selectFrom("webhook_delivery")
    .selectAll()
    .where("message_id", "in", ids)
    .orderBy("sequence")
    .execute();
  return messages.map(({ people, ...message }) => ({
    ...message,
    people: JSON.parse(people) as ReportedPerson[],
    deliveries: deliveries.filter(({ message_id }) => message_id === message.id),
  }));
};

/** What the account's triggers reported of a person in the last month, oldest first. */
export const reportsOf = async (
  db: Kysely<Database>,
  accountId: string,
  personId: string,
): Promise<{ trigger: string; at: EpochMs; person: ReportedPerson }[]> => {
  const messages = await db
    .selectFrom("trigger_message")
    .innerJoin("resource", "resource.id", "trigger_message.trigger_id")
    .select(["resource.name", "trigger_message.people", "trigger_message.created_at"])
    .where("resource.account_id", "=", accountId)
    .where("trigger_message.people", "like", `%"id":"${personId}"%`)
    .orderBy("trigger_message.created_at")
    .orderBy("trigger_message.sequence")
    .execute();
  return messages.flatMap(({ name: trigger, people, created_at: at }) =>
    (JSON.parse(people) as ReportedPerson[])
      .filter(({ id }) => id === personId)
      .map((person) => ({ trigger, at, person })),
  );
};

/** Takes people out of all messages of a trigger, and out of what is yet to be delivered. */
export const forgetReported = async (
  db: Kysely<Database>,
  triggerId: string,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return;
  const gone = new Set(ids);
  const positions = await db
    .selectFrom("trigger_message")
    .select("id")
    .where("trigger_id", "=", triggerId)
    .execute();
  for (const message of await listMessages(
    db,
    positions.map(({ id }) => id),
  )) {
    const people = message.people.filter(({ id }) => !gone.has(id));
    if (people.length === message.people.length) continue;
    await db
      .updateTable("trigger_message")
      .set({ people: JSON.stringify(people) })
      .where("id", "=", message.id)
      .execute();
    for (const { id, body } of message.deliveries)
      await db
        .updateTable("webhook_delivery")
        .set({ body: bodyWithout(body, gone) })
        .where("id", "=", id)
        .execute();
  }
};
