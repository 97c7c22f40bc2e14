// Manners of HTTP: wrong methods, empty parts of paths, encoded bodies, requests that the parser refuses, and
// what is refused at once instead of at the build.

import { once } from "node:events";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { startBuildingApi } from "./building.js";
import { callerOf, dataset, openApi } from "./harness.js";

test("a path that is known answers 405 to other methods, and OPTIONS with those it has", async () => {
  const { app } = await openApi();
  const sent = await app.inject({ method: "PUT", url: "/v1/cohorts/17" });
  expect(sent.statusCode).toBe(405);
  expect(sent.headers.allow).toBe("DELETE, GET, HEAD, OPTIONS, PATCH");
  expect(sent.json()).toMatchObject({ note: expect.stringContaining("/v1/cohorts/17 does not take PUT") });
  const allowed = await app.inject({
    method: "OPTIONS",
    url: "/cohorts",
    headers: { origin: "https://evil.example" },
  });
  expect([allowed.statusCode, allowed.headers.allow, allowed.body]).toEqual([
    204,
    "GET, HEAD, OPTIONS, POST",
    "",
  ]);
  expect(Object.keys(allowed.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  expect((await app.inject({ method: "PUT", url: "/cohort" })).statusCode).toBe(404);
  expect((await app.inject({ method: "OPTIONS", url: "/cohort" })).statusCode).toBe(404);
});

test("a path with an empty part is unknown", async () => {
  const caller = await (await openApi()).signUp();
  const { status, body } = await caller.get("/v1/cohorts/");
  expect([status, body.note]).toEqual([404, expect.stringContaining("There is no GET /v1/cohorts/.")]);
});

test("an encoded body is refused, for JSON and for files", async () => {
  const { app, ...api } = await openApi();
  const { key } = await api.signUp();
  const headers = { authorization: `Bearer ${key}`, "content-encoding": "gzip" };
  for (const [url, type] of [
    ["/cohorts", "application/json"],
    ["/uploads/orders/a.csv", "application/octet-stream"],
  ] as const) {
    const payload = gzipSync(JSON.stringify({ name: "Customers" }));
    const answer = await app.inject({
      method: "POST",
      url,
      headers: { ...headers, "content-type": type },
      payload,
    });
    expect([url, answer.statusCode, answer.headers["accept-encoding"]]).toEqual([url, 415, "identity"]);
    expect(answer.json().note).toContain("encoded with gzip");
  }
});

/** Sends bytes and reads the answer to its end. */
const exchange = async (port: number, text: string): Promise<{ head: string; body: string }> => {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (bytes) => {
    answer += bytes;
  });
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(text);
  await once(socket, "close");
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  return { head, body };
};

test("requests that the parser refuses are answered as problems", async () => {
  const { app, log } = await openApi();
  const port = Number(new URL(await app.listen({ port: 0, host: "127.0.0.1" })).port);
  const long = await exchange(
    port,
    `GET /health HTTP/1.1\r\nHost: a\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`,
  );
  expect(long.head).toMatch(/^HTTP\/1\.1 431 /);
  expect(long.head).toContain("/docs/errors/headers-too-large");
  expect(JSON.parse(long.body)).toMatchObject({
    error: "BAD_REQUEST",
    note: expect.stringContaining("too large"),
  });
  const smuggled = await exchange(
    port,
    "POST /cohorts HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  );
  expect(smuggled.head).toMatch(/^HTTP\/1\.1 400 /);
  const problem = JSON.parse(smuggled.body);
  expect(problem).toMatchObject({ error: "BAD_REQUEST", note: expect.stringContaining("not valid HTTP") });
  expect(log.some((line) => line.includes(problem.id))).toBe(true);
});

test("a stale If-Match is 412 and changes nothing", async () => {
  const caller = await (await openApi()).signUp();
  await caller.post("/datasets", dataset);
  const { body } = await caller.post("/cohorts", { name: "Customers", stream_name: "transaction" });
  const stale = { "if-match": '"7"' };
  const refused = await caller.patch(`/cohorts/${body.id}`, { name: "People" }, stale);
  expect(refused).toMatchObject({ status: 412, body: { error: "CONFLICT" } });
  expect((await caller.get(`/cohorts/${body.id}`)).body.name).toBe("Customers");
});

test("a pattern that is not RE2 is refused wherever it is written", async () => {
  const caller = await (await openApi()).signUp();
  await caller.post("/datasets", dataset);
  const cohort = (pattern: string) => ({
    name: "Customers",
    stream_name: "transaction",
    stream_conditions: [{ property: "Total", _matches: pattern }],
  });
  const refused = await caller.post("/cohorts", cohort("a(?=b)"));
  expect(refused).toMatchObject({
    status: 400,
    body: { validationErrors: [{ path: "stream_conditions.0._matches" }] },
  });
  const { status, body } = await caller.post("/cohorts", cohort("(?i)^a+$"));
  expect(status).toBe(201);
  expect((await caller.patch(`/cohorts/${body.id}`, cohort("(("))).status).toBe(400);
  const conditions = [{ column_name: "Total", _matches: "[" }];
  const { output_to_streams: streams } = dataset;
  const mapped = { ...dataset, output_to_streams: { transaction: { ...streams.transaction, conditions } } };
  expect((await caller.post("/datasets", mapped)).status).toBe(400);
});

test("a property that a built stream lacks is refused with the one that was probably meant", async () => {
  const api = await startBuildingApi();
  try {
    const caller = await api.signUp();
    const file =
      "First,Last,Address1,Address2,City,State,Zip,Date,Total,Channel\nAda,Lee,1 Elm,,Rome,NY,13440,2025-01-01,5,web\n";
    await caller.post("/uploads/orders/a.csv", file, { "content-type": "text/csv" });
    const { transaction } = dataset.output_to_streams;
    const data_map = { ...transaction.data_map, channel: "Channel" };
    const { body: made } = await caller.post("/datasets", {
      ...dataset,
      output_to_streams: { transaction: { ...transaction, data_map } },
    });
    const cohort = (property: string) => ({
      name: "Web",
      stream_name: "transaction",
      stream_conditions: [{ property, _eq: "web" }],
    });
    expect((await caller.post("/cohorts", cohort("chanel"))).status).toBe(201);
    await api.build();
    const refused = await caller.post("/cohorts", cohort("chanel"));
    expect(refused).toMatchObject({
      status: 400,
      body: { validationErrors: [{ path: "stream_conditions.0.property", suggestion: "channel" }] },
    });
    expect((await caller.post("/cohorts", cohort("channel"))).status).toBe(201);
    const later = { transaction: { data_map: { chanel: "Channel" } } };
    await caller.patch(`/datasets/${made.id}`, { output_to_streams: later });
    expect((await caller.post("/cohorts", cohort("chanel"))).status).toBe(201);
    const recommender = { name: "Next", stream_name: "transaction", stream_property_name: "produkt" };
    expect((await caller.post("/recommenders", recommender)).status).toBe(400);
  } finally {
    await api.close();
  }
});

test("events of a person can be read without a limit", async () => {
  const { app } = await openApi();
  const { body } = await callerOf(app, {}).get("/openapi.json");
  const { parameters } = body.paths["/people/{id}/events"].get;
  expect(parameters.find(({ name }: { name: string }) => name === "limit").schema.default).toBe(50);
});
