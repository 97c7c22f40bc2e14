// The newest events and refusals, and events that are sent to be tried.

import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { limits } from "../../src/domain/resource/limits.js";
import { eventually } from "../support/eventually.js";
import { openApi, startApi, testLimits } from "./harness.js";

const open = (overrides = {}) => openApi({ events: { seconds: 1000, node: "one" }, ...overrides });

const order = { email: "ada@example.com", datetime: "2025-12-31T10:00:00Z", value: 24.9, event_id: "o-1" };

test("events and refusals show as they arrive, with who sent them and why they were refused", async () => {
  const api = await open();
  const shop = await api.signUp();
  await shop.post("/streams/transaction/events", [
    { ...order, channel: "web" },
    order,
    { ...order, event_id: "o-2", value: "much" },
  ]);
  api.tick(1_000);
  await shop.post("/track", { userId: "7", event: "", messageId: "m" });
  const { status, body } = await shop.get("/events/recent");
  expect(status).toBe(200);
  const [call, ...others] = body.events;
  expect(call).toMatchObject({ result: "refused", line: 1, field: "event", identity: { customer_id: "7" } });
  expect(others.find(({ result }: { result: string }) => result === "taken")).toMatchObject({
    arrived_at: "2026-01-01T00:00:00.000Z",
    stream_name: "transaction",
    sent_by: expect.any(String),
    event_id: "o-1",
    datetime: "2025-12-31T10:00:00.000Z",
    value: 24.9,
    identity: { email: "ada@example.com" },
    properties: { channel: "web" },
  });
  expect(others.map(({ result }: { result: string }) => result).sort()).toEqual([
    "refused",
    "repeated",
    "taken",
  ]);
  expect(body.last_minute).toMatchObject({ taken: 1, repeated: 1, refused: 2, people: 1 });
  expect(body.last_minute.per_second.slice(-2)).toEqual([
    { taken: 1, refused: 1 },
    { taken: 0, refused: 1 },
  ]);
  expect(body).toMatchObject({ file_seconds: 1000, has_all_nodes: true });
  await shop.get("/events/recent");
  const views = (await shop.get("/accounts/current/audit")).body.entries.filter(
    ({ action }: { action: string }) => action === "view",
  );
  expect(views).toMatchObject([{ resource: { type: "events" } }]);
});

test("the newest events are found for by stream, result and person", async () => {
  const api = await open();
  const shop = await api.signUp();
  await shop.post("/streams/transaction/events", order);
  await shop.post("/streams/visit/events", [{ customer_id: "C17" }, { customer_id: "C18", value: "?" }]);
  const found = async (query: string) =>
    (await shop.get(`/events/recent?${query}`)).body.events.map(
      ({ identity }: { identity: Record<string, string> }) => Object.values(identity)[0],
    );
  expect(await found("stream=visit")).toEqual(["C18", "C17"]);
  expect(await found("only=refused")).toEqual(["C18"]);
  expect(await found("person=ADA")).toEqual(["ada@example.com"]);
  expect(await found("identity=c18&identity=ada@example.com")).toEqual(["C18", "ada@example.com"]);
  expect(await found("identity=C1")).toEqual([]);
  expect(await found("limit=1")).toEqual(["C18"]);
  expect((await shop.get("/events/recent?limit=1000")).status).toBe(400);
  const other = await api.signUp("Other");
  expect((await other.get("/events/recent")).body.events).toEqual([]);
});

test("a request that is refused whole shows why", async () => {
  const api = await open({ limits: { ...testLimits, eventRequestsPerMinute: 3 } });
  const shop = await api.signUp();
  await shop.post("/streams/visit/events", "{", { "content-type": "application/json" });
  await shop.post("/streams/visit/events", [{ email: "a@x.example", datetime: "soon" }]);
  const { body } = await shop.get("/events/recent");
  expect(body.events).toMatchObject([
    { line: 1, field: "datetime", stream_name: "visit" },
    { field: "", note: expect.stringContaining("not valid JSON"), stream_name: "visit" },
  ]);
  expect(body.events[1].line).toBeUndefined();
  expect(body.last_minute.refused).toBe(2);
  await shop.post("/track", "{", { "content-type": "application/json" });
  await shop.post("/track", { userId: "7", event: "Visit" });
  const notes = (await shop.get("/events/recent?only=refused")).body.events.map(
    ({ note }: { note: string }) => note,
  );
  expect(notes.slice(0, 2)).toEqual([
    expect.stringContaining("3 requests per minute"),
    expect.stringContaining("not valid JSON"),
  ]);
});

test("a dry run reads and checks events, and they count nowhere", async () => {
  const api = await open();
  const shop = await api.signUp();
  const url = "/streams/transaction/events?dry_run=true";
  const { status, body } = await shop.post(url, { ...order, channel: "web" });
  expect(status).toBe(200);
  expect(body).toEqual({
    taken: 1,
    repeated: 0,
    refused: 0,
    refusals: [],
    dry_run: true,
    events: [
      {
        stream_name: "transaction",
        event_id: "o-1",
        datetime: "2025-12-31T10:00:00.000Z",
        value: 24.9,
        identity: { email: "ada@example.com" },
        properties: { channel: "web" },
      },
    ],
  });
  expect((await shop.get("/datasets")).body).toEqual([]);
  expect((await shop.get("/streams")).body).toEqual([]);
  expect((await shop.post("/streams/transaction/events", order)).body.taken).toBe(1);
  expect((await shop.post(url, order)).body).toMatchObject({ taken: 0, repeated: 1 });
  const refused = await shop.post(url, { ...order, value: "much" });
  expect([refused.status, refused.body.note]).toEqual([400, expect.stringContaining("value: Send a number")]);
  const many = Array.from({ length: 50 }, (_, i) => ({ ...order, event_id: `t-${i}` }));
  expect((await shop.post(url, many)).body.events).toHaveLength(limits.testedEvents.is);
  const { events, last_minute } = (await shop.get("/events/recent?only=tested")).body;
  expect(events[0]).toMatchObject({ result: "tested", event_id: "t-49" });
  expect(last_minute).toMatchObject({ taken: 1, repeated: 0 });
});

test("a dry run says that a stream would have too many fields, and leaves it room", async () => {
  const api = await open();
  const shop = await api.signUp();
  const wide = (from: number) =>
    Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`f${from + i}`, "x"]));
  await shop.post("/streams/visit/events", { ...order, ...wide(0) });
  const url = "/streams/visit/events?dry_run=true";
  expect((await shop.post(url, { ...order, ...wide(90) })).status).toBe(200);
  expect((await shop.post(url, { ...order, ...wide(180) })).status).toBe(200);
  await shop.post("/streams/visit/events", { ...order, event_id: "o-2", ...wide(90) });
  expect((await shop.post(url, { ...order, ...wide(180) })).status).toBe(400);
});

test("what other nodes received shows too, while somebody watches", async () => {
  const liveNodes = async () => ["one", "two"];
  const nodes = (node: string) => ({ events: { seconds: 1000, node, liveNodes } });
  const one = await startApi(nodes("one"));
  const two = await startApi(nodes("two"), one.dataDir);
  const shop = await one.signUp();
  await two.app.ready();
  await shop.post("/streams/transaction/events", order);
  const second = two.as(shop.key);
  await second.post("/streams/visit/events", { customer_id: "7", datetime: "2025-12-31" });
  const streamsAt = async (caller: typeof second) =>
    (await caller.get("/events/recent")).body.events.map(
      ({ stream_name }: { stream_name: string }) => stream_name,
    );
  expect(await streamsAt(shop)).toEqual(["transaction"]);
  for (const caller of [shop, second])
    await eventually("the events of both", async () =>
      (await streamsAt(caller)).length === 2 ? true : undefined,
    );
  const { body } = await second.get("/events/recent?only=taken&stream=transaction");
  expect(body.events).toMatchObject([{ event_id: "o-1" }]);
  expect(body.last_minute).toMatchObject({ taken: 2, people: 2 });
  expect(body.has_all_nodes).toBe(true);
  await two.close();
  expect(await streamsAt(shop)).toEqual(["transaction"]);
  await one.close();
  await rm(one.dataDir, { recursive: true, force: true });
});
