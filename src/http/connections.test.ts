import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { endSlowBodies, endUnusedConnections, limitConnections } from "./connections.js";
import { answerUnparsed } from "./request-problem.js";

const connectTo = (port: number): Socket => {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
};

test("connections beyond the limit are closed", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  limitConnections(server, 2);
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  for (const _ of [1, 2]) await once(connectTo(port), "connect");
  const third = connectTo(port);
  third.resume();
  await once(third, "close");
  expect(server.listening).toBe(true);
});

const textOf = async (socket: Socket): Promise<string> => {
  let text = "";
  socket.on("data", (bytes) => {
    text += bytes;
  });
  await once(socket, "close");
  return text;
};

test("a body that drips is answered 408 and its connection closed; one that flows is read to its end", async () => {
  const log = fastify().log;
  const app = fastify({ clientErrorHandler: answerUnparsed(() => log) });
  endSlowBodies(app, 1_000, 300);
  app.post("/", async ({ body }) => body);
  onTestFinished(() => app.close());
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const head =
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 600000\r\n\r\n";
  const slow = connectTo(port);
  slow.write(`${head}{`);
  const drip = setInterval(() => slow.write(" "), 50);
  onTestFinished(() => clearInterval(drip));
  const text = await textOf(slow);
  expect(text).toMatch(/^HTTP\/1\.1 408 /);
  expect(text).toContain("took too long to arrive");
  const quick = await fetch(`http://127.0.0.1:${port}/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ a: "x".repeat(500_000) }),
  });
  expect(quick.status).toBe(200);
});

test("connections that have sent nothing end when the service stops", async () => {
  const app = fastify();
  endUnusedConnections(app);
  app.get("/", async () => "");
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const unused = connectTo(port);
  await once(unused, "connect");
  // It is accepted after the one before.
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  const ended = once(unused.resume(), "close");
  await app.close();
  await ended;
});
