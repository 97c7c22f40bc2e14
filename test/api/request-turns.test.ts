// Turns of requests that arrive at once, on the service's own HTTP stack.

import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { limits } from "../../src/domain/resource/limits.js";
import { openApi, testLimits } from "./harness.js";

const connectTo = async (app: FastifyInstance): Promise<Socket> => {
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  await once(
    socket.on("error", () => {}),
    "connect",
  );
  return socket;
};

const pipelined = (count: number, path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost:\r\n\r\n`.repeat(count);

test("a connection that sends ten thousand requests without a key holds up nobody", async () => {
  const api = await openApi();
  const { key } = await api.signUp();
  let [open, most, answered] = [0, 0, 0];
  api.app.server.prependListener("request", ({ url }, response) => {
    if (!url?.startsWith("/v1/flood")) return;
    most = Math.max(most, ++open);
    response.once("close", () => {
      open--;
      answered++;
    });
  });
  const url = await api.app.listen({ host: "127.0.0.1", port: 0 });
  const socket = await connectTo(api.app);
  socket.resume().write(pipelined(10_000, "/v1/flood"));
  await once(socket, "data");
  const others = [`${url}/health`, `${url}/cohorts`].map((each) =>
    fetch(each, { headers: { authorization: `Bearer ${key}` } }),
  );
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200]);
  expect(answered).toBeLessThan(1_000);
  expect(most).toBeLessThan(10 * limits.unansweredRequests.is);
});

test("requests without a key beyond the limit are refused before they wait for a turn", async () => {
  const api = await openApi({ limits: { ...testLimits, unkeyedRequestsPerMinute: 10 } });
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => api.app.inject(i % 2 ? "/nowhere" : "/cohorts")),
  );
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(90);
  expect(refused.every(({ headers }) => headers["retry-after"] && headers["x-request-id"])).toBe(true);
});

test("a network address has a number of requests that wait, and keys that it makes up are no further places", async () => {
  const api = await openApi();
  const [caller, other] = [await api.signUp(), await api.signUp()];
  // The first use of a key is written down, and waits for the disk while others have their turns.
  await caller.get("/cohorts");
  const waiting = limits.waitingRequestsOfAddress.is;
  const of = (remoteAddress: string, authorization: string) =>
    api.app.inject({ url: "/cohorts", remoteAddress, headers: { authorization } });
  const count = 2 * waiting;
  const order: string[] = [];
  const note = (name: string) => () => void order.push(name);
  const flood = Array.from({ length: count }, (_, i) => of("192.0.2.1", `Bearer ${i}`));
  const [probe, otherAddress] = [
    api.app.inject({ url: "/health", remoteAddress: "192.0.2.1" }),
    of("192.0.2.2", `Bearer ${caller.key}`),
  ];
  const [answers] = await Promise.all([
    Promise.all(flood.map((each) => each.finally(note("flood")))),
    otherAddress.then(note("otherAddress")),
  ]);
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused.length).toBeGreaterThan(count - waiting - 10);
  expect(refused.length).toBeLessThan(count);
  expect(refused[0]?.headers["retry-after"]).toBe("1");
  expect(refused[0]?.json().note).toContain("waiting for their turn");
  expect((await probe).statusCode).toBe(200);
  expect((await otherAddress).statusCode).toBe(200);
  expect(order.filter((each) => each === "flood").length).toBe(count);
  expect(order.indexOf("otherAddress")).toBeLessThan(refused.length + 20);
  expect((await other.get("/cohorts")).status).toBe(200);
});

test("of requests that arrive at once, clients take turns", async () => {
  const api = await openApi();
  const [crowd, other] = [await api.signUp(), await api.signUp()];
  // Likewise.
  for (const client of [crowd, other]) await client.get("/cohorts");
  const order: string[] = [];
  const note = (name: string) => () => void order.push(name);
  await Promise.all([
    ...Array.from({ length: 40 }, () => crowd.get("/cohorts").then(note("crowd"))),
    other.get("/cohorts").then(note("other")),
  ]);
  expect(order).toHaveLength(41);
  expect(order.indexOf("other")).toBeLessThan(8);
});

test("a request whose connection is closed while it waits gives its turn back", async () => {
  const api = await openApi();
  const { key, get } = await api.signUp();
  const url = await api.app.listen({ host: "127.0.0.1", port: 0 });
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${key}` };
  const sent = Array.from({ length: 30 }, () => fetch(`${url}/cohorts`, { headers, signal: leaving.signal }));
  await Promise.race(sent);
  leaving.abort();
  await Promise.allSettled(sent);
  expect((await get("/cohorts")).status).toBe(200);
});
