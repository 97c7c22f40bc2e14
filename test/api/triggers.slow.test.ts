// Triggers over HTTP: people who order cross a probability, enter a cohort and move, and are reported to a receiver.

import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildEvents, triggerEvents } from "../../src/domain/account/webhook.js";
import { type Receiver, startReceiver } from "../../src/notify/fixtures.js";
import { deliverWebhook } from "../../src/notify/webhook-courier.js";
import { createWebhookSender } from "../../src/notify/webhook-send.js";
import { movedText } from "../../src/words/trigger.js";
import { type BuildingApi, startBuildingApi } from "./building.js";
import type { Caller } from "./harness.js";
import { csv, lastDay, order, orders, people } from "./orders.js";

let api: BuildingApi;
let caller: Caller & { key: string };
let receiver: Receiver;
let endpoint: { id: string; secret: string };
const ids: Record<string, string> = {};

const made = async (url: string, body: object): Promise<string> => {
  const answer = await caller.post(url, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
};
const upload = async (name: string, rows: readonly string[]) => {
  api.tick(60_000);
  const answer = await caller.post(`/uploads/orders/${name}.csv`, csv(rows), { "content-type": "text/csv" });
  expect(answer.status).toBeLessThan(300);
  await api.build();
};
const deliver = async () => {
  const log = { info: () => {}, error: () => {} };
  const send = createWebhookSender({ privateAddresses: true });
  const options = { db: api.db, queue: api.queue, send, clock: api.now, troubles: api.troubles, log };
  while (await deliverWebhook(options, new AbortController().signal));
};
const trigger = (id: string) => caller.get(`/triggers/${id}`).then(({ body }) => body);
const messages = (id: string) => caller.get(`/triggers/${id}/messages`).then(({ body }) => body);
interface Reported {
  person_id: string;
  customer_id: string;
  email?: string;
  direction?: string;
  from: number;
  to: number;
  text: string;
  reasons?: string[];
}
const reportedBy = async (id: string): Promise<Reported[]> =>
  (await messages(id)).flatMap((message: { people: Reported[] }) => message.people);

beforeAll(async () => {
  receiver = await startReceiver(200);
  api = await startBuildingApi();
  caller = await api.signUp();
  await made("/datasets", {
    name: "Orders",
    identity_sets: { buyer: { customer_id: "id", email: "mail" } },
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: { order: { data_map: { datetime: "day" }, value: "total" } },
  });
  ids.customers = await made("/cohorts", { name: "Customers", stream_name: "order" });
  ids.regulars = await made("/cohorts", { name: "Regulars", stream_name: "order", min_count: 6 });
  ids.outcome = await made("/outcomes", {
    name: "Buys again",
    attainment: ids.customers,
    eligible: ids.customers,
    horizon_days: 60,
    recurring: true,
  });
  ids.scope = await made("/scopes", {
    name: "All",
    population: { include: [ids.customers] },
    payload: { outcome_ids: [ids.outcome], explainability: true },
  });
  await upload("first", orders());
  const created = await caller.post("/webhook_endpoints", {
    url: receiver.url,
    enabled_events: [...buildEvents, ...triggerEvents],
  });
  endpoint = created.body;
  const scores = { scope_id: ids.scope, outcome_id: ids.outcome };
  ids.crossing = await made("/triggers", {
    name: "Likely",
    when: { crosses: { ...scores, probability: 0.3, margin: 0.02, direction: "both" } },
  });
  ids.joining = await made("/triggers", {
    name: "New regulars",
    when: { cohort: { cohort_id: ids.regulars } },
    identifiers: ["email"],
  });
  ids.moving = await made("/triggers", { name: "Movers", when: { movers: { ...scores, most: 5 } } });
  await api.build();
});
afterAll(async () => {
  await receiver.close();
  await api.close();
});

test("a new trigger remembers people, and reports nobody", async () => {
  for (const id of [ids.crossing!, ids.joining!, ids.moving!]) {
    expect(await trigger(id)).toMatchObject({
      resource_type: "triggers",
      status: "ready",
      last_evaluation: { is_first: true, reported: 0, more: 0 },
    });
    expect(await messages(id)).toEqual([]);
  }
  expect(await trigger(ids.crossing!)).toMatchObject({ watched_count: people });
});

test("people who order are reported with the reason, to a receiver that checks the signature", async () => {
  const buyers = [3, 4, 9, 14, 24, 34];
  await upload(
    "second",
    buyers.flatMap((p) => [order(p, lastDay + 1), order(p, lastDay + 2), order(p, lastDay + 3)]),
  );
  const { body: moved } = await caller.get(`/scopes/${ids.scope}/movers?limit=100`);
  const all = moved.people as (Reported & { parts: { log_odds: number; sentence: string }[] })[];
  const rose = all.filter(({ from, to }) => from < 0.28 && to >= 0.3);
  const fell = all.filter(({ from, to }) => from >= 0.3 && to < 0.28);
  const reported = await reportedBy(ids.crossing!);
  expect(rose.length).toBeGreaterThan(0);
  const idsOf = (found: readonly { person_id: string }[]) => found.map(({ person_id }) => person_id).sort();
  expect(idsOf(reported.filter(({ direction }) => direction === "up"))).toEqual(idsOf(rose));
  expect(idsOf(reported.filter(({ direction }) => direction === "down"))).toEqual(idsOf(fell));
  for (const person of reported) {
    const mover = all.find(({ person_id }) => person_id === person.person_id)!;
    const { from, to, email, customer_id } = mover;
    expect(person).toMatchObject({ from, to, email, customer_id, text: movedText(from, to, mover.parts) });
  }
  expect(reported.filter(({ text }) => text.includes("3 new orders.")).length).toBeGreaterThan(0);
  expect(reported.some(({ reasons }) => Array.isArray(reasons))).toBe(true);
  const movers = await reportedBy(ids.moving!);
  expect(idsOf(movers)).toEqual(idsOf(all.slice(0, 5)));

  await deliver();
  const events = receiver.received.map(({ body }) => JSON.parse(body));
  expect(new Set(events.map(({ type }) => type))).toEqual(
    new Set(["people.crossed", "people.entered", "people.moved"]),
  );
  for (const { headers, body } of receiver.received) {
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    const key = Buffer.from(endpoint.secret.replace("whsec_", ""), "base64");
    expect(headers["webhook-signature"]).toBe(
      `v1,${createHmac("sha256", key).update(signed).digest("base64")}`,
    );
  }
  const entered = events.find(({ type }) => type === "people.entered");
  expect(entered.data).toMatchObject({
    trigger_id: ids.joining,
    trigger_name: "New regulars",
    data_through: new Date(Date.UTC(2024, 0, 1 + lastDay + 3) + 1000).toISOString(),
    more: 0,
  });
  expect(Object.keys(entered.data.people[0]).sort()).toEqual(["email", "person_id", "text"]);
  const regulars = buyers.filter((p) => 1 + ((p * 7) % 5) + 3 >= 6).map((p) => `ann${p}@example.com`);
  expect(entered.data.people.map(({ email }: Reported) => email).sort()).toEqual(regulars.sort());
  expect((await messages(ids.joining!))[0].deliveries).toMatchObject([
    { webhook_endpoint_id: endpoint.id, state: "delivered" },
  ]);
});

test("a build that is made again reports nothing", async () => {
  const before = receiver.received.length;
  await caller.post(`/scopes/${ids.scope}/force_update`);
  for (const id of [ids.crossing, ids.joining, ids.moving]) await caller.post(`/triggers/${id}/force_update`);
  await api.build();
  await deliver();
  expect(receiver.received.length).toBe(before);
  expect(await trigger(ids.crossing!)).toMatchObject({ last_evaluation: { is_first: false, reported: 0 } });
});

test("a changed condition remembers people again, and says who would have been reported", async () => {
  const changed = { when: { crosses: { probability: 0.25 } } };
  expect((await caller.patch(`/triggers/${ids.crossing}`, changed)).status).toBe(200);
  await api.build();
  expect(await trigger(ids.crossing!)).toMatchObject({
    when: { crosses: { probability: 0.25, margin: 0.02, direction: "both" } },
    last_evaluation: { is_first: true, reported: 0, rehearsed: expect.any(Number) },
  });
});

test("a condition takes the place of one of another kind in one change", async () => {
  const cohort = { cohort_id: ids.regulars };
  const both = await caller.patch(`/triggers/${ids.moving}`, { when: { cohort } });
  expect([both.status, both.body.note]).toEqual([400, expect.stringMatching(/when/)]);
  const changed = await caller.patch(`/triggers/${ids.moving}`, { when: { movers: null, cohort } });
  expect([changed.status, changed.body.when]).toEqual([200, { cohort }]);
});

test("somebody who is deleted is in no message any more", async () => {
  const person = (await reportedBy(ids.joining!))[0]!;
  const holds = async () => {
    const rows = await api.db.kysely.selectFrom("webhook_delivery").select("body").execute();
    const kept = await api.db.kysely.selectFrom("trigger_message").select("people").execute();
    return [...rows.map(({ body }) => body), ...kept.map(({ people: reported }) => reported)].some((text) =>
      text.includes(person.person_id),
    );
  };
  expect(await holds()).toBe(true);
  await made("/datasets", {
    name: "Erasures",
    privacy: "delete",
    identity_sets: { them: { email: "mail" } },
    options: { type: "hosted_csv", upload_directory: "erasures" },
  });
  const listed = `mail\n${person.email}\n`;
  await caller.post("/uploads/erasures/one.csv", listed, { "content-type": "text/csv" });
  await api.build();
  expect(await holds()).toBe(false);
});

test("a trigger is checked, and goes with its messages", async () => {
  const scores = { scope_id: ids.scope, outcome_id: ids.outcome };
  const refused = async (body: object) => {
    const answer = await caller.post("/triggers", { name: "Wrong", ...body });
    expect(answer.status).toBe(400);
    return answer.body.note;
  };
  const crosses = { ...scores, probability: 0.5 };
  expect(await refused({ when: {} })).toMatch(/when/);
  expect(await refused({ when: { crosses, cohort: { cohort_id: ids.regulars } } })).toMatch(/when/);
  expect(await refused({ when: { crosses: { ...crosses, margin: 0.5 } } })).toMatch(/smaller margin/);
  expect(await refused({ when: { crosses: { ...crosses, outcome_id: ids.scope } } })).toMatch(
    /does not score/,
  );
  expect(await refused({ when: { crosses }, webhook_endpoint_id: ids.scope })).toMatch(/webhook endpoint/);
  expect(await refused({ when: { cohort: { cohort_id: ids.scope } } })).toMatch(/no such cohort/);
  expect((await caller.delete(`/cohorts/${ids.regulars}`)).status).toBe(409);
  const stranger = await api.signUp("Other");
  expect((await stranger.get(`/triggers/${ids.joining}/messages`)).status).toBe(404);
  expect((await caller.delete(`/triggers/${ids.joining}`)).status).toBe(204);
  const left = await api.db.kysely
    .selectFrom("trigger_message")
    .select("id")
    .where("trigger_id", "=", ids.joining!)
    .execute();
  expect(left).toEqual([]);
});
