import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setImmediate as loopRound } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { limits } from "../domain/resource/limits.js";
import { gateConnections } from "./connection-gate.js";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const listen = async (answer: Answer): Promise<Server> => {
  const server = createServer(answer).listen(0, "127.0.0.1");
  gateConnections(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  return server;
};

const connectTo = (server: Server, localAddress = "127.0.0.1"): Socket => {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  onTestFinished(() => void socket.destroy());
  return socket.on("error", () => {});
};

/** Text that arrives until the server closes the connection. */
const textOf = async (socket: Socket): Promise<string> => {
  const parts: Buffer[] = [];
  socket.on("data", (bytes: Buffer) => parts.push(bytes));
  await once(socket, "close");
  return Buffer.concat(parts).toString();
};

const get = (i: number, more = ""): string => `GET /${i} HTTP/1.1\r\nHost:\r\n${more}\r\n`;
const last = "Connection: close\r\n";
const pathsIn = (text: string): number[] => [...text.matchAll(/\n\/(\d+)/g)].map(([, i]) => Number(i));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** A few requests end in the slice of bytes after which a connection is not read. */
const atOnce = limits.unansweredRequests.is + 40;

test("of requests that are sent without waiting, a few are begun at once, and all are answered in their order", async () => {
  let [open, most] = [0, 0];
  const server = await listen(async ({ url }, response) => {
    most = Math.max(most, ++open);
    await loopRound();
    open--;
    response.end(`\n${url}`);
  });
  const socket = connectTo(server);
  const count = 10 * atOnce;
  socket.write(
    upTo(count)
      .map((i) => get(i, i === count - 1 ? last : ""))
      .join(""),
  );
  expect(pathsIn(await textOf(socket))).toEqual(upTo(count));
  expect(most).toBeLessThan(atOnce);
});

test("a connection whose requests are not answered is not read", async () => {
  const waiting: ServerResponse[] = [];
  const server = await listen((_, response) => void waiting.push(response));
  const socket = connectTo(server);
  const [taken] = (await Promise.all([once(server, "connection"), once(socket, "connect")]))[0] as [Socket];
  const bytes = Buffer.from(
    upTo(200_000)
      .map((i) => get(i))
      .join(""),
  );
  socket.write(bytes);
  for (let round = 0; round < 200; round++) await loopRound();
  const before = taken.bytesRead;
  for (let round = 0; round < 200; round++) await loopRound();
  expect(taken.bytesRead).toBe(before);
  expect(before).toBeLessThan(300_000);
  expect(waiting.length).toBeGreaterThan(limits.unansweredRequests.is);
  expect(waiting.length).toBeLessThan(atOnce);
});

test("of two hundred connections that send at once, network addresses take turns", async () => {
  const begun: (string | undefined)[] = [];
  const server = await listen(({ socket }, response) => {
    begun.push(socket.remoteAddress);
    response.end();
  });
  let accepted = 0;
  const areAccepted = new Promise<void>((resolve) => {
    server.on("connection", () => {
      if (++accepted === 201) resolve();
    });
  });
  const crowd = upTo(200).map(() => connectTo(server, "127.0.0.2"));
  const all = [...crowd, connectTo(server, "127.0.0.3")];
  await areAccepted;
  for (const [i, socket] of all.entries()) socket.write(get(i, last));
  await Promise.all(all.map((socket) => textOf(socket)));
  expect(begun).toHaveLength(201);
  expect(begun.indexOf("127.0.0.3")).toBeLessThan(100);
});

test("bodies of known and of unknown length pass whole, and what follows them does not pass at once", async () => {
  let [open, most] = [0, 0];
  const server = await listen(async (request, response) => {
    most = Math.max(most, ++open);
    let bytes = 0;
    for await (const chunk of request) bytes += (chunk as Buffer).length;
    await loopRound();
    open--;
    response.end(`\n${request.url} ${bytes};`);
  });
  const body = "x".repeat(300_000);
  const chunks = `${body.length.toString(16)}\r\n${body}\r\n3\r\nabc\r\n0\r\n\r\n`;
  const socket = connectTo(server);
  const more = upTo(1000)
    .map((i) => get(i + 2, i === 999 ? last : ""))
    .join("");
  socket.write(`POST /0 HTTP/1.1\r\nHost:\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  socket.write(`POST /1 HTTP/1.1\r\nHost:\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}${more}`);
  const text = await textOf(socket);
  expect(pathsIn(text)).toEqual(upTo(1002));
  expect(text).toContain(`/0 ${body.length};`);
  expect(text).toContain(`/1 ${body.length + 3};`);
  expect(most).toBeLessThan(300);
});

test("a client that reads its answers late gets all of them", async () => {
  const answer = "y".repeat(100_000);
  const server = await listen(({ url }, response) => void response.end(`\n${url} ${answer}`));
  const socket = connectTo(server);
  socket.pause();
  socket.write(
    upTo(100)
      .map((i) => get(i, i === 99 ? last : ""))
      .join(""),
  );
  for (let round = 0; round < 50; round++) await loopRound();
  socket.resume();
  expect(pathsIn(await textOf(socket))).toEqual(upTo(100));
});

test("a body that is read late arrives whole", async () => {
  const server = await listen(async (request, response) => {
    for (let round = 0; round < 50; round++) await loopRound();
    let bytes = 0;
    for await (const chunk of request) bytes += (chunk as Buffer).length;
    response.end(`\n${request.url} ${bytes};`);
  });
  const socket = connectTo(server);
  const body = "x".repeat(2_000_000);
  socket.write(`POST /0 HTTP/1.1\r\nHost:\r\nContent-Length: ${body.length}\r\n\r\n${body}${get(1, last)}`);
  const text = await textOf(socket);
  expect(text).toContain(`/0 ${body.length};`);
  expect(text).toContain("/1 0;");
});

test("an unknown expectation is answered by the same rules as any other request", async () => {
  const server = await listen(({ url }, response) => void response.end(`\n${url}`));
  const socket = connectTo(server);
  socket.write(get(0, `Expect: cake\r\n${last}`));
  expect(await textOf(socket)).toMatch(/^HTTP\/1\.1 200 /);
});
