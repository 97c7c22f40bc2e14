import { createHmac } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openNewStore } from "../../test/support/new-store.js";
import type { Db } from "../db/connection.js";
import type { ReportedPerson, TriggerMessage } from "../domain/target/trigger.js";
import { Troubles } from "../errors/troubles.js";
import { createQueue, type Queue } from "../queue/queue.js";
import { createAccount } from "../store/accounts.js";
import { listAudit, recordAudit } from "../store/audit.js";
import { insertResource } from "../store/resources.js";
import { listMessagePositions, listMessages } from "../store/trigger-messages.js";
import {
  findEndpoint,
  insertEndpoint,
  listDeliveries,
  updateEndpoint,
  type WebhookEndpoint,
} from "../store/webhooks.js";
import { type Announced, announcePeople, announceToEndpoints } from "./announce.js";
import { type Receiver, startReceiver } from "./fixtures.js";
import { deliverWebhook, retryDelaysMs } from "./webhook-courier.js";
import { createWebhookSender } from "./webhook-send.js";

let db: Db;
let queue: Queue;
let accountId: string;
let now: number;
let receiver: Receiver | undefined;
const never = new AbortController().signal;

beforeEach(async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "courier-"));
  now = Date.UTC(2026, 0, 1);
  db = await openNewStore(path.join(dir, "store.sqlite"));
  queue = createQueue({ db, owner: "here", leaseMs: 60_000, clock: () => now });
  accountId = (await createAccount(db.kysely, { name: "Shop", email: "" }, now)).id;
});
afterEach(async () => {
  await receiver?.close();
  await db.close();
});

const endpointAt = (url: string, enabledEvents: WebhookEndpoint["enabledEvents"] = ["resource.errored"]) =>
  insertEndpoint(db.kysely, accountId, { url, description: null, enabledEvents }, now);
const cohort = { id: "c-1", type: "cohorts", status: "error" } as const;
const announce = (resource: typeof cohort | { id: string; type: "cohorts"; status: "ready" } = cohort) =>
  db.transaction((trx) => announceToEndpoints(trx, queue, { ...resource, accountId }, now));
const deliver = (privateAddresses = true, signal = never) => {
  const log = { info: () => {}, error: () => {} };
  const send = createWebhookSender({ privateAddresses });
  const troubles = new Troubles(() => now);
  return deliverWebhook({ db, queue, send, clock: () => now, troubles, log }, signal);
};
const delivery = async ({ id }: WebhookEndpoint) => (await listDeliveries(db.kysely, id))[0];

test("an endpoint receives the events that it enabled, signed under both names of the headers", async () => {
  receiver = await startReceiver(204);
  const endpoint = await endpointAt(receiver.url);
  await announce({ ...cohort, status: "ready" });
  await announce();
  expect(await deliver()).toBe(true);
  expect(await deliver()).toBe(false);
  const { headers, body } = receiver.received[0]!;
  expect(JSON.parse(body)).toEqual({
    timestamp: "2026-01-01T00:00:00.000Z",
    type: "resource.errored",
    data: { account_id: accountId, resource_id: "c-1", resource_type: "cohorts" },
  });
  const key = Buffer.from(endpoint.secret.replace("whsec_", ""), "base64");
  const signed = `${headers["webhook-id"]}.${now / 1000}.${body}`;
  const signature = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  expect(headers).toMatchObject({ "webhook-signature": signature, "svix-signature": signature });
  expect(await delivery(endpoint)).toMatchObject({
    id: headers["webhook-id"],
    state: "delivered",
    attempts: 1,
    response_status: 204,
    error: null,
  });
});

test("a receiver that fails gets the same message again, after growing pauses", async () => {
  receiver = await startReceiver(500, 503, 200);
  const endpoint = await endpointAt(receiver.url);
  await announce();
  await deliver();
  expect(await delivery(endpoint)).toMatchObject({
    state: "waiting",
    response_status: 500,
    error: "The endpoint did not accept the message: it responded with 500.",
    next_attempt_at: now + 5_000,
  });
  expect(await deliver()).toBe(false);
  now += 5_000;
  await deliver();
  expect((await findEndpoint(db.kysely, endpoint.id))?.failingSince).toBe(now - 5_000);
  now += 300_000;
  await deliver();
  expect(await delivery(endpoint)).toMatchObject({ state: "delivered", attempts: 3 });
  expect((await findEndpoint(db.kysely, endpoint.id))?.failingSince).toBe(null);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(3);
});

test("an endpoint that fails for three days is disabled with the reason, and receives nothing until it is enabled", async () => {
  receiver = await startReceiver(500);
  const endpoint = await endpointAt(receiver.url);
  await announce();
  for (const delayMs of [...retryDelaysMs, 0]) {
    expect(await deliver()).toBe(true);
    now += delayMs;
  }
  expect(await delivery(endpoint)).toMatchObject({ state: "failed", attempts: 10, next_attempt_at: null });
  const disabled = await findEndpoint(db.kysely, endpoint.id);
  expect(disabled?.disabledReason).toContain("no delivery has succeeded since 2026-01-01T00:00:00.000Z");
  await announce();
  expect(await deliver()).toBe(false);
  await updateEndpoint(db.kysely, disabled!, { ...disabled!, isEnabled: true }, now);
  await announce();
  expect(await deliver()).toBe(true);
});

test("an endpoint that is gone is disabled at once, and its waiting deliveries are not sent", async () => {
  receiver = await startReceiver(410);
  const endpoint = await endpointAt(receiver.url);
  await announce();
  await announce();
  await deliver();
  await deliver();
  expect(receiver.received).toHaveLength(1);
  expect((await findEndpoint(db.kysely, endpoint.id))?.disabledReason).toContain("410");
  expect((await listDeliveries(db.kysely, endpoint.id)).map(({ state }) => state)).toEqual([
    "failed",
    "failed",
  ]);
});

test("a redirect is a failure and is not followed", async () => {
  receiver = await startReceiver(302);
  const endpoint = await endpointAt(receiver.url);
  await announce();
  await deliver();
  expect(receiver.received.map(({ path: at }) => at)).toEqual(["/hook"]);
  expect(await delivery(endpoint)).toMatchObject({ state: "waiting", response_status: 302 });
});

test.each(["127.0.0.1", "localhost"])(
  "where private addresses are forbidden, %s is not reached",
  async (host) => {
    receiver = await startReceiver(200);
    const endpoint = await endpointAt(receiver.url.replace("127.0.0.1", host));
    await announce();
    await deliver(false);
    expect(receiver.received).toEqual([]);
    expect((await delivery(endpoint))?.error).toContain(`${host} is a private address`);
  },
);

test("an unreachable endpoint is retried, and an aborted attempt is not a failure", async () => {
  const endpoint = await endpointAt("http://127.0.0.1:1/hook");
  await announce();
  await deliver(true, AbortSignal.abort());
  expect(await delivery(endpoint)).toMatchObject({ state: "waiting", attempts: 0 });
  await deliver();
  expect(await delivery(endpoint)).toMatchObject({ state: "waiting", attempts: 1, response_status: null });
});

test("an announcement in a rolled-back transaction is never delivered", async () => {
  const endpoint = await endpointAt("http://127.0.0.1:1/hook");
  const undone = db.transaction(async (trx) => {
    await announceToEndpoints(trx, queue, { ...cohort, accountId }, now);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await deliver()).toBe(false);
  expect(await delivery(endpoint)).toBeUndefined();
});

const likely = async (name: string, endpoint?: WebhookEndpoint): Promise<Announced> => {
  const crosses = { scope_id: "s", outcome_id: "o", probability: 0.6 };
  const config = { when: { crosses }, ...(endpoint && { webhook_endpoint_id: endpoint.id }) };
  const draft = { accountId, type: "triggers" as const, name, config, upstreamIds: [], uniqueName: false };
  const { id } = await db.transaction((trx) => insertResource(trx, draft, now));
  return { id, accountId, name, config };
};
const person = (id: string): ReportedPerson => ({ id, direction: "up", from: 0.5, to: 0.7, text: "Rose." });
const rose = (...ids: string[]): TriggerMessage => ({
  type: "people.crossed",
  text: `${ids.length} rose`,
  dataThrough: 86_400,
  people: ids.map(person),
  more: 0,
});
const tell = (trigger: Announced, messages: TriggerMessage[], goneIds: string[] = []) =>
  db.transaction((trx) => announcePeople(trx, queue, trigger, { messages, goneIds }, now));
const peopleIn = ({ received }: Receiver): string[][] =>
  received.map(({ body }) =>
    JSON.parse(body).data.people.map(({ person_id }: { person_id: string }) => person_id),
  );

test("messages of a trigger arrive one after the other, also if one has to be tried again", async () => {
  receiver = await startReceiver(500, 200);
  await endpointAt(receiver.url, ["people.crossed"]);
  const [first, second] = [await likely("First"), await likely("Second")];
  await tell(first, [rose("1"), rose("2")]);
  await tell(first, [rose("3")]);
  await tell(second, [rose("9")]);
  while (await deliver());
  expect(peopleIn(receiver)).toEqual([["1"], ["9"]]);
  for (let round = 0; round < 3; round++) {
    now += retryDelaysMs[0]! + 2_000;
    while (await deliver());
  }
  expect(peopleIn(receiver)).toEqual([["1"], ["9"], ["1"], ["2"], ["3"]]);
});

test("the endpoint that a trigger names gets its messages, and others do if they enabled the event", async () => {
  receiver = await startReceiver(200);
  const named = await endpointAt(receiver.url);
  await endpointAt(receiver.url, ["people.entered"]);
  await tell(await likely("Named", named), [rose("1")]);
  await tell(await likely("Open"), [rose("2")]);
  while (await deliver());
  expect(peopleIn(receiver)).toEqual([["1"]]);
});

test("people who are gone are taken out of messages, also of those that are yet to be delivered", async () => {
  receiver = await startReceiver(200);
  const endpoint = await endpointAt(receiver.url, ["people.crossed"]);
  const trigger = await likely("First");
  await tell(trigger, [rose("1", "2"), rose("3")]);
  await tell(trigger, [], ["1", "3"]);
  for (let i = 0; i < 2; i++, now += 2_000) while (await deliver());
  expect(peopleIn(receiver)).toEqual([["2"], []]);
  const positions = await listMessagePositions(db.kysely, trigger.id);
  const kept = await listMessages(
    db.kysely,
    positions.map(({ id }) => id),
  );
  expect(kept.map(({ people }) => people.map(({ id }) => id))).toEqual([[], ["2"]]);
  expect((await listDeliveries(db.kysely, endpoint.id)).map(({ state }) => state)).toEqual([
    "delivered",
    "delivered",
  ]);
});

const did = (name: string, action: "create" | "view" = "create") =>
  db.transaction((trx) =>
    recordAudit(
      trx,
      {
        accountId,
        actor: { type: "session", id: "s", name: "ada@example.com" },
        action,
        subject: { type: "cohorts", id: "c", name },
        changes: ["name"],
      },
      now,
    ),
  );
const namesReceived = () => receiver!.received.map(({ body }) => JSON.parse(body).data.resource.name);

test("an endpoint that asks for the audit log receives each entry once, and one that does not receives none", async () => {
  receiver = await startReceiver(204);
  const endpoint = await endpointAt(receiver.url, ["audit.entry"]);
  await endpointAt(receiver.url);
  await did("a");
  await did("b", "view");
  await did("b", "view");
  const undone = db.transaction(async (trx) => {
    await recordAudit(trx, { accountId, actor: { type: "service" }, action: "delete" }, now);
    throw new Error("the change fails");
  });
  await expect(undone).rejects.toThrow("the change fails");
  while (await deliver());
  expect(namesReceived()).toEqual(["a", "b"]);
  const { entries } = await listAudit(db.kysely, accountId, {}, { limit: 10 });
  expect(JSON.parse(receiver.received[0]!.body)).toEqual({
    timestamp: "2026-01-01T00:00:00.000Z",
    type: "audit.entry",
    data: {
      account_id: accountId,
      id: entries.at(-1)!.id,
      at: "2026-01-01T00:00:00.000Z",
      actor: { type: "session", id: "s", name: "ada@example.com" },
      action: "create",
      resource: { type: "cohorts", id: "c", name: "a" },
      changes: ["name"],
    },
  });
  await updateEndpoint(
    db.kysely,
    endpoint,
    { url: endpoint.url, description: null, enabledEvents: ["audit.entry"], isEnabled: false },
    now,
  );
  await did("c");
  expect(await listDeliveries(db.kysely, endpoint.id)).toHaveLength(2);
});

test("entries of the audit log arrive in their order, also where an attempt fails", async () => {
  receiver = await startReceiver(500, 500, 204);
  await endpointAt(receiver.url, ["audit.entry"]);
  for (const name of ["a", "b", "c"]) await did(name);
  for (let i = 0; i < 12; i++) {
    while (await deliver());
    now += 5 * 60_000;
  }
  expect(namesReceived()).toEqual(["a", "a", "a", "b", "c"]);
});
