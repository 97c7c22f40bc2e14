import { once } from "node:events";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createClient } from "../client.js";
import { serveAnswers } from "../fixtures.js";
import { type HttpServer, serveHttp } from "./http.js";

const mostConnections = 20;
let service: Awaited<ReturnType<typeof serveAnswers>>;
let server: HttpServer;

beforeEach(async () => {
  service = await serveAnswers(({ path, headers }) => {
    if (headers.authorization !== "Bearer right")
      return { status: 401, body: '{"error":"INVALID_AUTHORIZATION","note":"There is no such key."}' };
    return { body: path.endsWith("/accounts/current") ? '{"name":"Shop"}' : "[]" };
  });
  server = await serveHttp({
    clientOf: (key) => createClient({ url: service.url, key }),
    issuer: async () => undefined,
    mostConnections,
    allowWrites: false,
    host: "127.0.0.1",
    port: 0,
    allowedHosts: ["bellwether.example.com"],
  });
});
afterEach(async () => {
  await server.close();
  await service.close();
});

/** Plain HTTP, because `fetch` sets the host by itself. */
const send = (headers: Record<string, string>, method = "POST"): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const standing = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const sent = request(server.url, { method, headers: { ...standing, ...headers } }, (answer) => {
      let text = "";
      answer.on("data", (part) => {
        text += part;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.on("error", reject);
    sent.end(method === "POST" ? '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' : undefined);
  });

const right = { authorization: "Bearer right" };

test("a request needs a key that the service knows", async () => {
  expect(await send({})).toMatchObject({
    status: 401,
    text: expect.stringContaining("The API key is missing"),
  });
  expect(await send({ authorization: "Bearer wrong" })).toMatchObject({
    status: 401,
    text: expect.stringContaining("There is no such key."),
  });
  expect((await send(right)).status).toBe(200);
  expect((await send(right)).text).toContain("suggest_predictions");
});

test("other hosts and pages of other sites are refused before the key is looked at", async () => {
  expect((await send({ ...right, host: "evil.example" })).status).toBe(403);
  expect((await send({ ...right, origin: "https://evil.example" })).status).toBe(403);
  expect((await send({ ...right, origin: "null" })).status).toBe(403);
  expect(service.received).toEqual([]);
  expect((await send({ ...right, host: "bellwether.example.com" })).status).toBe(200);
  expect((await send({ ...right, origin: "http://localhost:3000" })).status).toBe(200);
});

test("there are no sessions to open or to end", async () => {
  for (const method of ["GET", "DELETE"]) expect((await send(right, method)).status).toBe(405);
});

test("a service that does not answer is said to be the trouble", async () => {
  await service.close();
  expect(await send(right)).toMatchObject({ status: 502, text: expect.stringContaining("got no response") });
  service = await serveAnswers(() => ({ body: "[]" }));
});

test("a server that is read-only neither lists nor runs tools that write", async () => {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(server.url), {
    requestInit: { headers: right },
  });
  await client.connect(transport as Transport);
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(8);
  for (const { name, annotations, outputSchema } of tools) {
    expect(annotations?.readOnlyHint, name).toBe(true);
    expect(outputSchema?.type, name).toBe("object");
  }
  const called = client.callTool({ name: "create_cohort", arguments: { name: "All", stream_name: "x" } });
  await expect(called).rejects.toThrow(/There is no tool create_cohort/);
  expect(service.received.every(({ method }) => method === "GET")).toBe(true);
  expect(await client.callTool({ name: "overview", arguments: {} })).toEqual({
    content: [{ type: "text", text: expect.stringMatching(/account: Shop\nnext_step: "Upload a file/) }],
    structuredContent: { account: "Shop", next_step: expect.stringContaining("profile_file") },
  });
  await client.close();
});

test("ten times as many connections as it may have leave it answering", async () => {
  const { port } = new URL(server.url);
  const sockets: Socket[] = [];
  for (let i = 0; i < 10 * mostConnections; i++) sockets.push(connect(Number(port), "127.0.0.1"));
  await Promise.all(
    sockets.map(async (socket) => {
      socket.on("error", () => {}).resume();
      await once(socket, "connect");
    }),
  );
  await expect.poll(() => sockets.filter(({ closed }) => !closed).length).toBe(mostConnections);
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await send(right).catch(() => ({ status: 0 }))).status).toBe(200);
});

test("whoever brings no token learns where to get one, and for which address", async () => {
  await server.close();
  const resource = "https://assistants.example.com/mcp";
  server = await serveHttp({
    clientOf: (key) => createClient({ url: service.url, key }),
    issuer: async () => ({ issuer: "https://scores.example.com", resource }),
    allowWrites: true,
    host: "127.0.0.1",
    port: 0,
    allowedHosts: [],
  });
  const none = await fetch(server.url, { method: "POST" });
  expect(none.status).toBe(401);
  const metadata = "https://assistants.example.com/.well-known/oauth-protected-resource/mcp";
  expect(none.headers.get("www-authenticate")).toBe(
    `Bearer realm="Bellwether", resource_metadata="${metadata}", scope="read edit"`,
  );
  const wrong = await fetch(server.url, { method: "POST", headers: { authorization: "Bearer wrong" } });
  expect(wrong.headers.get("www-authenticate")).toContain('error="invalid_token"');
  for (const path of ["", "/mcp"]) {
    const described = await fetch(new URL(`/.well-known/oauth-protected-resource${path}`, server.url));
    expect(await described.json()).toMatchObject({
      resource,
      authorization_servers: ["https://scores.example.com"],
      scopes_supported: ["read", "edit"],
    });
  }
  expect((await send({ host: "assistants.example.com" })).status, "the address's own host is known").toBe(
    401,
  );
});
