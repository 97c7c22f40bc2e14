import { once } from "node:events";
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { watchService } from "./watch-service.js";

const state = { type: "object", properties: { status: { const: "ok" } } };
const answers = (schema: object) => ({ responses: { 200: { content: { "application/json": { schema } } } } });
const document = {
  openapi: "3.1.0",
  paths: {
    "/health": { get: answers(state) },
    "/cohorts/{id}": { get: answers(state), delete: { responses: { 204: {} } } },
    "/cohorts/all": { get: answers({ type: "array" }) },
  },
  components: { schemas: {}, responses: {} },
};

/** Answers with the body in the query, or cuts off the answer if there is none. */
const serve = async (): Promise<string> => {
  const server = createServer(({ url = "" }, reply) => {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const body = pathname === "/openapi.json" ? JSON.stringify(document) : searchParams.get("body");
    reply.setHeader("content-type", "application/json");
    if (body !== null) reply.end(body);
    else reply.write('{"sta', () => reply.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
};

test("an answer that contradicts the service's document is noticed", async () => {
  const url = await serve();
  const misfits = await watchService(url);
  const ask = async (path: string, body: string, method = "GET") => {
    const answer = await fetch(`${url}${path}?body=${encodeURIComponent(body)}`, { method });
    expect(await answer.text()).toBe(body);
    return misfits.at(-1) ?? "fits";
  };
  expect(await ask("/health", '{"status":"ok"}')).toBe("fits");
  expect(await ask("/v1/cohorts/17", '{"status":"ok"}')).toBe("fits");
  expect(await ask("/cohorts/all", "[]")).toBe("fits");
  expect(await ask("/v1/cohorts/17", '{"status":"late"}')).toContain("GET /cohorts/{id} answered 200 with");
  expect(await ask("/health", '{"since":1}')).toContain("additional properties");
  expect(await ask("/cohorts/17", "{}", "DELETE")).toContain("which the document does not know");
  expect(await ask("/nowhere", "{}")).toContain("/nowhere is not in the document");
  expect(misfits).toHaveLength(4);
});

test("an answer that is cut off fails its caller and is no misfit", async () => {
  const url = await serve();
  const misfits = await watchService(url);
  await expect(fetch(`${url}/health`).then((answer) => answer.json())).rejects.toThrow();
  expect(misfits).toEqual([]);
});
