import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { SentLink } from "../domain/account/audit-chain.js";
import { type AuditStreamOptions, openAuditStream } from "./audit-stream.js";
import { openSyslog } from "./syslog.js";

const link = (position: number, action = "update"): SentLink => ({
  account_id: "a",
  position,
  hash: "0f",
  entry: {
    sequence: position,
    id: `e${position}`,
    at: "2026-01-31T12:00:00.000Z",
    actor_type: "key",
    actor_id: "k",
    actor_name: "nächtlich",
    actor_hint: null,
    address: "192.0.2.7",
    action,
    resource_type: null,
    resource_id: null,
    resource_name: null,
    changes: "[]",
  },
});

const watched = (options: Partial<AuditStreamOptions>) => {
  const seen = { dropped: 0, troubles: [] as [boolean, string][] };
  const stream = openAuditStream({
    host: "shop-1",
    clock: () => Date.parse("2026-01-31T12:00:01Z"),
    dropped: (messages) => {
      seen.dropped += messages;
    },
    trouble: (isPresent, _cause, source) => seen.troubles.push([isPresent, source]),
    ...options,
  });
  return { stream, seen };
};

/** A server that keeps what it receives. */
const tcpServer = async (port = 0) => {
  const sockets = new Set<Socket>();
  let text = "";
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      text += bytes;
    });
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  onTestFinished(close);
  return { port: (server.address() as AddressInfo).port, received: () => text, close };
};

const header = "1 2026-01-31T12:00:01.000Z shop-1 bellwether";

test("over UDP each message is one datagram with the header of RFC 5424; failed sign-ins warn", async () => {
  const receiver = createSocket("udp4");
  onTestFinished(() => void receiver.close());
  const messages: string[] = [];
  receiver.on("message", (message) => messages.push(message.toString()));
  receiver.bind(0, "127.0.0.1");
  await once(receiver, "listening");
  const { stream } = watched({
    syslog: { transport: "udp", host: "127.0.0.1", port: receiver.address().port },
  });
  stream.tell(link(1));
  stream.tell(link(2, "sign_in_failed"));
  await expect.poll(() => messages.length).toBe(2);
  await stream.close();
  expect(messages).toEqual([
    `<109>${header} ${process.pid} audit - ${JSON.stringify(link(1))}`,
    `<108>${header} ${process.pid} audit - ${JSON.stringify(link(2, "sign_in_failed"))}`,
  ]);
});

test("over TCP each message has its length in bytes before it, and the order is kept", async () => {
  const server = await tcpServer();
  const { stream, seen } = watched({ syslog: { transport: "tcp", host: "127.0.0.1", port: server.port } });
  for (let i = 1; i <= 500; i++) stream.tell(link(i));
  await stream.close();
  const expected = Array.from({ length: 500 }, (_, i) => {
    const message = `<109>${header} ${process.pid} audit - ${JSON.stringify(link(i + 1))}`;
    return `${Buffer.byteLength(message)} ${message}`;
  }).join("");
  await expect.poll(() => server.received() === expected).toBe(true);
  expect(seen.dropped).toBe(0);
});

test("a server that is away keeps no one waiting; messages wait, and arrive when it is back", async () => {
  const first = await tcpServer();
  const { port } = first;
  first.close();
  const seen: boolean[] = [];
  const log = openSyslog({ transport: "tcp", host: "127.0.0.1", port, pauseMs: 5 });
  onTestFinished(() => log.close());
  log.watch({ dropped() {}, trouble: (isPresent) => seen.push(isPresent) });
  log.write("one");
  log.write("two");
  await expect.poll(() => seen.includes(true)).toBe(true);
  const server = await tcpServer(port);
  await expect.poll(() => server.received()).toBe("3 one3 two");
  expect(seen.at(-1)).toBe(false);
});

test("messages beyond the bytes that may wait are dropped and counted", async () => {
  const first = await tcpServer();
  first.close();
  let dropped = 0;
  const log = openSyslog({ transport: "tcp", host: "127.0.0.1", port: first.port, mostBytes: 1000 });
  onTestFinished(() => log.close());
  log.watch({
    dropped: (messages) => {
      dropped += messages;
    },
    trouble() {},
  });
  for (let i = 0; i < 100; i++) log.write("x".repeat(98));
  expect(dropped).toBe(91);
});

test("the file has each link as a line, and is for its owner alone", async () => {
  const dir = mkdtempSync(path.join(tmpdir(), "bw-stream-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = path.join(dir, "audit.jsonl");
  for (const i of [1, 2]) {
    const { stream } = watched({ file });
    stream.tell(link(i));
    await stream.close();
  }
  expect(readFileSync(file, "utf8")).toBe(`${JSON.stringify(link(1))}\n${JSON.stringify(link(2))}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(() => watched({ file: dir })).toThrow("EISDIR");
});

test("on a disk that is full, links are dropped and counted", async () => {
  const { stream, seen } = watched({ file: "/dev/full" });
  stream.tell(link(1));
  await expect.poll(() => seen.dropped).toBe(1);
  expect(seen.troubles[0]).toEqual([true, "file"]);
});
