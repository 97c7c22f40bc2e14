// Segment's protocol: what becomes of its calls, its limits and answers, and pages of other sites.

import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { eventually } from "../support/eventually.js";
import { type Api, callerOf, openApi } from "./harness.js";

const open = async () => {
  const api = await openApi({ events: { seconds: 0.1, node: "one" } });
  const shop = await api.signUp();
  const { body: key } = await shop.post("/accounts/current/api_keys", { name: "page", scope: "events" });
  const basic = { authorization: `Basic ${Buffer.from(`${key.api_key}:`).toString("base64")}` };
  const page = callerOf(api.app, { ...basic, "content-type": "text/plain", origin: "https://shop.example" });
  return { api, shop, page, key: key.api_key as string };
};

/** Rows of the files of a directory, by column. */
const rowsIn = async (
  { app }: Api,
  shop: { key: string; get: Awaited<ReturnType<Api["signUp"]>>["get"] },
  directory: string,
  count: number,
): Promise<Record<string, string>[]> =>
  eventually(`${count} rows of ${directory}`, async () => {
    const { body } = await shop.get(`/uploads?directory=${directory}`);
    const rows: Record<string, string>[] = [];
    for (const { subpath } of body.reverse()) {
      const text = await app.inject({
        url: `/uploads/${subpath}`,
        headers: { authorization: `Bearer ${shop.key}` },
      });
      const [names, ...lines] = text.body.trimEnd().split("\n").map(cells);
      rows.push(...lines.map((line) => Object.fromEntries(names!.map((name, i) => [name, line[i]!]))));
    }
    return rows.length >= count ? rows : undefined;
  });

const cells = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    (quoted ?? plain ?? "").replaceAll('""', '"'),
  );

const filled = (row: Record<string, string> | undefined) =>
  Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => value !== ""));

const at = "2025-12-31T10:00:00.000Z";
const completed = {
  type: "track",
  event: "Order Completed",
  userId: "u1",
  messageId: "m1",
  timestamp: at,
  properties: {
    order_id: "1001",
    total: 49.8,
    revenue: 40,
    currency: "EUR",
    products: [
      { product_id: "p1", name: "Tea", category: "Drinks", quantity: 2, price: 10 },
      { product_id: "p2", name: "Mug", price: 20 },
    ],
  },
};

test("a completed order is a transaction with its value, its products and its number as its id", async () => {
  const { api, shop, page } = await open();
  const { status, body } = await page.post("/v1/track", JSON.stringify(completed));
  expect([status, body]).toEqual([200, { success: true }]);
  await page.post("/v1/t", JSON.stringify({ ...completed, messageId: "m2" }));
  const [row, ...others] = await rowsIn(api, shop, "events_transaction", 1);
  expect(others).toEqual([]);
  expect(filled(row)).toEqual({
    event_id: "order:1001",
    datetime: at,
    customer_id: "u1",
    value: "49.8",
    order_id: "1001",
    revenue: "40",
    currency: "EUR",
    products: '["Tea","Mug"]',
    product_categories: '["Drinks"]',
    product_quantity: "3",
  });
  const [dataset] = (await shop.get("/datasets")).body;
  expect(dataset.output_to_streams.transaction).toMatchObject({
    currency: { column_name: "currency", is: "EUR" },
    data_map: { value: { column_name: "value" }, products: { format: "list_json" } },
  });
});

test("each event is of the stream that a file would give it", async () => {
  const { api, shop, page } = await open();
  const call = (event: string, more = {}) => ({ type: "track", event, userId: "u1", timestamp: at, ...more });
  const batch = [
    call("Order Refunded", { properties: { order_id: "1001", total: 5 }, messageId: "r" }),
    call("Order Cancelled", { messageId: "c" }),
    call("Product Viewed", { messageId: "v", properties: { name: "Tea", price: 10 } }),
    call("注文", { messageId: "j" }),
    {
      type: "page",
      anonymousId: "d1",
      messageId: "p",
      timestamp: at,
      name: "Home",
      properties: { path: "/" },
    },
    { type: "screen", anonymousId: "d1", messageId: "s", timestamp: at, name: "Start" },
  ];
  await page.post("/v1/batch", JSON.stringify({ batch, sentAt: at }));
  const { body } = await shop.get("/streams");
  const names = body.map(({ stream_name }: { stream_name: string }) => stream_name).sort();
  expect(names).toEqual([
    expect.stringMatching(/^event_[0-9a-f]{8}$/),
    ...["order_cancelled", "order_refunded", "product_viewed", "visit"],
  ]);
  const visits = await rowsIn(api, shop, "events_visit", 2);
  expect(visits.map(({ customer_id, name }) => [customer_id, name])).toEqual([
    ["anonymous:d1", "Home"],
    ["anonymous:d1", "Start"],
  ]);
  const [refund] = await rowsIn(api, shop, "events_order_refunded", 1);
  expect(filled(refund)).toMatchObject({ value: "5", event_id: "r" });
});

test("who a person is becomes identities and traits, and a device is its first user's", async () => {
  const { api, shop, page } = await open();
  const identify = (userId: string, anonymousId: string, traits: object, messageId: string) => ({
    type: "identify",
    userId,
    anonymousId,
    traits,
    messageId,
    timestamp: at,
  });
  const address = { street: "1 Main St", city: "Bonn", postalCode: "53111" };
  const traits = { email: "ada@example.com", firstName: "Ada", lastName: "L", plan: "pro", address };
  await page.post("/v1/batch", JSON.stringify({ batch: [identify("u1", "d1", traits, "i1")] }));
  await page.post("/v1/identify", JSON.stringify(identify("u2", "d1", { email: "bob@example.com" }, "i2")));
  await page.post(
    "/v1/alias",
    JSON.stringify({ userId: "u1", previousId: "d2", messageId: "a1", timestamp: at }),
  );
  await page.post(
    "/v1/group",
    JSON.stringify({ userId: "u1", groupId: "g1", messageId: "g", timestamp: at }),
  );
  const rows = await rowsIn(api, shop, "people_of_programs", 6);
  expect(filled(rows.find(({ event_id }) => event_id === "i1"))).toEqual({
    event_id: "i1",
    datetime: at,
    customer_id: "u1",
    email: "ada@example.com",
    person_first_name: "Ada",
    person_last_name: "L",
    house_number_and_street: "1 Main St",
    city: "Bonn",
    postcode: "53111",
    plan: "pro",
  });
  const joined = rows.filter(({ device_id }) => device_id);
  expect(
    joined.map(({ event_id, customer_id, device_id }) => [event_id, customer_id, device_id]).sort(),
  ).toEqual([
    ["device:d1", "u1", "anonymous:d1"],
    ["device:d2", "u1", "anonymous:d2"],
  ]);
  const { body } = await shop.get("/datasets");
  const people = body.find(({ name }: { name: string }) => name === "People of programs");
  expect(people.identity_sets.device).toEqual({ customer_id: "device_id" });
  expect(people.output_to_traits).toMatchObject({ plan: { column_name: "plan" }, group_id: {} });
});

test("a wrong clock is corrected by the moment at which the client says that it sends", async () => {
  const { api, shop, page } = await open();
  const now = api.now();
  const wrong = now - 3 * 3_600_000;
  const sent = (sentAt: number, messageId: string) =>
    JSON.stringify({
      type: "track",
      event: "Signed Up",
      userId: "u1",
      messageId,
      timestamp: new Date(wrong - 60_000).toISOString(),
      sentAt: new Date(sentAt).toISOString(),
    });
  await page.post("/v1/track", sent(wrong, "a"));
  await page.post("/v1/track", sent(now - 200, "b"));
  const rows = await rowsIn(api, shop, "events_signed_up", 2);
  const times = Object.fromEntries(rows.map(({ event_id, datetime }) => [event_id, Date.parse(datetime!)]));
  expect(times).toEqual({ a: now - 60_000, b: wrong - 60_000 });
});

test("limits, faults and answers are those of the protocol", async () => {
  const { page, api } = await open();
  const bad = [{ ...completed, messageId: "x", userId: undefined }, { type: "dance" }, 7];
  const mixed = await page.post("/v1/batch", JSON.stringify({ batch: [completed, ...bad] }));
  expect(mixed).toMatchObject({ status: 200, body: { success: true, refused: 3 } });
  expect(mixed.body.refusals.map(({ field }: { field: string }) => field)).toEqual(["userId", "type", ""]);
  const none = await page.post("/v1/track", JSON.stringify({ ...completed, event: "" }));
  expect(none).toMatchObject({ status: 400, body: { success: false, refused: 1 } });
  const large = { ...completed, properties: { note: "x".repeat(33_000) } };
  expect((await page.post("/v1/track", JSON.stringify(large))).status).toBe(400);
  const full = { batch: [completed], padding: "x".repeat(500_000) };
  expect((await page.post("/v1/batch", JSON.stringify(full))).status).toBe(413);
  const packed = await page.post("/v1/batch", gzipSync(JSON.stringify({ batch: [completed] })), {
    "content-encoding": "gzip",
  });
  expect(packed.body).toEqual({ success: true });
  expect((await page.post("/v1/batch", "[]")).status).toBe(400);
  expect((await callerOf(api.app, {}).post("/v1/track", JSON.stringify(completed))).status).toBe(401);
});

test("a key in the body is a key, and nobody is let in by it elsewhere or without its scope", async () => {
  const { api, shop, key } = await open();
  const nobody = callerOf(api.app, { "content-type": "application/json" });
  const sent = (writeKey: unknown) =>
    nobody.post("/v1/import/", JSON.stringify({ writeKey, batch: [{ ...completed, messageId: "j1" }] }));
  expect(await sent(key)).toMatchObject({ status: 200, body: { success: true } });
  const refused: [unknown, number][] = [
    [undefined, 401],
    [7, 401],
    ["", 401],
    [`${key}x`, 401],
  ];
  for (const [writeKey, status] of refused) expect((await sent(writeKey)).status).toBe(status);
  const { body: reader } = await shop.post("/accounts/current/api_keys", { name: "reader", scope: "read" });
  expect((await sent(reader.api_key)).status).toBe(403);
  const other = JSON.stringify({ writeKey: key, customer_id: "u1", datetime: at });
  expect((await nobody.post("/streams/transaction/events", other)).status).toBe(401);
  expect(await rowsIn(api, shop, "events_transaction", 1)).toHaveLength(1);
});

test("pages of any site may send and read the answer, and a key that sends events does nothing else", async () => {
  const { page, api, shop, key } = await open();
  const preflight = await api.app.inject({
    method: "OPTIONS",
    url: "/v1/t",
    headers: { origin: "https://shop.example", "access-control-request-method": "POST" },
  });
  expect([preflight.statusCode, preflight.headers["access-control-allow-origin"]]).toEqual([204, "*"]);
  expect(preflight.headers["access-control-allow-headers"]).toContain("authorization");
  const refused = await page.post("/v1/t", "{}");
  expect([refused.status, refused.headers["access-control-allow-origin"]]).toEqual([400, "*"]);
  expect((await page.get("/uploads")).status).toBe(401);
  expect((await api.as(key).get("/uploads")).status).toBe(403);
  const other = await api.app.inject({
    url: "/v1/datasets",
    headers: { authorization: `Bearer ${shop.key}` },
  });
  expect(other.headers["access-control-allow-origin"]).toBeUndefined();
  const settings = await api.app.inject({ url: "/v1/projects/some-key/settings" });
  expect(settings.json().integrations["Segment.io"]).toMatchObject({ apiKey: "some-key" });
});
