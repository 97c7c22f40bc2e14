import { expect, test } from "vitest";
import { onEveryStore } from "../../test/support/stores.js";
import type { Db } from "../db/connection.js";
import { msPerDay } from "../domain/resource/resource.js";
import type { ReportedPerson, TriggerMessage } from "../domain/target/trigger.js";
import { triggerBody } from "../domain/target/trigger-body.js";
import { createAccount } from "./accounts.js";
import { insertResource, removeResource } from "./resources.js";
import { forgetReported, insertMessage, listMessagePositions, listMessages } from "./trigger-messages.js";
import { earlierDelivery, insertDelivery, insertEndpoint, markUndeliverable } from "./webhooks.js";

const person = (id: string): ReportedPerson => ({ id, direction: "up", from: 0.5, to: 0.7, text: "Rose." });
const rose = (...ids: string[]): TriggerMessage => ({
  type: "people.crossed",
  text: "Rose.",
  dataThrough: 86_400,
  people: ids.map(person),
  more: 3,
});

const prepare = async (db: Db) => {
  const accountId = (await createAccount(db.kysely, { name: "Shop", email: "" }, 0)).id;
  const draft = { url: "https://example.com", description: null, enabledEvents: ["people.crossed" as const] };
  const endpoint = await insertEndpoint(db.kysely, accountId, draft, 0);
  const cohort = { cohort_id: "c" };
  const settings = { accountId, type: "triggers" as const, name: "T", config: { when: { cohort } } };
  const trigger = () => insertResource(db.kysely, { ...settings, upstreamIds: [], uniqueName: false }, 0);
  const report = async (triggerId: string, message: TriggerMessage, now: number) => {
    const sender = { account_id: accountId, trigger_id: triggerId, trigger_name: "T" };
    const message_id = await insertMessage(db.kysely, triggerId, message, now);
    const body = triggerBody(sender, message, now);
    return insertDelivery(db.kysely, endpoint.id, { type: message.type, body, message_id }, now);
  };
  const messages = async (triggerId: string) => {
    const positions = await listMessagePositions(db.kysely, triggerId);
    return listMessages(
      db.kysely,
      positions.map(({ id }) => id),
    );
  };
  return { trigger, report, messages };
};

onEveryStore(({ open }) => {
  test("messages are listed with their deliveries, newest first, for a month, and go with their trigger", async () => {
    const db = await open();
    const { trigger, report, messages } = await prepare(db);
    const own = await trigger();
    await report(own.id, rose("1"), 1);
    const second = await report(own.id, rose("2", "3"), 2);
    const found = await messages(own.id);
    expect(found.map(({ people }) => people.map(({ id }) => id))).toEqual([["2", "3"], ["1"]]);
    expect(found[0]).toMatchObject({ data_through: 86_400, more: 3, created_at: 2 });
    expect(found[0]!.deliveries).toMatchObject([{ id: second.id, state: "waiting" }]);
    await report(own.id, rose("4"), 1 + 30 * msPerDay);
    expect((await messages(own.id)).map(({ people }) => people[0]!.id)).toEqual(["4", "2"]);
    await removeResource(db.kysely, own, 3);
    expect(await messages(own.id)).toEqual([]);
    expect(await db.kysely.selectFrom("webhook_delivery").select("id").execute()).toEqual([]);
  });

  test("a delivery waits for those before it of the same trigger alone", async () => {
    const db = await open();
    const { trigger, report } = await prepare(db);
    const [own, other] = [await trigger(), await trigger()];
    const first = await report(own.id, rose("1"), 1);
    const foreign = await report(other.id, rose("1"), 1);
    const second = await report(own.id, rose("2"), 1);
    const isBehind = async (delivery: typeof first) =>
      (await earlierDelivery(db.kysely, delivery)) !== undefined;
    expect([await isBehind(first), await isBehind(foreign), await isBehind(second)]).toEqual([
      false,
      false,
      true,
    ]);
    await markUndeliverable(db.kysely, first.id, "The endpoint was disabled.");
    expect(await isBehind(second)).toBe(false);
  });

  test("people are taken out of messages and deliveries", async () => {
    const db = await open();
    const { trigger, report, messages } = await prepare(db);
    const [own, other] = [await trigger(), await trigger()];
    await report(own.id, rose("1", "2"), 1);
    await report(other.id, rose("1"), 1);
    await forgetReported(db.kysely, own.id, ["1"]);
    const [message] = await messages(own.id);
    expect(message!.people).toEqual([person("2")]);
    expect(JSON.parse(message!.deliveries[0]!.body).data.people).toMatchObject([{ person_id: "2" }]);
    expect((await messages(other.id))[0]!.people).toEqual([person("1")]);
  });
});
