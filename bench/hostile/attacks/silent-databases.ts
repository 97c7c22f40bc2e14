// Databases that greet, take the password and then never answer; half of them say every few seconds that they
// are still there. A step that waits for such a server has a place among the builds for as long as it waits.

import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { ask } from "../ask.js";
import type { Attack } from "../attack.js";

const noticeMs = 5_000;

/** A message of PostgreSQL's protocol: its type, its length, its fields. */
const message = (type: string, body: Buffer): Buffer => {
  const bytes = Buffer.alloc(5);
  bytes.write(type);
  bytes.writeUInt32BE(4 + body.length, 1);
  return Buffer.concat([bytes, body]);
};

const setting = (name: string, value: string): Buffer => message("S", Buffer.from(`${name}\0${value}\0`));
const accepted = Buffer.concat([
  message("R", Buffer.alloc(4)),
  setting("server_version", "15.0"),
  setting("client_encoding", "UTF8"),
  setting("standard_conforming_strings", "on"),
  message("K", Buffer.alloc(8)),
  message("Z", Buffer.from("I")),
]);
const notice = message("N", Buffer.from("SNOTICE\0C00000\0Mwait\0\0"));
const encryptionRequest = 80_877_103;

/** A database that never answers. `count` counts the connections that the service opens to it. */
const listen = async (signal: AbortSignal, count: (what: string) => void): Promise<number> => {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    count("came to its database");
    const isTalking = open.size % 2 === 0;
    const timer = isTalking ? setInterval(() => socket.write(notice), noticeMs) : undefined;
    socket.on("error", () => {});
    socket.on("close", () => {
      clearInterval(timer);
      open.delete(socket);
    });
    socket.once("data", function greet(bytes) {
      if (bytes.readUInt32BE(4) !== encryptionRequest) return void socket.write(accepted);
      socket.write("N");
      socket.once("data", greet);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  signal.addEventListener("abort", () => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
};

export const silentDatabases: Attack = {
  name: "silent-databases",
  hasAccount: true,
  everyMs: 5_000,
  begin: async (target) => {
    const port = await listen(target.signal, (what) => target.count(what));
    const server = { host: "127.0.0.1", port, database: "d", user: "u", password: "p", sslmode: "disable" };
    return (number) =>
      ask(target, {
        method: "POST",
        path: "/connections",
        body: { name: `Silent ${number}`, options: { type: "postgres", ...server } },
      });
  },
};
