// Webhook endpoints over HTTP. Deliveries are tested beside the courier.

import { createHmac } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { startReceiver } from "../../src/notify/fixtures.js";
import { deliverWebhook } from "../../src/notify/webhook-courier.js";
import { createWebhookSender } from "../../src/notify/webhook-send.js";
import { openApi } from "./harness.js";

const path = "/webhook_endpoints";

test("an endpoint is created with a secret, listed, changed and deleted", async () => {
  const api = await openApi();
  const [caller, stranger] = [await api.signUp(), await api.signUp("Other")];
  const { status, body } = await caller.post(path, { url: "https://example.com/hook" });
  expect({ status, body }).toMatchObject({
    status: 201,
    body: {
      resource_type: "webhook_endpoints",
      enabled_events: ["resource.ready_with_update", "resource.errored"],
      enabled: true,
      status: "ready",
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    },
  });
  const url = `${path}/${body.id}`;
  const read = await caller.get(url);
  expect(read.body).toEqual(body);
  const ifMatch = { "if-match": String(read.headers.etag) };
  expect((await caller.patch(url, { enabled_events: ["resource.errored"] }, ifMatch)).body).toMatchObject({
    url: "https://example.com/hook",
    enabled_events: ["resource.errored"],
  });
  expect((await caller.patch(url, { enabled: false }, ifMatch)).status).toBe(412);
  expect((await caller.patch(url, { enabled: false })).body).toMatchObject({
    enabled: false,
    status: "ready",
  });
  expect(await caller.get(path)).toMatchObject({ body: [{ id: body.id, enabled: false }] });
  expect((await stranger.get(url)).status).toBe(404);
  expect((await stranger.delete(url)).status).toBe(404);
  expect((await caller.delete(url)).status).toBe(204);
  expect((await caller.get(url)).status).toBe(404);
});

test.each([
  [{ url: "ftp://example.com" }],
  [{ url: "example.com" }],
  [{ url: "https://example.com", enabled_events: ["resource.eror"] }],
  [{ url: "https://example.com", enabled_events: [] }],
])("%j is refused", async (body) => {
  const caller = await (await openApi()).signUp();
  expect(await caller.post(path, body)).toMatchObject({ status: 400, body: { error: "VALIDATION_FAILED" } });
});

test("if private addresses are forbidden, one is refused at once", async () => {
  const enqueue = async () => true;
  const api = await openApi({ webhooks: { privateAddresses: false, enqueue } });
  const caller = await api.signUp();
  expect(await caller.post(path, { url: "http://169.254.169.254/latest" })).toMatchObject({
    status: 400,
    body: { note: expect.stringContaining("BELLWETHER_WEBHOOK_PRIVATE_ADDRESSES") },
  });
});

test("an account has at most sixteen endpoints", async () => {
  const caller = await (await openApi()).signUp();
  for (let i = 0; i < 16; i++) await caller.post(path, { url: `https://example.com/${i}` });
  expect(await caller.post(path, { url: "https://example.com/17" })).toMatchObject({
    status: 403,
    body: { error: "MAX_RESOURCES_REACHED" },
  });
});

test("an endpoint can be tested, and its deliveries show the result", async () => {
  const receiver = await startReceiver(500, 200);
  onTestFinished(receiver.close);
  const api = await openApi();
  const caller = await api.signUp();
  const { body: endpoint } = await caller.post(path, { url: receiver.url, enabled: false });
  const { status, body } = await caller.post(`${path}/${endpoint.id}/test`);
  expect({ status, body }).toMatchObject({ status: 202, body: { state: "waiting", attempts: 0 } });
  const log = { info: () => {}, error: () => {} };
  const send = createWebhookSender({ privateAddresses: true });
  const clock = () => Date.UTC(2026, 0, 2);
  const options = { db: api.db, queue: api.queue, troubles: api.troubles, send, clock, log };
  const never = new AbortController().signal;
  await deliverWebhook(options, never);
  expect(await caller.get(`${path}/${endpoint.id}/deliveries`)).toMatchObject({
    body: [{ state: "waiting", response_status: 500, error: expect.stringContaining("responded with 500") }],
  });
  api.tick(2 * 86_400_000);
  await deliverWebhook(options, never);
  const [delivery] = (await caller.get(`${path}/${endpoint.id}/deliveries`)).body;
  expect(delivery).toMatchObject({ id: body.id, state: "delivered", attempts: 2, response_status: 200 });
  expect(delivery).not.toHaveProperty("error");
  expect(JSON.parse(receiver.received[1]!.body).type).toBe("webhook_endpoint.test");
});

test("a replaced secret signs too for 24 hours, beside the new one", async () => {
  const receiver = await startReceiver(200, 200);
  onTestFinished(receiver.close);
  const api = await openApi();
  const caller = await api.signUp();
  const { body: old } = await caller.post(path, { url: receiver.url });
  const { status, body: current } = await caller.post(`${path}/${old.id}/rotate_secret`);
  expect([status, current.secret === old.secret]).toEqual([200, false]);
  let now = Date.parse(current.previous_secret_until) - 1000;
  const send = createWebhookSender({ privateAddresses: true });
  const log = { info: () => {}, error: () => {} };
  const options = {
    db: api.db,
    queue: api.queue,
    troubles: api.troubles,
    send,
    log,
    clock: () => now,
  };
  const signatures = async (): Promise<unknown> => {
    await caller.post(`${path}/${old.id}/test`);
    await deliverWebhook(options, new AbortController().signal);
    const { headers, body } = receiver.received.at(-1)!;
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    const given = String(headers["webhook-signature"]).split(" ");
    return [current, old].map(({ secret }) => {
      const key = Buffer.from(secret.replace("whsec_", ""), "base64");
      return given.includes(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
    });
  };
  expect(await signatures()).toEqual([true, true]);
  now += 1000;
  expect(await signatures()).toEqual([true, false]);
});
