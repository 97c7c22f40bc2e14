// Repeated requests: idempotency keys, ETags and rate limits.

import { once } from "node:events";
import { connect } from "node:net";
import { expect, test, vi } from "vitest";
import { type Api, openApi, testLimits } from "./harness.js";

const cohort = { name: "All", traits: [{ name: "age", _gt: 1 }] };
const keyed = (key: string) => ({ "idempotency-key": key });
const csv = { "content-type": "text/csv" };

test("a request with an idempotency key is executed once and answered every time", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const first = await caller.post("/cohorts", cohort, keyed("a"));
  const second = await caller.post("/v1/cohorts", cohort, keyed("a"));
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
  expect(first.headers).not.toHaveProperty("idempotent-replayed");
  expect(second.headers["idempotent-replayed"]).toBe("true");
  expect((await caller.get("/cohorts")).body).toHaveLength(1);
  await (await api.signUp("Other")).post("/cohorts", cohort, keyed("a"));
  api.tick(86_400_000);
  expect((await caller.post("/cohorts", cohort, keyed("a"))).body.id).not.toBe(first.body.id);
});

test("an idempotency key is valid for one request", async () => {
  const caller = await (await openApi()).signUp();
  await caller.post("/cohorts", cohort, keyed("a"));
  const reused = { status: 409, body: { note: expect.stringContaining("POST /cohorts") } };
  expect(await caller.post("/cohorts", { ...cohort, name: "x" }, keyed("a"))).toMatchObject(reused);
  expect(await caller.post("/streams/x", undefined, keyed("a"))).toMatchObject(reused);
  expect(await caller.post("/cohorts", cohort, keyed("über"))).toMatchObject({ status: 400 });
});

test("a refused request can be retried with its key", async () => {
  const caller = await (await openApi()).signUp();
  const onStream = { name: "Buyers", stream_name: "order" };
  expect((await caller.post("/cohorts", onStream, keyed("a"))).status).toBe(400);
  await caller.post("/streams/order");
  expect((await caller.post("/cohorts", onStream, keyed("a"))).status).toBe(201);
});

/** As after a crash, or an outage of the store, between the commit of a change and its answer. */
const loseAnswer = ({ db }: Api, key: string) =>
  db.kysely
    .updateTable("idempotency")
    .set({ status: null, answer: null, content_type: null })
    .where("idempotency_key", "=", key)
    .execute();

test("a request that was executed and not answered is answered when it is repeated, and not executed again", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const repeated = async (url: string, body?: unknown) => {
    const first = await caller.post(url, body, keyed(url));
    await loseAnswer(api, url);
    const second = await caller.post(url, body, keyed(url));
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    const third = await caller.post(url, body, keyed(url));
    expect(third).toMatchObject({ body: first.body, headers: { "idempotent-replayed": "true" } });
    return first.body;
  };
  const { id } = await repeated("/cohorts", cohort);
  await repeated("/streams/order");
  await repeated(`/cohorts/${id}/archive`);
  const cohorts = (await caller.get("/cohorts")).body;
  expect(cohorts).toHaveLength(1);
  const { entries } = (await caller.get("/accounts/current/audit")).body;
  const ofCohort = entries.filter((entry: { resource?: { id: string } }) => entry.resource?.id === id);
  expect(ofCohort.map(({ action }: { action: string }) => action)).toEqual(["archive", "create"]);
});

test("where the answer cannot be read again, the repetition is refused, and so is another body", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  await caller.post("/accounts/current/api_keys", {}, keyed("a"));
  await loseAnswer(api, "a");
  expect(await caller.post("/accounts/current/api_keys", {}, keyed("a"))).toMatchObject({ status: 409 });
  expect((await caller.get("/accounts/current/api_keys")).body).toHaveLength(2);
  await caller.post("/cohorts", cohort, keyed("b"));
  await loseAnswer(api, "b");
  const other = await caller.post("/cohorts", { ...cohort, name: "x" }, keyed("b"));
  expect(other).toMatchObject({ status: 409, body: { note: expect.stringContaining("another body") } });
});

test("of two simultaneous requests with one key, one is executed", async () => {
  const caller = await (await openApi()).signUp();
  const twins = await Promise.all(
    Array.from({ length: 6 }, () => caller.post("/cohorts", cohort, keyed("a"))),
  );
  for (const { status, headers } of twins) {
    expect([201, 409]).toContain(status);
    if (status === 409) expect(headers["retry-after"]).toBe("1");
  }
  expect((await caller.get("/cohorts")).body).toHaveLength(1);
});

test("a repeated upload is recognized by its bytes and not stored twice", async () => {
  const caller = await (await openApi()).signUp();
  const send = (text: string) => caller.post("/uploads/orders/a.csv", text, { ...csv, ...keyed("a") });
  const first = await send("a,b\n1,2\n");
  await caller.delete("/uploads/orders/a.csv");
  const second = await send("a,b\n1,2\n");
  expect(second.headers["idempotent-replayed"]).toBe("true");
  expect(second.body).toEqual(first.body);
  expect((await caller.get("/uploads")).body).toEqual([]);
  expect(await send("a,b\n1,3\n")).toMatchObject({ status: 409 });
});

test("an interrupted upload can be repeated with its key", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  await api.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = api.app.server.address() as { port: number };
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(
    `POST /uploads/orders/a.csv HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${caller.key}\r\nidempotency-key: a\r\ncontent-type: text/csv\r\ncontent-length: 100\r\n\r\na,b\n`,
  );
  const reserved = () => api.db.kysely.selectFrom("idempotency").selectAll().execute();
  await vi.waitUntil(async () => (await reserved()).length === 1);
  socket.destroy();
  await vi.waitUntil(async () => (await reserved()).length === 0);
  expect((await caller.post("/uploads/orders/a.csv", "a\n1\n", { ...csv, ...keyed("a") })).status).toBe(200);
});

test("an issued API key is not stored for replay", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const { body } = await caller.post("/accounts/current/api_keys", {}, keyed("a"));
  const again = await caller.post("/accounts/current/api_keys", {}, keyed("a"));
  expect(again).toMatchObject({ status: 409, body: { note: expect.stringContaining("contained a secret") } });
  const kept = await api.db.kysely.selectFrom("idempotency").selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain(body.api_key);
  expect((await caller.get("/accounts/current/api_keys")).body).toHaveLength(2);
});

test("an unchanged answer is not sent again", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const { body, headers: made } = await caller.post("/cohorts", cohort);
  for (const url of ["/cohorts", `/cohorts/${body.id}`, "/accounts/current", "/graph"]) {
    const { headers } = await caller.get(url);
    const known = { "if-none-match": `"other", W/${headers.etag}` };
    expect(await caller.get(url, known)).toMatchObject({ status: 304, body: "" });
  }
  const { headers } = await caller.get(`/cohorts/${body.id}`);
  expect(made.etag).toBe(headers.etag);
  const since = { "if-none-match": String(headers.etag) };
  const status = { status: "running" } as const;
  await api.db.kysely.updateTable("resource").set(status).where("id", "=", body.id).execute();
  expect(await caller.get(`/cohorts/${body.id}`, since)).toMatchObject({ status: 200, body: status });
  const ifMatch = { "if-match": String(headers.etag) };
  expect((await caller.patch(`/cohorts/${body.id}`, { name: "All people" }, ifMatch)).status).toBe(200);
  expect((await caller.delete(`/cohorts/${body.id}`, ifMatch)).status).toBe(412);
});

test("HEAD returns the ETag of GET", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const headers = { authorization: `Bearer ${caller.key}` };
  const head = await api.app.inject({ method: "HEAD", url: "/cohorts", headers });
  expect(head).toMatchObject({ statusCode: 200, body: "" });
  expect(head.headers.etag).toBe((await caller.get("/cohorts")).headers.etag);
});

test("a client over the rate limit gets a retry time, and others are not affected", async () => {
  const limits = { ...testLimits, uploadBytes: 1000, bodyBytes: 1000, requestsPerMinute: 3 };
  const api = await openApi({ limits });
  const [caller, other] = [await api.signUp(), await api.signUp("Other")];
  for (const _ of [1, 2, 3]) expect((await caller.get("/cohorts")).status).toBe(200);
  expect(await caller.get("/cohorts")).toMatchObject({
    status: 429,
    headers: { "retry-after": "20" },
    body: { error: "TOO_MANY_REQUESTS" },
  });
  const spaced = { authorization: `bearer   ${caller.key} ` };
  expect((await caller.get("/cohorts", spaced)).status).toBe(429);
  expect((await other.get("/cohorts")).status).toBe(200);
  api.tick(20_000);
  expect((await caller.get("/cohorts")).status).toBe(200);
});
