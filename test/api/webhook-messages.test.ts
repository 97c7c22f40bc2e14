// Messages of webhooks are as the OpenAPI document says: each event is sent by the code that sends it, and its body is
// compared with the schema of the document. All other tests compare what they send when they close.

import { expect, test } from "vitest";
import { testEvent, triggerEvents, webhookEvents } from "../../src/domain/account/webhook.js";
import { msPerDay } from "../../src/domain/resource/resource.js";
import type { TriggerMessage } from "../../src/domain/target/trigger.js";
import { announceCheckpoints, announcePeople, announceToEndpoints } from "../../src/notify/announce.js";
import { messageCheckerOf } from "../support/answers.js";
import { openApi } from "./harness.js";

const person = { id: "504281839215613958", direction: "up", from: null, to: 0.63, text: "Rose." } as const;
const news: TriggerMessage[] = triggerEvents.map((type) => ({
  type,
  text: "A person rose.",
  dataThrough: 1_700_000_000,
  people: [{ ...person, reasons: ["Last order 3 days ago"] }],
  more: 2,
}));

test("every event that endpoints can get is in the document, and what is sent fits", async () => {
  const api = await openApi();
  const owner = await api.signUp();
  const { body: endpoint } = await owner.post("/webhook_endpoints", {
    url: "https://example.com/hook",
    enabled_events: webhookEvents,
  });
  await owner.post("/streams/orders");
  const { body: cohort } = await owner.post("/cohorts", { name: "Again", stream_name: "orders" });
  const when = { cohort: { cohort_id: cohort.id } };
  const { body: trigger } = await owner.post("/triggers", { name: "Regulars", when });
  await owner.post(`/webhook_endpoints/${endpoint.id}/test`);
  const { accountId } = owner;
  await api.db.transaction(async (trx) => {
    for (const status of ["ready", "error"] as const) {
      const resource = { id: cohort.id, accountId, type: "cohorts", status } as const;
      await announceToEndpoints(trx, api.queue, resource, api.now());
    }
    const sender = { id: trigger.id, accountId, name: "Regulars", config: { when } };
    await announcePeople(trx, api.queue, sender, { messages: news, goneIds: [] }, api.now());
  });
  api.tick(msPerDay);
  await announceCheckpoints(api.db, api.queue, api.now());

  const document = (await api.app.inject("/openapi.json")).json();
  expect(Object.keys(document.webhooks).toSorted()).toEqual([...webhookEvents, testEvent].toSorted());
  const sent = await api.db.kysely.selectFrom("webhook_delivery").select("body").execute();
  const misfitOf = messageCheckerOf(document);
  expect(sent.map(({ body }) => misfitOf(body)).filter(Boolean)).toEqual([]);
  const types = new Set(sent.map(({ body }) => JSON.parse(body).type));
  expect([...types].toSorted()).toEqual([...webhookEvents, testEvent].toSorted());

  for (const { body } of sent) {
    const { data, ...rest } = JSON.parse(body);
    expect(misfitOf(JSON.stringify({ ...rest, data: { ...data, account_id: 7 } })), body).toContain(
      "must be",
    );
    expect(misfitOf(JSON.stringify({ ...rest, data: { ...data, more_of_it: 7 } })), body).toContain(
      "must NOT",
    );
    expect(misfitOf(JSON.stringify({ ...rest, data, type: "people.gone" })), body).toContain("not in the");
  }
});
