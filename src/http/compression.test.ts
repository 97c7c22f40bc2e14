import { gunzipSync } from "node:zlib";
import fastify from "fastify";
import { expect, test } from "vitest";
import { compressAnswers } from "./compression.js";
import { addEtags } from "./etag.js";

const list = Array.from({ length: 500 }, (_, i) => ({ id: i, name: `Cohort ${i}` }));

const served = (hasSession: boolean) => {
  const app = fastify();
  app.decorateRequest("session", undefined);
  app.addHook("onRequest", async (request) => {
    if (hasSession) Object.assign(request, { session: { id: "s" } });
  });
  addEtags(app);
  compressAnswers(app);
  app.get("/list", async () => list);
  app.get("/short", async () => list[0]);
  app.post("/list", async () => list);
  return (url: string, headers: Record<string, string> = {}, method: "GET" | "POST" = "GET") =>
    app.inject({ url, method, headers: { "accept-encoding": "gzip, deflate, br", ...headers } });
};

test("a long answer is compressed for a session, with the tag that it has without", async () => {
  const ask = served(true);
  const { headers, rawPayload } = await ask("/list");
  expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual(list);
  expect(headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" });
  expect(Number(headers["content-length"])).toBe(rawPayload.length);
  expect(rawPayload.length).toBeLessThan(JSON.stringify(list).length / 4);
  const plain = await ask("/list", { "accept-encoding": "identity" });
  expect(plain.json()).toEqual(list);
  expect(plain.headers.etag).toBe(headers.etag);
  const again = await ask("/list", { "if-none-match": String(headers.etag) });
  expect([again.statusCode, again.body, again.headers["content-encoding"]]).toEqual([304, "", undefined]);
});

test.each([
  ["a short one", true, "/short", "GET"],
  ["one to a program with a key", false, "/list", "GET"],
  ["one to a change", true, "/list", "POST"],
] as const)("%s is not", async (_, hasSession, url, method) => {
  const { headers, body } = await served(hasSession)(url, {}, method);
  expect(headers["content-encoding"]).toBeUndefined();
  expect(JSON.parse(body)).toEqual(url === "/short" ? list[0] : list);
});
